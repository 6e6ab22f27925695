/** Bounding box of all points in a feature collection. Pure. */
import type { Bounds } from '../../../blocks/map-canvas/map-types.ts';

interface GeoJsonShape {
  type: string;
  coordinates?: unknown;
  geometries?: readonly unknown[];
}

const isGeoJsonShape = (it: unknown): it is GeoJsonShape =>
  typeof it === 'object' && it !== null && 'type' in it;

function* iteratePoints(shape: unknown): Generator<readonly [number, number]> {
  if (!isGeoJsonShape(shape)) return;
  if (shape.type === 'Point' && Array.isArray(shape.coordinates)) {
    const [lon, lat] = shape.coordinates as [number, number];
    yield [lon, lat];
  }
  for (const inner of shape.geometries ?? []) yield* iteratePoints(inner);
}

/** @returns null when there are no points */
export function computePinBounds({
  features,
}: {
  features: readonly { geometry: unknown }[];
}): Bounds | null {
  let box: [number, number, number, number] | null = null;
  for (const { geometry } of features) {
    for (const [lon, lat] of iteratePoints(geometry)) {
      box = box
        ? [Math.min(box[0], lon), Math.min(box[1], lat), Math.max(box[2], lon), Math.max(box[3], lat)]
        : [lon, lat, lon, lat];
    }
  }
  return box;
}
