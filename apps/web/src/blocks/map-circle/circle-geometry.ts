/** Geometry of circles on the map. Pure. */
import type { Bounds, LatLon } from '../map-canvas/map-types.ts';

/** A circle on the earth's surface. */
export interface Circle {
  center: LatLon;
  radiusKm: number;
}

/** The earth's radius, as the server uses it for distances. */
const earthRadiusKm = 6371;
const kmPerDegree = (earthRadiusKm * Math.PI) / 180;
/** Limit of the Web Mercator projection. */
const maxLatitude = 85;

const toRadians = (degrees: number) => (degrees * Math.PI) / 180;
const toDegrees = (angle: number) => (angle * 180) / Math.PI;

/** Distance between two places along the surface. */
export function computeDistanceKm(a: LatLon, b: LatLon): number {
  const [from, to] = [toRadians(a.lat), toRadians(b.lat)];
  const haversine =
    Math.sin((to - from) / 2) ** 2 +
    Math.cos(from) * Math.cos(to) * Math.sin(toRadians(b.lon - a.lon) / 2) ** 2;
  return 2 * earthRadiusKm * Math.asin(Math.min(1, Math.sqrt(haversine)));
}

/** The place at a distance and a bearing, which is clockwise from north. */
export function computeDestination({ lat, lon }: LatLon, kilometers: number, bearingDegrees: number): LatLon {
  const fromLat = toRadians(lat);
  const bearing = toRadians(bearingDegrees);
  const distance = kilometers / earthRadiusKm;
  const sine =
    Math.sin(fromLat) * Math.cos(distance) + Math.cos(fromLat) * Math.sin(distance) * Math.cos(bearing);
  const toLat = Math.asin(Math.max(-1, Math.min(1, sine)));
  const lonDifference = Math.atan2(
    Math.sin(bearing) * Math.sin(distance) * Math.cos(fromLat),
    Math.cos(distance) - Math.sin(fromLat) * Math.sin(toLat),
  );
  return { lat: toDegrees(toLat), lon: lon + toDegrees(lonDifference) };
}

/** The bounding box of a circle. */
export function computeCircleBounds({ center: { lat, lon }, radiusKm }: Circle): Bounds {
  const latSpan = radiusKm / kmPerDegree;
  const lonSpan = latSpan / Math.max(0.1, Math.cos(toRadians(lat)));
  return [
    lon - lonSpan,
    Math.max(-maxLatitude, lat - latSpan),
    lon + lonSpan,
    Math.min(maxLatitude, lat + latSpan),
  ];
}

/** The corners of a square between meridians and parallels, in order. */
export function computeSquareCorners(center: LatLon, sideKm: number): LatLon[] {
  const [west, south, east, north] = computeCircleBounds({ center, radiusKm: sideKm / 2 });
  return [
    { lat: south, lon: west },
    { lat: south, lon: east },
    { lat: north, lon: east },
    { lat: north, lon: west },
  ];
}

/** Rounds a radius drawn by hand: 7.3, 48, 1200. Never 0. */
export function roundRadius(radiusKm: number): number {
  const minRadiusKm = 0.1;
  const maxRadiusKm = 20_000;
  const digits = radiusKm < 10 ? 1 : 0;
  return Math.min(maxRadiusKm, Math.max(minRadiusKm, Number(radiusKm.toFixed(digits))));
}

/** Parses `lat,lon` and a radius. @returns null when they are invalid */
export function parseCircle(point: string | undefined, radiusKm: string | number): Circle | null {
  const [lat, lon] = (point ?? '').split(',').map(Number);
  const radius = Number(radiusKm);
  if (lat === undefined || lon === undefined || !Number.isFinite(lat + lon) || !(radius > 0)) return null;
  return { center: { lat, lon }, radiusKm: radius };
}
