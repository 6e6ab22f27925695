/**
 * Finds the place of a geometry that stands in a cell of a table: well-known text as GIS programs and PostGIS write it (OGC 06-103r4), or
 * GeoJSON (RFC 7946). What is not written exactly so is none: half of a geometry would be a wrong place.
 */
import { limits } from '@waypost/contract/common/limits';
import type { Point } from '@waypost/contract/posts/posts';
import {
  findPlaceInAreas,
  findPlaceOnLines,
  normalizeLongitude,
  type Path,
  type Polygon,
  type Position,
} from './point-on-shape.ts';

/** A geometry as GeoJSON writes it, whose coordinates are not checked yet. */
interface Geometry {
  type: string;
  coordinates: unknown;
}

const wktPattern =
  /^(?:<[^<>]{1,100}\/CRS84> ?|SRID ?= ?4326 ?; ?)?((?:MULTI)?(?:POINT|LINESTRING|POLYGON)) ?(?:ZM|Z|M)? ?(?=\()/i;
const positionPattern = /^([-+.e\d]+) ([-+.e\d]+)(?: (?:[-+.e\d]+|nan)){0,2}$/i;
const numberPattern = /^[-+]?(?:\d+(?:\.\d*)?|\.\d+)(?:e[-+]?\d+)?$/i;

/** A position of well-known text, such as `30 10` or `30 10 1650`. */
function parsePosition(text: string): unknown {
  const numbers = positionPattern.exec(text.trim())?.slice(1) ?? [];
  return numbers.every((it) => numberPattern.test(it)) ? numbers.map(Number) : [];
}

const types = ['Point', 'MultiPoint', 'LineString', 'MultiLineString', 'Polygon', 'MultiPolygon'];
const typesByUpperCase = new Map(types.map((type) => [type.toUpperCase(), type]));

/** The lists in the brackets of well-known text; null if they are not closed, or something follows them. */
function parseLists(text: string): unknown[] | null {
  const stack: unknown[][] = [[]];
  for (const [token] of text.matchAll(/[(),]|[^(),]+/g)) {
    const list = stack.at(-1) ?? [];
    if (token === '(') {
      const inner: unknown[] = [];
      list.push(inner);
      stack.push(inner);
    } else if (token === ')') stack.pop();
    else if (token !== ',' && token.trim() !== '') list.push(parsePosition(token));
    if (stack.length === 0 || stack.length > 4) return null;
  }
  return stack.length === 1 ? (stack[0] ?? null) : null;
}

function parseWkt(text: string): Geometry | null {
  const compact = text.trim().replace(/\s+/g, ' ');
  const [head, name = ''] = wktPattern.exec(compact) ?? [];
  const type = typesByUpperCase.get(name.toUpperCase());
  const lists = head === undefined ? null : parseLists(compact.slice(head.length));
  if (type === undefined || lists?.length !== 1) return null;
  const [list] = lists;
  if (!Array.isArray(list)) return null;
  if (type === 'Point') return { type, coordinates: list.length === 1 ? list[0] : null };
  // `MULTIPOINT ((1 2), (3 4))` and `MULTIPOINT (1 2, 3 4)` are the same.
  return { type, coordinates: type === 'MultiPoint' && Array.isArray(list[0]?.[0]) ? list.flat() : list };
}

/** Degrees of WGS 84, as PostGIS names them. */
const degreeSystems = /[:"](?:4326|CRS84)"/;

function parseGeoJson(text: string): Geometry | null {
  let value: { type?: unknown; geometry?: unknown; coordinates?: unknown; crs?: unknown } | null;
  try {
    value = JSON.parse(text);
  } catch {
    return null;
  }
  const { type, coordinates, crs } =
    ((value?.type === 'Feature' ? value.geometry : value) as typeof value) ?? {};
  const hasOtherSystem = crs && !degreeSystems.test(JSON.stringify(crs));
  return typeof type === 'string' && !hasOtherSystem ? { type, coordinates } : null;
}

/** A position in degrees. Lines may go on beyond the 180th meridian. */
function readPosition(value: unknown): Position | null {
  const [lon, lat]: unknown[] = Array.isArray(value) ? value : [];
  if (typeof lon !== 'number' || typeof lat !== 'number') return null;
  return Math.abs(lat) <= limits.latitude && Math.abs(lon) <= 2 * limits.longitude ? { lon, lat } : null;
}

/** A list of what can be read; null if there is none, or one of them cannot be read. */
function readList<T>(value: unknown, read: (item: unknown) => T | null): T[] | null {
  if (!Array.isArray(value) || value.length === 0) return null;
  const items: T[] = [];
  for (const item of value) {
    const found = read(item);
    if (found === null) return null;
    items.push(found);
  }
  return items;
}

const readPath = (value: unknown): Path | null => readList(value, readPosition);
const readPaths = (value: unknown): Polygon | null => readList(value, readPath);

function findPlace({ type, coordinates }: Geometry): Position | null {
  switch (type) {
    case 'Point':
      return readPosition(coordinates);
    case 'MultiPoint': {
      const [first, ...others] = readPath(coordinates) ?? [];
      return others.length === 0 ? (first ?? null) : null;
    }
    case 'LineString':
      return findPlace({ type: 'MultiLineString', coordinates: [coordinates] });
    case 'MultiLineString':
      return findPlaceOnLines(readPaths(coordinates) ?? []);
    case 'Polygon':
      return findPlace({ type: 'MultiPolygon', coordinates: [coordinates] });
    case 'MultiPolygon':
      return findPlaceInAreas(readList(coordinates, readPaths) ?? []);
    default:
      return null;
  }
}

/** Whether a text can be nothing but a geometry. */
export const isGeometryText = (text: string): boolean =>
  /^\s*(?:\{|<[^<>]{1,100}> ?(?:MULTI)?(?:POINT|LINE|POLY)|SRID ?=|(?:MULTI)?(?:POINT|LINESTRING|POLYGON) ?(?:ZM|Z|M)? ?\()/i.test(
    text,
  );

/**
 * The place of a geometry, in degrees: a point, the position halfway along a line, or one within the largest area. Of several points, none
 * is the place; neither are mixed geometries.
 * @param text such as `POLYGON ((30 10, 40 40, 20 40, 30 10))`
 * @returns null for other texts, and for coordinates that are no degrees
 */
export function parseShape(text: string): Point | null {
  const geometry = text.trimStart().startsWith('{') ? parseGeoJson(text) : parseWkt(text);
  const place = geometry && findPlace(geometry);
  return place && { lat: place.lat, lon: normalizeLongitude(place.lon) };
}
