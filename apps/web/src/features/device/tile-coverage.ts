/** Computes which map tiles cover an area. Pure. */
import type { Bounds } from '../../blocks/device/area-bounds.ts';

export interface Tile {
  z: number;
  x: number;
  y: number;
}

/** The northern and southern limit of Web Mercator, in degrees. */
const maxLatitude = 85.0511;

const computeTileColumn = (lon: number, z: number) => Math.floor(((lon + 180) / 360) * 2 ** z);
function computeTileRow(lat: number, z: number): number {
  const phi = (Math.max(-maxLatitude, Math.min(maxLatitude, lat)) * Math.PI) / 180;
  return Math.floor(((1 - Math.asinh(Math.tan(phi)) / Math.PI) / 2) * 2 ** z);
}
const clampIndex = (it: number, z: number) => Math.max(0, Math.min(2 ** z - 1, it));

/** All tiles of one zoom that the area touches; it may cross the 180th meridian. */
function listTilesAtZoom({ west, south, east, north }: Bounds, z: number): Tile[] {
  const first = computeTileColumn(west, z);
  const count = Math.min(2 ** z, computeTileColumn(east < west ? east + 360 : east, z) - first + 1);
  const [top, bottom] = [clampIndex(computeTileRow(north, z), z), clampIndex(computeTileRow(south, z), z)];
  return Array.from({ length: count }, (_, at) => (first + at + 2 ** z) % 2 ** z).flatMap((x) =>
    Array.from({ length: bottom - top + 1 }, (_, at) => ({ z, x, y: top + at })),
  );
}

/** Tiles of all zooms up to `maxZoom`; stops before the zoom that would exceed `maxTiles`. */
export function listTilesUpToZoom(
  bounds: Bounds,
  maxZoom: number,
  maxTiles = Number.POSITIVE_INFINITY,
): Tile[] {
  const tiles: Tile[] = [];
  for (let z = 0; z <= maxZoom; z++) {
    const next = listTilesAtZoom(bounds, z);
    if (tiles.length + next.length > maxTiles) break;
    tiles.push(...next);
  }
  return tiles;
}

/** The bounds of a map of a size in pixels around a center. */
export function computeBoundsAround(
  { lat, lon, zoom }: { lat: number; lon: number; zoom: number },
  { width, height }: { width: number; height: number },
): Bounds {
  // At zoom 0 of the map library the world is 512 pixels wide.
  const world = 512 * 2 ** zoom;
  const phi = (Math.max(-maxLatitude, Math.min(maxLatitude, lat)) * Math.PI) / 180;
  const y = 0.5 - Math.asinh(Math.tan(phi)) / (2 * Math.PI);
  const latAt = (part: number) =>
    (Math.atan(Math.sinh(Math.PI * (1 - 2 * Math.max(0, Math.min(1, part))))) * 180) / Math.PI;
  const half = Math.min(180, (width / world) * 180);
  const wrapped = (it: number) => ((((it + 180) % 360) + 360) % 360) - 180;
  const isWhole = half >= 180;
  return {
    west: isWhole ? -180 : wrapped(lon - half),
    east: isWhole ? 179.999 : wrapped(lon + half),
    north: latAt(y - height / world / 2),
    south: latAt(y + height / world / 2),
  };
}
