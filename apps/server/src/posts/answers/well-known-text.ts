/** Shapes as well-known text (`POLYGON((lon lat, …))`), the wire's encoding of geometry answers. Pure. */

type Position = [lon: number, lat: number];
type Ring = Position[];

/** A shape as GeoJSON has it. */
export type GeoJsonShape =
  | { type: 'Point'; coordinates: Position }
  | { type: 'LineString'; coordinates: Position[] }
  | { type: 'Polygon'; coordinates: Ring[] }
  | { type: 'MultiPolygon'; coordinates: Ring[][] };

type NestedPositions = Position | NestedPositions[];

const wktPattern = /^\s*(?:SRID=\d+;)?\s*(MULTI)?(POINT|LINESTRING|POLYGON)\s*(?:ZM|Z|M)?\s*(\(.*\))\s*$/is;
const numberPattern = /[+-]?(?:\d+\.?\d*|\.\d+)(?:e[+-]?\d+)?/gi;

/** The two first numbers, which are on the globe; height and measure are of no use here. */
function parsePosition(text: string): Position | null {
  const [lon, lat] = [...text.matchAll(numberPattern)].map(Number);
  if (lon === undefined || lat === undefined) return null;
  return Math.abs(lon) <= 180 && Math.abs(lat) <= 90 ? [lon, lat] : null;
}

/** What stands between commas that are not inside brackets. */
function splitAtTopLevelCommas(text: string): string[] {
  const found: string[] = [''];
  let depth = 0;
  for (const letter of text) {
    if (letter === '(') depth++;
    if (letter === ')') depth--;
    if (letter === ',' && depth === 0) found.push('');
    else found[found.length - 1] += letter;
  }
  return found.map((part) => part.trim());
}

/** So many brackets around positions; null when it is not that. */
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
  const found = parseNested(isMulti ? body : `(${body})`, 2) as Position[][] | null;
  if (!found?.every((line) => line.length >= 2)) return undefined;
  return found.map((coordinates) => ({ type: 'LineString', coordinates }));
}

function toPolygons(body: string, isMulti: boolean): GeoJsonShape[] | undefined {
  const found = parseNested(isMulti ? body : `(${body})`, 3) as Ring[][] | null;
  // A ring ends where it began: three corners are four positions.
  if (!found?.every((rings) => rings.every((ring) => ring.length >= 4))) return undefined;
  if (isMulti) return [{ type: 'MultiPolygon', coordinates: found }];
  return found.map((coordinates) => ({ type: 'Polygon', coordinates }));
}

/**
 * The shapes that a text stands for: several points or lines become several shapes.
 * @returns null when the text is no shape on the globe
 */
export function parseWellKnownText(text: string): GeoJsonShape[] | null {
  const [, multi, kind, body = ''] = wktPattern.exec(text) ?? [];
  const read = { POINT: toPoints, LINESTRING: toLines, POLYGON: toPolygons }[kind?.toUpperCase() ?? ''];
  return read?.(body, multi !== undefined) ?? null;
}

/** The middle of the box around a shape: where it stands on the map; null when it is no shape. */
export function boundsCenter(text: string): { lat: number; lon: number } | null {
  const shapes = parseWellKnownText(text);
  if (!shapes) return null;
  const all = shapes.map((shape) => shape.coordinates).flat(4);
  const middle = (from: 0 | 1) => {
    const numbers = all.filter((_, index) => index % 2 === from);
    return (Math.min(...numbers) + Math.max(...numbers)) / 2;
  };
  return { lon: middle(0), lat: middle(1) };
}

/** Every coordinate rounded to so many decimals, for those who may not know the place better. */
export const roundCoordinates = (text: string, decimals: number): string =>
  text.replace(/[+-]?\d*\.\d+(?:e[+-]?\d+)?/gi, (digits) => String(Number(Number(digits).toFixed(decimals))));
