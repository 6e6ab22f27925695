/** Bounding box of all points in a feature collection. Pure. */
import type { Bounds } from '../map-canvas/map-types.ts';

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

/**
 * The smallest box around all points. It crosses the antimeridian (west greater than east) where that is shorter.
 * @returns null when there are no points
 */
export function computePinBounds({
  features,
}: {
  features: readonly { geometry: unknown }[];
}): Bounds | null {
  const points = features.flatMap(({ geometry }) => [...iteratePoints(geometry)]);
  const lons = points.map(([lon]) => lon).sort((a, b) => a - b);
  const lats = points.map(([, lat]) => lat).sort((a, b) => a - b);
  const [first, last] = [lons[0], lons.at(-1)];
  if (first === undefined || last === undefined) return null;
  // The box leaves out the widest gap between neighbours.
  let [west, east, gap] = [first, last, first + 360 - last];
  for (const [index, lon] of lons.entries()) {
    const next = lons[index + 1];
    if (next !== undefined && next - lon > gap) [west, east, gap] = [next, lon, next - lon];
  }
  return [west, lats[0] ?? 0, east, lats.at(-1) ?? 0];
}
