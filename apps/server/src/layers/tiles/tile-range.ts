/** Which tiles a service says it has: those in a box, between two zooms. */
import type { TileNumbers } from './tile-url.ts';

/** Null where the service does not say. */
export interface TileRange {
  minZoom: number | null;
  maxZoom: number | null;
  /** West, south, east and north in degrees. */
  bounds: number[] | null;
}

/** The latitude beyond which the web map does not reach. */
const maxLatitude = 85.051129;

/** The place in degrees, as numbers of tiles at a zoom, which may be fractions. */
function project(longitude: number, latitude: number, z: number): { x: number; y: number } {
  const radians = (Math.min(maxLatitude, Math.max(-maxLatitude, latitude)) * Math.PI) / 180;
  return {
    x: ((longitude + 180) / 360) * 2 ** z,
    y: ((1 - Math.asinh(Math.tan(radians)) / Math.PI) / 2) * 2 ** z,
  };
}

/** Whether the service may have a tile. */
export function hasTile({ minZoom, maxZoom, bounds }: TileRange, { z, x, y }: TileNumbers): boolean {
  if (z < (minZoom ?? 0) || z > (maxZoom ?? z)) return false;
  const [west, south, east, north] = bounds ?? [];
  if (west === undefined || south === undefined || east === undefined || north === undefined) return true;
  const first = project(west, north, z);
  const last = project(east, south, z);
  return x + 1 > first.x && x < last.x && y + 1 > first.y && y < last.y;
}

/** The lowest tile in the middle of the box, by which a service is checked. */
export function findFirstTile({ minZoom, bounds }: TileRange): TileNumbers {
  const z = minZoom ?? 0;
  const [west = -180, south = -maxLatitude, east = 180, north = maxLatitude] = bounds ?? [];
  const center = project((west + east) / 2, (south + north) / 2, z);
  const toNumber = (value: number) => Math.min(2 ** z - 1, Math.max(0, Math.floor(value)));
  return { z, x: toNumber(center.x), y: toNumber(center.y) };
}
