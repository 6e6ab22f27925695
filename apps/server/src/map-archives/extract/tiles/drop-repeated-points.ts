/** Leaves out points that repeat the name of another one beside them, such as the stops on both sides of a street. */
import { crisisPointKinds } from '@waypost/contract/map-archives/point-kinds';
import type { FeatureProperties } from '../features/feature-kinds.ts';
import type { FeatureLayer } from '../features/feature-layers.ts';
import type { TilePart } from './tile-parts.ts';

const pointLayers: ReadonlySet<FeatureLayer> = new Set(['public_transport', 'pois']);
/** Units of a tile within which a name is there once: about 150 meters at the equator, 75 at 60 degrees. */
const nearUnits = 256;

const has = (kinds: Readonly<Record<string, string>> | undefined, value: unknown): boolean =>
  typeof value === 'string' && kinds !== undefined && Object.hasOwn(kinds, value);
const isCrisisPoint = (properties: FeatureProperties): boolean =>
  Object.entries(crisisPointKinds).some(([key, kinds]) => has(kinds, properties[key]));

/** Railway stations, then what matters in a crisis, then stops, then anything else. */
function rankPoint(layer: FeatureLayer, properties: FeatureProperties): number {
  if (layer === 'pois') return isCrisisPoint(properties) ? 1 : 3;
  const { kind } = properties;
  if (has(crisisPointKinds['railway'], kind)) return 0;
  return has(crisisPointKinds['amenity'], kind) ? 1 : 2;
}

interface NamedPoint {
  part: TilePart;
  name: string;
  rank: number;
  x: number;
  y: number;
}

function readNamedPoint(part: TilePart): NamedPoint[] {
  if (!pointLayers.has(part.layer)) return [];
  const properties = JSON.parse(part.properties) as FeatureProperties;
  const { name } = properties;
  const [x, y] = part.paths[0] ?? [];
  if (typeof name !== 'string' || x === undefined || y === undefined) return [];
  return [{ part, name, rank: rankPoint(part.layer, properties), x, y }];
}

/** The parts of a tile without points that are less important than one of the same name near them. */
export function dropRepeatedPoints(parts: readonly TilePart[]): readonly TilePart[] {
  const dropped = new Set<TilePart>();
  const shownByName = new Map<string, NamedPoint[]>();
  for (const point of parts.flatMap(readNamedPoint).toSorted((one, other) => one.rank - other.rank)) {
    const shown = shownByName.get(point.name) ?? [];
    if (shown.some(({ x, y }) => Math.hypot(x - point.x, y - point.y) < nearUnits)) dropped.add(point.part);
    else shownByName.set(point.name, [...shown, point]);
  }
  return dropped.size === 0 ? parts : parts.filter((part) => !dropped.has(part));
}
