/**
 * Corners of an area as text: latitude and longitude in degrees, a line for each; an empty line between its parts and holes. Pure.
 */
import { limits } from '@waypost/contract/common/limits';
import type { LatLon } from '../../blocks/map-canvas/map-types.ts';

/** The parts and holes of an area. */
export type Rings = readonly (readonly LatLon[])[];

/** A corner of a part or hole. */
export interface CornerIndex {
  ring: number;
  corner: number;
}

/** About a meter. */
const decimals = 5;

const round = (degrees: number): number => Number(degrees.toFixed(decimals));

/** A place on the map as a corner. Maps that are turned around the world have longitudes beyond 180. */
export const roundCorner = ({ lat, lon }: LatLon): LatLon => ({
  lat: round(lat),
  lon: round(((((lon + 180) % 360) + 360) % 360) - 180),
});

/** As a text, with all decimals. */
export const formatCorners = (rings: Rings): string =>
  rings.map((ring) => ring.map(({ lat, lon }) => `${lat}, ${lon}`).join('\n')).join('\n\n');

const degrees = String.raw`(-?\d+(?:\.\d+)?(?:e-\d+)?)`;
const cornerLine = new RegExp(String.raw`^${degrees}(?:\s*[,;]\s*|\s+)${degrees}$`);

function parseCorner(line: string): LatLon | null {
  const [, lat, lon] = cornerLine.exec(line.trim())?.map(Number) ?? [];
  const isPlace =
    lat !== undefined &&
    lon !== undefined &&
    Math.abs(lat) <= limits.latitude &&
    Math.abs(lon) <= limits.longitude;
  return isPlace ? { lat, lon } : null;
}

/** @returns the corners, and the number of the first line that is none */
export function parseCorners(text: string): { rings: Rings; wrongLine: number | null } {
  const rings: LatLon[][] = [];
  let [isNew, wrongLine] = [true, null as number | null];
  for (const [index, line] of text.split('\n').entries()) {
    const corner = line.trim() === '' ? null : parseCorner(line);
    if (line.trim() === '') isNew = true;
    else if (!corner) wrongLine ??= index + 1;
    else if (isNew) {
      rings.push([corner]);
      isNew = false;
    } else rings.at(-1)?.push(corner);
  }
  return { rings, wrongLine };
}

/** With a corner moved, or without it. */
export const changeCorner = (rings: Rings, { ring, corner }: CornerIndex, moved: LatLon | null): Rings =>
  rings
    .map((points, index) =>
      index === ring ? points.toSpliced(corner, 1, ...(moved ? [moved] : [])) : points,
    )
    .filter((points) => points.length > 0);

/** With a corner at the end of the last part. */
export const appendCorner = (rings: Rings, at: LatLon): Rings => [
  ...rings.slice(0, -1),
  [...(rings.at(-1) ?? []), at],
];

/** Square of the distance from a place to a line, in degrees of latitude. */
function measureDistance(at: LatLon, from: LatLon, to: LatLon): number {
  const shrink = Math.cos((at.lat * Math.PI) / 180);
  const [x, y] = [(at.lon - from.lon) * shrink, at.lat - from.lat];
  const [dx, dy] = [(to.lon - from.lon) * shrink, to.lat - from.lat];
  const share = Math.min(1, Math.max(0, (x * dx + y * dy) / (dx * dx + dy * dy || 1)));
  return (x - share * dx) ** 2 + (y - share * dy) ** 2;
}

/** With a corner in the nearest line. */
export function insertCorner(rings: Rings, at: LatLon): { rings: Rings; added: CornerIndex } {
  let [nearest, added] = [Infinity, { ring: 0, corner: 0 }];
  for (const [ring, points] of rings.entries())
    for (const [index, from] of points.entries()) {
      const distance = measureDistance(at, from, points[(index + 1) % points.length] ?? from);
      if (distance < nearest) [nearest, added] = [distance, { ring, corner: index + 1 }];
    }
  const { ring, corner } = added;
  return {
    rings: rings.map((points, index) => (index === ring ? points.toSpliced(corner, 0, at) : points)),
    added,
  };
}
