/** A circle on the ground as the map draws it. Pure. */
import type { Bounds, LatLon } from '../map-canvas/map-types.ts';

export interface Circle {
  center: LatLon;
  /** Radius. */
  radiusKm: number;
}

/** The earth's radius that the server measures distances with, in kilometres. */
const earthRadiusKm = 6371;
const kmPerDegree = (earthRadiusKm * Math.PI) / 180;
/** Web mercator ends there. */
const maxLatitude = 85;

const toRadians = (degrees: number) => (degrees * Math.PI) / 180;
const toDegrees = (angle: number) => (angle * 180) / Math.PI;

/** Kilometres between two places, along the surface. */
export function computeDistanceKm(a: LatLon, b: LatLon): number {
  const [from, to] = [toRadians(a.lat), toRadians(b.lat)];
  const half =
    Math.sin((to - from) / 2) ** 2 +
    Math.cos(from) * Math.cos(to) * Math.sin(toRadians(b.lon - a.lon) / 2) ** 2;
  return 2 * earthRadiusKm * Math.asin(Math.min(1, Math.sqrt(half)));
}

/** The place in a direction, in degrees clockwise from north. */
export function computeDestination({ lat, lon }: LatLon, kilometers: number, bearingDegrees: number): LatLon {
  const [from, angle, far] = [toRadians(lat), toRadians(bearingDegrees), kilometers / earthRadiusKm];
  const sine = Math.sin(from) * Math.cos(far) + Math.cos(from) * Math.sin(far) * Math.cos(angle);
  const to = Math.asin(Math.max(-1, Math.min(1, sine)));
  const turned = Math.atan2(
    Math.sin(angle) * Math.sin(far) * Math.cos(from),
    Math.cos(far) - Math.sin(from) * Math.sin(to),
  );
  return { lat: toDegrees(to), lon: lon + toDegrees(turned) };
}

/** The box around a circle. */
export function computeCircleBounds({ center: { lat, lon }, radiusKm: km }: Circle): Bounds {
  const high = km / kmPerDegree;
  const wide = high / Math.max(0.1, Math.cos(toRadians(lat)));
  return [lon - wide, Math.max(-maxLatitude, lat - high), lon + wide, Math.min(maxLatitude, lat + high)];
}

/** As many digits as somebody means who draws by hand: 7.3, 48, 1200. Never nothing. */
export function roundRadius(radiusKm: number): number {
  const minRadiusKm = 0.1;
  const maxRadiusKm = 20_000;
  const digits = radiusKm < 10 ? 1 : 0;
  return Math.min(maxRadiusKm, Math.max(minRadiusKm, Number(radiusKm.toFixed(digits))));
}

/** @returns null when the text is no place */
export function parseCircle(point: string | undefined, radiusKm: string | number): Circle | null {
  const [lat, lon] = (point ?? '').split(',').map(Number);
  const radius = Number(radiusKm);
  if (lat === undefined || lon === undefined || !Number.isFinite(lat + lon) || !(radius > 0)) return null;
  return { center: { lat, lon }, radiusKm: radius };
}
