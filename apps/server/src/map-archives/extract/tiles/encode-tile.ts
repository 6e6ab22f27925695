/** Writes a vector tile. */
import { fromGeojsonVt } from '@maplibre/vt-pbf';
import type { FeatureProperties } from '../features/feature-kinds.ts';
import { featureLayers } from '../features/feature-layers.ts';
import { maxZoom, shapeTypes, tileExtent } from '../geometry/slice.ts';
import { dropRepeatedPoints } from './drop-repeated-points.ts';
import { measureLine, mergeLines } from './merge-lines.ts';
import { type TilePart, type TilePath } from './tile-parts.ts';

/** Shorter lines are not drawn before the last zoom. */
const minLineLength = 12;

type Point = [x: number, y: number];

interface TileFeature {
  type: number;
  tags: FeatureProperties;
  geometry: Point[] | Point[][];
}

function toPoints(path: TilePath): Point[] {
  const points: Point[] = [];
  for (let index = 0; index + 1 < path.length; index += 2)
    points.push([path[index] ?? 0, path[index + 1] ?? 0]);
  return points;
}

/** One part for all lines, and one for all polygons, with the same properties. */
function joinParts(parts: readonly TilePart[], z: number): TilePart[] {
  const partByKey = new Map<string, TilePart>();
  const joined: TilePart[] = [];
  for (const part of parts) {
    const key = `${part.type}${part.properties}`;
    const same = part.type === shapeTypes.point ? undefined : partByKey.get(key);
    if (same) {
      for (const path of part.paths) same.paths.push(path);
      continue;
    }
    partByKey.set(key, part);
    joined.push(part);
  }
  for (const part of joined) {
    if (part.type !== shapeTypes.line) continue;
    const merged = mergeLines(part.paths);
    part.paths = z < maxZoom ? merged.filter((line) => measureLine(line) >= minLineLength) : merged;
  }
  return joined.filter(({ paths }) => paths.length > 0);
}

function toFeature({ type, properties, paths }: TilePart): TileFeature {
  const tags = JSON.parse(properties) as FeatureProperties;
  const geometry = paths.map(toPoints);
  return { type, tags, geometry: type === shapeTypes.point ? geometry.flat() : geometry };
}

/** The tile without compression; undefined when nothing of it is left. */
export function encodeTile(parts: readonly TilePart[], z: number): Uint8Array | undefined {
  const layers: Record<string, { features: TileFeature[] }> = {};
  const shown = dropRepeatedPoints(parts);
  for (const layer of featureLayers) {
    const own = shown.filter((part) => part.layer === layer);
    const features = joinParts(own, z).map(toFeature);
    if (features.length > 0) layers[layer] = { features };
  }
  if (Object.keys(layers).length === 0) return undefined;
  return fromGeojsonVt(layers as unknown as Parameters<typeof fromGeojsonVt>[0], {
    version: 2,
    extent: tileExtent,
  });
}
