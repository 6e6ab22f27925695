import type { LatLon } from '../map-canvas/map-types.ts';

/** Why a coordinate is invalid; translation keys under `location.error`. */
export type CoordinateError = 'required' | 'number' | 'latitude_range' | 'longitude_range';

/** Errors by field. */
export interface CoordinateErrors {
  lat?: CoordinateError;
  lon?: CoordinateError;
}

/** The result of parsing: a location, null for empty fields, or the errors. */
export type Coordinates = { ok: true; value: LatLon | null } | { ok: false; errors: CoordinateErrors };

const MAX_DEGREES = { lat: 90, lon: 180 } as const;
const OUT_OF_RANGE_ERRORS = { lat: 'latitude_range', lon: 'longitude_range' } as const;

/**
 * Parses latitude and longitude in degrees. Both empty means no location. Accepts a decimal comma, surrounding spaces and
 * the typographic minus sign.
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

/** Rounds to six decimal places, which is eleven centimetres. */
export function roundCoordinates({ lat, lon }: LatLon): LatLon {
  const round = (degrees: number) => Math.round(degrees * 1e6) / 1e6;
  return { lat: round(lat), lon: round(lon) };
}
