/** A circle on the ground as the map draws it. Pure. */
import type { Bounds, LatLon } from '../map-canvas/map-types.ts';

export interface Circle {
  center: LatLon;
  /** Radius. */
  km: number;
}

/** The earth's radius that the server measures distances with, in kilometres. */
const earth = 6371;
const kmOfDegree = (earth * Math.PI) / 180;
/** Web mercator ends there. */
const mostLatitude = 85;

const radians = (degrees: number) => (degrees * Math.PI) / 180;
const degrees = (angle: number) => (angle * 180) / Math.PI;

/** Kilometres between two places, along the surface. */
export function distance(a: LatLon, b: LatLon): number {
  const [from, to] = [radians(a.lat), radians(b.lat)];
  const half =
    Math.sin((to - from) / 2) ** 2 +
    Math.cos(from) * Math.cos(to) * Math.sin(radians(b.lon - a.lon) / 2) ** 2;
  return 2 * earth * Math.asin(Math.min(1, Math.sqrt(half)));
}

/** The place in a direction, in degrees clockwise from north. */
export function placeTowards({ lat, lon }: LatLon, km: number, direction: number): LatLon {
  const [from, angle, far] = [radians(lat), radians(direction), km / earth];
  const sine = Math.sin(from) * Math.cos(far) + Math.cos(from) * Math.sin(far) * Math.cos(angle);
  const to = Math.asin(Math.max(-1, Math.min(1, sine)));
  const turned = Math.atan2(
    Math.sin(angle) * Math.sin(far) * Math.cos(from),
    Math.cos(far) - Math.sin(from) * Math.sin(to),
  );
  return { lat: degrees(to), lon: lon + degrees(turned) };
}

/** The box around a circle. */
export function boundsOfCircle({ center: { lat, lon }, km }: Circle): Bounds {
  const high = km / kmOfDegree;
  const wide = high / Math.max(0.1, Math.cos(radians(lat)));
  return [lon - wide, Math.max(-mostLatitude, lat - high), lon + wide, Math.min(mostLatitude, lat + high)];
}

/** As many digits as somebody means who draws by hand: 7.3, 48, 1200. Never nothing. */
export function roundedRadius(km: number): number {
  const least = 0.1;
  const most = 20_000;
  const digits = km < 10 ? 1 : 0;
  return Math.min(most, Math.max(least, Number(km.toFixed(digits))));
}

/** @returns null when the text is no place */
export function circleOf(point: string | undefined, km: string | number): Circle | null {
  const [lat, lon] = (point ?? '').split(',').map(Number);
  const radius = Number(km);
  if (lat === undefined || lon === undefined || !Number.isFinite(lat + lon) || !(radius > 0)) return null;
  return { center: { lat, lon }, km: radius };
}
