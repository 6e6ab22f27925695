/** Degrees and the plane of web maps, whose coordinates are from 0 to 1. */
import { toWorldX, toWorldY } from '../extract/geometry/world.ts';

/** Metres. */
const earthRadius = 6_371_009;
const unitsPerDegree = 1e7;

/** A place in degrees. */
interface Degrees {
  lat: number;
  lon: number;
}

/** A place on the plane. */
export const toPlane = ({ lat, lon }: Degrees): { x: number; y: number } => ({
  x: toWorldX(lon * unitsPerDegree),
  y: toWorldY(lat * unitsPerDegree),
});

const round = (degrees: number): number => Math.round(degrees * 1e6) / 1e6;

/** A point of the plane in degrees, to about ten centimetres. */
export const toDegrees = ({ x, y }: { x: number; y: number }): Degrees => ({
  lat: round((Math.atan(Math.sinh(Math.PI * (1 - 2 * y))) * 180) / Math.PI),
  lon: round(x * 360 - 180),
});

/** Metres between two points of the plane. */
export function measureDistance(a: { x: number; y: number }, b: { x: number; y: number }): number {
  const [from, to] = [toDegrees(a), toDegrees(b)];
  const toRadians = (degrees: number) => (degrees * Math.PI) / 180;
  const height = Math.sin(toRadians(to.lat - from.lat) / 2) ** 2;
  const width = Math.sin(toRadians(to.lon - from.lon) / 2) ** 2;
  const angle = height + Math.cos(toRadians(from.lat)) * Math.cos(toRadians(to.lat)) * width;
  return 2 * earthRadius * Math.asin(Math.min(1, Math.sqrt(angle)));
}
