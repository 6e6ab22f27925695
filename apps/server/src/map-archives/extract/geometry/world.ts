/** The plane of web maps: both coordinates from 0 to 1, from west to east and from north to south. */

/** Coordinates of points, x and y in turn. */
export type Path = Float64Array;

/** Edges of an area of the plane. */
export interface WorldBox {
  left: number;
  top: number;
  right: number;
  bottom: number;
}

const unitsPerDegree = 1e7;
/** Web maps end here. */
const maxLatitude = 85.05;

/** @param longitude in ten-millionths of a degree */
export const toWorldX = (longitude: number): number => (longitude / unitsPerDegree + 180) / 360;

/** @param latitude in ten-millionths of a degree */
export function toWorldY(latitude: number): number {
  const degrees = Math.max(-maxLatitude, Math.min(maxLatitude, latitude / unitsPerDegree));
  return 0.5 - Math.asinh(Math.tan((degrees * Math.PI) / 180)) / (2 * Math.PI);
}

/** Twice the area of a ring, positive when it runs clockwise. Its first point is repeated at its end. */
export function computeDoubleArea(ring: ArrayLike<number>): number {
  const [originX = 0, originY = 0] = [ring[0], ring[1]];
  let sum = 0;
  for (let index = 0; index + 3 < ring.length; index += 2) {
    const x = (ring[index] ?? 0) - originX;
    const y = (ring[index + 1] ?? 0) - originY;
    sum += x * ((ring[index + 3] ?? 0) - originY) - ((ring[index + 2] ?? 0) - originX) * y;
  }
  return sum;
}

/** The box around a path. */
export function computeBox(path: ArrayLike<number>): WorldBox {
  const box = { left: Infinity, top: Infinity, right: -Infinity, bottom: -Infinity };
  for (let index = 0; index + 1 < path.length; index += 2) {
    const [x = 0, y = 0] = [path[index], path[index + 1]];
    if (x < box.left) box.left = x;
    if (x > box.right) box.right = x;
    if (y < box.top) box.top = y;
    if (y > box.bottom) box.bottom = y;
  }
  return box;
}

/** Whether a point is inside a ring. */
export function isInRing(ring: ArrayLike<number>, x: number, y: number): boolean {
  let isInside = false;
  for (let index = 0; index + 3 < ring.length; index += 2) {
    const [x1 = 0, y1 = 0, x2 = 0, y2 = 0] = [ring[index], ring[index + 1], ring[index + 2], ring[index + 3]];
    if (y1 > y !== y2 > y && x < ((x2 - x1) * (y - y1)) / (y2 - y1) + x1) isInside = !isInside;
  }
  return isInside;
}

/** A point inside a polygon: the middle of its widest part at half its height. @param rings the outer ring, then the holes */
export function findInnerPoint(rings: readonly Path[]): Path {
  const { left, right, top, bottom } = computeBox(rings[0] ?? []);
  const y = (top + bottom) / 2;
  const crossings: number[] = [];
  for (const ring of rings)
    for (let index = 0; index + 3 < ring.length; index += 2) {
      const [x1 = 0, y1 = 0, x2 = 0, y2 = 0] = [
        ring[index],
        ring[index + 1],
        ring[index + 2],
        ring[index + 3],
      ];
      if (y1 > y !== y2 > y) crossings.push(((x2 - x1) * (y - y1)) / (y2 - y1) + x1);
    }
  crossings.sort((a, b) => a - b);
  let [from, to] = [left, crossings.length > 1 ? left : right];
  for (let index = 0; index + 1 < crossings.length; index += 2) {
    const [start = 0, end = 0] = [crossings[index], crossings[index + 1]];
    if (end - start > to - from) [from, to] = [start, end];
  }
  return Float64Array.of((from + to) / 2, y);
}
