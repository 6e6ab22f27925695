import type { LatLon } from '../map-canvas/map-types.ts';

/** Why a typed coordinate cannot be used; keys of the catalogue under `location.error`. */
export type CoordinateError = 'required' | 'number' | 'latitude_range' | 'longitude_range';

export interface CoordinateErrors {
  lat?: CoordinateError;
  lon?: CoordinateError;
}

export type Coordinates = { ok: true; value: LatLon | null } | { ok: false; errors: CoordinateErrors };

const MAX_DEGREES = { lat: 90, lon: 180 } as const;
const OUT_OF_RANGE_ERRORS = { lat: 'latitude_range', lon: 'longitude_range' } as const;

/**
 * Reads what was typed for latitude and longitude, in degrees. Both empty means no place. A decimal
 * comma, spaces and the true minus sign are taken as people type them.
 */
export function parseCoordinates(lat: string, lon: string): Coordinates {
  if (lat.trim() === '' && lon.trim() === '') return { ok: true, value: null };
  const parsed = { lat: parseCoordinate(lat, 'lat'), lon: parseCoordinate(lon, 'lon') };
  if (typeof parsed.lat === 'number' && typeof parsed.lon === 'number') {
    return { ok: true, value: { lat: parsed.lat, lon: parsed.lon } };
  }
  return {
    ok: false,
    errors: {
      ...(typeof parsed.lat === 'string' ? { lat: parsed.lat } : {}),
      ...(typeof parsed.lon === 'string' ? { lon: parsed.lon } : {}),
    },
  };
}

function parseCoordinate(text: string, axis: 'lat' | 'lon'): number | CoordinateError {
  const plain = text.trim().replace(',', '.').replace('−', '-');
  if (plain === '') return 'required';
  if (!/^[+-]?(?:\d+(?:\.\d*)?|\.\d+)$/.test(plain)) return 'number';
  const degrees = Number(plain);
  return Math.abs(degrees) <= MAX_DEGREES[axis] ? degrees : OUT_OF_RANGE_ERRORS[axis];
}

/** Six decimals are eleven centimetres: more would only look exact. */
export function roundCoordinates({ lat, lon }: LatLon): LatLon {
  const round = (degrees: number) => Math.round(degrees * 1e6) / 1e6;
  return { lat: round(lat), lon: round(lon) };
}
