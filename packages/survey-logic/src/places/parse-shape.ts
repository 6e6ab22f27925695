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
  /^(?:<[^<>]{1,100}\/CRS84> ?|SRID ?= ?4326 ?; ?)?((?:MULTI)?(?:POINT|LINESTRING|POLYGON)) ?(ZM|Z|M)? ?(?=\()/i;
const numberPattern = /^[-+]?(?:\d+(?:\.\d*)?|\.\d+)(?:e[-+]?\d+)?$/i;
/** Digits of the longest number: more are no number of a program. */
const maxNumberLength = 40;

const isNumber = (text: string): boolean => text.length <= maxNumberLength && numberPattern.test(text);

/** A position of well-known text, such as `30 10` or `30 10 1650`; null if it is none. Heights and measures may be missing as `nan`. */
function parsePosition(text: string): number[] | null {
  const [lon = '', lat = '', ...others] = text.trim().split(' ', 5);
  const isPosition =
    isNumber(lon) &&
    isNumber(lat) &&
    others.length <= 2 &&
    others.every((it) => isNumber(it) || it.toLowerCase() === 'nan');
  return isPosition ? [lon, lat, ...others].map(Number) : null;
}

const types = ['Point', 'MultiPoint', 'LineString', 'MultiLineString', 'Polygon', 'MultiPolygon'];
const typesByUpperCase = new Map(types.map((type) => [type.toUpperCase(), type]));

/**
 * The list in the brackets of well-known text: lists and positions with commas between them, and as many numbers in each position.
 * @returns null for anything else
 */
function parseList(text: string, numbersOfPosition: number | null): unknown {
  const stack: unknown[][] = [[]];
  let size = numbersOfPosition;
  /** An item comes next, and no comma or closing bracket. */
  let isItemNext = true;
  for (const [token] of text.matchAll(/[(),]|[^(),]+/g)) {
    const list = stack.at(-1);
    const isItem = token !== ')' && token !== ',';
    if (token === ' ') continue;
    if (!list || isItem !== isItemNext) return null;
    if (token === '(') {
      const inner: unknown[] = [];
      list.push(inner);
      stack.push(inner);
    } else if (token === ')') stack.pop();
    else if (isItem) {
      const position = parsePosition(token);
      size ??= position?.length ?? null;
      if (position?.length !== size) return null;
      list.push(position);
    }
    isItemNext = token === '(' || token === ',';
    if (stack.length === 0 || stack.length > 4) return null;
  }
  const [[item, ...others] = []] = stack;
  return stack.length === 1 && !isItemNext && others.length === 0 ? item : null;
}

function parseWkt(text: string): Geometry | null {
  const compact = text.trim().replace(/\s+/g, ' ');
  const [head = '', name = '', dimensions] = wktPattern.exec(compact) ?? [];
  const type = typesByUpperCase.get(name.toUpperCase());
  if (type === undefined) return null;
  const list = parseList(compact.slice(head.length), dimensions ? dimensions.length + 2 : null);
  if (!Array.isArray(list)) return null;
  if (type === 'Point') return { type, coordinates: list.length === 1 ? list[0] : null };
  // `MULTIPOINT ((1 2), (3 4))` and `MULTIPOINT (1 2, 3 4)` are the same.
  return { type, coordinates: type === 'MultiPoint' && Array.isArray(list[0]?.[0]) ? list.flat() : list };
}

/** Degrees of WGS 84, as GeoJSON of 2008 names them. */
const degreeSystem = /(?:^|[:/])(?:4326|CRS84)$/i;

/** Whether the `crs` of an object says that its coordinates are no degrees of WGS 84. */
function hasOtherSystem({ crs }: { crs?: unknown }): boolean {
  if (crs === undefined || crs === null) return false;
  const { name, code } = (crs as { properties?: { name?: unknown; code?: unknown } | null }).properties ?? {};
  const system = name ?? code;
  return !(typeof system === 'string' || typeof system === 'number') || !degreeSystem.test(String(system));
}

function parseGeoJson(text: string): Geometry | null {
  let value: { type?: unknown; geometry?: unknown; coordinates?: unknown; crs?: unknown } | null;
  try {
    value = JSON.parse(text);
  } catch {
    return null;
  }
  const geometry = (value?.type === 'Feature' ? value.geometry : value) as typeof value;
  if (!value || !geometry || hasOtherSystem(value) || hasOtherSystem(geometry)) return null;
  const { type, coordinates } = geometry;
  return typeof type === 'string' ? { type, coordinates } : null;
}

/** A position in degrees. Lines may go on beyond the 180th meridian. */
function readPosition(value: unknown): Position | null {
  const [lon, lat]: unknown[] = Array.isArray(value) ? value : [];
  if (typeof lon !== 'number' || typeof lat !== 'number') return null;
  return Math.abs(lat) <= limits.latitude && Math.abs(lon) <= 2 * limits.longitude ? { lon, lat } : null;
}

/** A list of what can be read; null if there are too few, or one of them cannot be read. */
function readList<T>(value: unknown, read: (item: unknown) => T | null, minLength = 1): T[] | null {
  if (!Array.isArray(value) || value.length < minLength) return null;
  const items: T[] = [];
  for (const item of value) {
    const found = read(item);
    if (found === null) return null;
    items.push(found);
  }
  return items;
}

const readLine = (value: unknown): Path | null => readList(value, readPosition, 2);
/** Some programs do not repeat the first corner at the end. */
const readRing = (value: unknown): Path | null => readList(value, readPosition, 3);
const readPolygon = (value: unknown): Polygon | null => readList(value, readRing);

function findPlace({ type, coordinates }: Geometry): Position | null {
  switch (type) {
    case 'Point':
      return readPosition(coordinates);
    case 'MultiPoint': {
      const [first, ...others] = readList(coordinates, readPosition) ?? [];
      return others.length === 0 ? (first ?? null) : null;
    }
    case 'LineString':
      return findPlace({ type: 'MultiLineString', coordinates: [coordinates] });
    case 'MultiLineString':
      return findPlaceOnLines(readList(coordinates, readLine) ?? []);
    case 'Polygon':
      return findPlace({ type: 'MultiPolygon', coordinates: [coordinates] });
    case 'MultiPolygon':
      return findPlaceInAreas(readList(coordinates, readPolygon) ?? []);
    default:
      return null;
  }
}

const geometryStart =
  /^(?:\{|<[^<>]{1,100}> ?(?:MULTI)?(?:POINT|LINE|POLY)|SRID ?=|(?:MULTI)?(?:POINT|LINESTRING|POLYGON) ?(?:ZM|Z|M)? ?\()/i;

/** Whether a text can be nothing but a geometry. */
export const isGeometryText = (text: string): boolean =>
  geometryStart.test(text.trimStart().slice(0, 200).replace(/\s+/g, ' '));

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
