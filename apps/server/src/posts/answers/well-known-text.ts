/** Well-known text (`POLYGON((lon lat, …))`), in which API v3 encodes geometry answers. Pure. */

type Position = [lon: number, lat: number];
type Ring = Position[];

/** A GeoJSON geometry. */
export type GeoJsonShape =
  | { type: 'Point'; coordinates: Position }
  | { type: 'LineString'; coordinates: Position[] }
  | { type: 'Polygon'; coordinates: Ring[] }
  | { type: 'MultiPolygon'; coordinates: Ring[][] };

type NestedPositions = Position | NestedPositions[];

const wktPattern = /^(?:SRID=\d+;\s*)?(MULTI)?(POINT|LINESTRING|POLYGON)\s*(?:(?:ZM|Z|M)\s*)?(\(.*\))$/is;
const numberPattern = /[+-]?(?:\d+(?:\.\d*)?|\.\d+)(?:e[+-]?\d+)?/gi;

/** The first two numbers, if they are valid coordinates. Height and measure are ignored. */
function parsePosition(text: string): Position | null {
  const [lon, lat] = [...text.matchAll(numberPattern)].map(Number);
  if (lon === undefined || lat === undefined) return null;
  return Math.abs(lon) <= 180 && Math.abs(lat) <= 90 ? [lon, lat] : null;
}

/** Splits at commas outside brackets. */
function splitAtTopLevelCommas(text: string): string[] {
  const parts: string[] = [''];
  let depth = 0;
  for (const character of text) {
    if (character === '(') depth++;
    if (character === ')') depth--;
    if (character === ',' && depth === 0) parts.push('');
    else parts[parts.length - 1] += character;
  }
  return parts.map((part) => part.trim());
}

/** Positions nested in `depth` levels of brackets; null when the text has another form. */
function parseNested(text: string, depth: number): NestedPositions | null {
  if (depth === 0) return /[()]/.test(text) ? null : parsePosition(text);
  if (!text.startsWith('(') || !text.endsWith(')')) return null;
  const inner = splitAtTopLevelCommas(text.slice(1, -1)).map((part) => parseNested(part, depth - 1));
  return inner.includes(null) ? null : (inner as NestedPositions[]);
}

const toPoints = (body: string) =>
  (parseNested(`(${body.replace(/[()]/g, '')})`, 1) as Position[] | null)?.map(
    (coordinates): GeoJsonShape => ({ type: 'Point', coordinates }),
  );

function toLines(body: string, isMulti: boolean): GeoJsonShape[] | undefined {
  const lines = parseNested(isMulti ? body : `(${body})`, 2) as Position[][] | null;
  if (!lines?.every((line) => line.length >= 2)) return undefined;
  return lines.map((coordinates) => ({ type: 'LineString', coordinates }));
}

function toPolygons(body: string, isMulti: boolean): GeoJsonShape[] | undefined {
  const polygons = parseNested(isMulti ? body : `(${body})`, 3) as Ring[][] | null;
  // The last position of a ring repeats the first one: three corners are four positions.
  if (!polygons?.every((rings) => rings.every((ring) => ring.length >= 4))) return undefined;
  if (isMulti) return [{ type: 'MultiPolygon', coordinates: polygons }];
  return polygons.map((coordinates) => ({ type: 'Polygon', coordinates }));
}

/**
 * Parses well-known text. Several points or lines become several shapes.
 * @returns null when the text is not a valid shape
 */
export function parseWellKnownText(text: string): GeoJsonShape[] | null {
  const [, multi, kind, body = ''] = wktPattern.exec(text.trim()) ?? [];
  const toShapes = { POINT: toPoints, LINESTRING: toLines, POLYGON: toPolygons }[kind?.toUpperCase() ?? ''];
  return toShapes?.(body, multi !== undefined) ?? null;
}

/** The center of a shape's bounding box, which is its position on the map; null when the text is not a shape. */
export function boundsCenter(text: string): { lat: number; lon: number } | null {
  const shapes = parseWellKnownText(text);
  if (!shapes) return null;
  const coordinates = shapes.map((shape) => shape.coordinates).flat(4);
  const centerOfAxis = (axis: 0 | 1) => {
    const numbers = coordinates.filter((_, index) => index % 2 === axis);
    return (Math.min(...numbers) + Math.max(...numbers)) / 2;
  };
  return { lon: centerOfAxis(0), lat: centerOfAxis(1) };
}

/** Rounds every coordinate to `decimals` places, for viewers who may not see the exact position. */
export const roundCoordinates = (text: string, decimals: number): string =>
  text.replace(numberPattern, (digits) => String(Number(Number(digits).toFixed(decimals))));
