/** Bounding box of all points in a feature collection. Pure. */
import type { Bounds } from '../../../blocks/map-canvas/map-types.ts';

interface GeoJsonShape {
  type: string;
  coordinates?: unknown;
  geometries?: readonly unknown[];
}

const isGeoJsonShape = (value: unknown): value is GeoJsonShape =>
  typeof value === 'object' && value !== null && 'type' in value;

function* iteratePoints(shape: unknown): Generator<readonly [number, number]> {
  if (!isGeoJsonShape(shape)) return;
  if (shape.type === 'Point' && Array.isArray(shape.coordinates)) {
    const [lon, lat] = shape.coordinates as [number, number];
    yield [lon, lat];
  }
  for (const geometry of shape.geometries ?? []) yield* iteratePoints(geometry);
}

/** @returns null when there are no points */
export function computePinBounds({
  features,
}: {
  features: readonly { geometry: unknown }[];
}): Bounds | null {
  let bounds: [number, number, number, number] | null = null;
  for (const { geometry } of features) {
    for (const [lon, lat] of iteratePoints(geometry)) {
      bounds = bounds
        ? [
            Math.min(bounds[0], lon),
            Math.min(bounds[1], lat),
            Math.max(bounds[2], lon),
            Math.max(bounds[3], lat),
          ]
        : [lon, lat, lon, lat];
    }
  }
  return bounds;
}
