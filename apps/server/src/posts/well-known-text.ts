/** Shapes as well-known text (`POLYGON((lon lat, …))`), the wire's encoding of geometry answers. Pure. */

type Position = [lon: number, lat: number];

/** A shape as GeoJSON has it. */
export type Shape =
  | { type: 'Point'; coordinates: Position }
  | { type: 'LineString'; coordinates: Position[] }
  | { type: 'Polygon'; coordinates: Position[][] }
  | { type: 'MultiPolygon'; coordinates: Position[][][] };

type Nested = Position | Nested[];

const number = /[+-]?(?:\d+\.?\d*|\.\d+)(?:e[+-]?\d+)?/gi;
const head = /^\s*(?:SRID=\d+;)?\s*(MULTI)?(POINT|LINESTRING|POLYGON)\s*(?:ZM?|M)?\s*(\(.*\))\s*$/is;

/** How deep the brackets of each kind go, the outermost included. */
const depths = { POINT: 1, LINESTRING: 1, POLYGON: 2 } as const;

function position(text: string): Position | null {
  const [lon, lat] = [...text.matchAll(number)].map(Number);
  if (lon === undefined || lat === undefined) return null;
  return Math.abs(lon) <= 180 && Math.abs(lat) <= 90 ? [lon, lat] : null;
}

/** What stands between commas that are not inside brackets. */
function parts(text: string): string[] {
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

/** `(…)` of so many brackets; null when it is not that. */
function nested(text: string, depth: number): Nested | null {
  if (depth === 0) return /[()]/.test(text) ? null : position(text);
  if (!text.startsWith('(') || !text.endsWith(')')) return null;
  const inner = parts(text.slice(1, -1)).map((part) => nested(part, depth - 1));
  return inner.includes(null) ? null : (inner as Nested[]);
}

const fits: Record<Shape['type'], (points: Position[]) => boolean> = {
  Point: () => true,
  LineString: (points) => points.length >= 2,
  Polygon: (points) => points.length >= 4,
  MultiPolygon: () => true,
};

/**
 * The shapes that a text stands for: several points or lines become several shapes.
 * @returns null when the text is no shape on the globe
 */
export function shapesOf(text: string): Shape[] | null {
  const [, multi, kind = '', body = ''] = head.exec(text) ?? [];
  const name = kind.toUpperCase() as keyof typeof depths;
  if (!(name in depths)) return null;
  // `MULTIPOINT(1 2, 3 4)` and `MULTIPOINT((1 2), (3 4))` are both written.
  const flatPoints = multi && name === 'POINT' && !/^\(\s*\(/.test(body);
  const found = nested(body, depths[name] + (multi && !flatPoints ? 1 : 0));
  if (!found) return null;
  const shapes = shapesFrom(name, Boolean(multi), found, Boolean(flatPoints));
  return shapes.every((shape) => shape.type !== 'LineString' || fits.LineString(shape.coordinates)) &&
    shapes.every((shape) => shape.type !== 'Polygon' || shape.coordinates.every(fits.Polygon))
    ? shapes
    : null;
}

function shapesFrom(name: keyof typeof depths, multi: boolean, found: Nested, flatPoints: boolean): Shape[] {
  if (name === 'POLYGON')
    return multi
      ? [{ type: 'MultiPolygon', coordinates: found as Position[][][] }]
      : [{ type: 'Polygon', coordinates: found as Position[][] }];
  if (name === 'LINESTRING')
    return (multi ? (found as Position[][]) : [found as Position[]]).map((coordinates) => ({
      type: 'LineString',
      coordinates,
    }));
  const points = multi && !flatPoints ? (found as Position[][]).flat() : (found as Position[]);
  return points.map((coordinates) => ({ type: 'Point', coordinates }));
}

/** The middle of the box around a shape: where it stands on the map; null when it is no shape. */
export function middleOf(text: string): { lat: number; lon: number } | null {
  const shapes = shapesOf(text);
  if (!shapes) return null;
  const all = shapes.map((shape) => shape.coordinates).flat(4) as number[];
  const middle = (from: number) => {
    const numbers = all.filter((_, index) => index % 2 === from);
    return (Math.min(...numbers) + Math.max(...numbers)) / 2;
  };
  return { lon: middle(0), lat: middle(1) };
}

/** Every coordinate rounded to so many decimals, for those who may not know the place better. */
export const rounded = (text: string, decimals: number): string =>
  text.replace(/(?<!SRID=)(?<![\d.])[+-]?\d+\.\d+(?:e[+-]?\d+)?/gi, (digits) =>
    String(Number(Number(digits).toFixed(decimals))),
  );
