/** Leaves out points that repeat the name of another one beside them, such as the stops on both sides of a street. */
import { crisisPointKinds } from '@waypost/contract/map-archives/point-kinds';
import type { FeatureProperties } from '../features/feature-kinds.ts';
import type { FeatureLayer } from '../features/feature-layers.ts';
import type { TilePart } from './tile-parts.ts';

const pointLayers: ReadonlySet<FeatureLayer> = new Set(['public_transport', 'pois']);
/** Units of a tile within which a name is there once: about 150 meters at the equator, 75 at 60 degrees. */
const nearUnits = 256;

/** What a point is as one that matters in a crisis; undefined for others. */
const findCrisisKind = (properties: FeatureProperties): string | undefined =>
  Object.entries(crisisPointKinds)
    .map(([key, kinds]) => new Map(Object.entries(kinds)).get(String(properties[key])))
    .find((kind) => kind !== undefined);

const stationKinds: ReadonlyMap<unknown, number> = new Map([
  ...Object.keys(crisisPointKinds['railway'] ?? {}).map((kind) => [kind, 0] as const),
  ['bus_station', 1],
]);
const ranks = { crisis: 1, stop: 2, other: 3 };

/** Points with the same name that are as important stand for one another only if they are of one group. */
interface NamedPoint {
  part: TilePart;
  name: string;
  /** Railway stations first, then what matters in a crisis, then stops, then anything else. */
  rank: number;
  group: string | undefined;
  x: number;
  y: number;
}

function classify(layer: FeatureLayer, properties: FeatureProperties): Pick<NamedPoint, 'rank' | 'group'> {
  if (layer === 'public_transport')
    return { rank: stationKinds.get(properties['kind']) ?? ranks.stop, group: layer };
  const group = findCrisisKind(properties);
  return { rank: group === undefined ? ranks.other : ranks.crisis, group };
}

function readNamedPoint(part: TilePart): NamedPoint[] {
  if (!pointLayers.has(part.layer)) return [];
  const properties = JSON.parse(part.properties) as FeatureProperties;
  const { name } = properties;
  const [x, y] = part.paths[0] ?? [];
  if (typeof name !== 'string' || x === undefined || y === undefined) return [];
  return [{ part, name, ...classify(part.layer, properties), x, y }];
}

/** Whether a more important point stands for another one: a station does not stand for the hospital that is called as it. */
const standsFor = (shown: NamedPoint, point: NamedPoint): boolean =>
  Math.hypot(shown.x - point.x, shown.y - point.y) < nearUnits &&
  (point.rank >= ranks.stop || shown.group === point.group);

/** The parts of a tile without points that repeat the name of a more important one near them. */
export function dropRepeatedPoints(parts: readonly TilePart[]): readonly TilePart[] {
  const dropped = new Set<TilePart>();
  const shownByName = new Map<string, NamedPoint[]>();
  for (const point of parts.flatMap(readNamedPoint).toSorted((one, other) => one.rank - other.rank)) {
    const shown = shownByName.get(point.name) ?? [];
    if (shown.some((other) => standsFor(other, point))) dropped.add(point.part);
    else shownByName.set(point.name, [...shown, point]);
  }
  return dropped.size === 0 ? parts : parts.filter((part) => !dropped.has(part));
}
