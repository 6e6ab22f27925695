/** Joins parts of streets: ways of the same name that are near each other are one street. */
import { PlaneGrid } from './plane-grid.ts';

/** A part of a street: number of its name, and its first, middle and last points, x and y in turn. */
export const numbersPerPart = 6;

/** Streets of parts. */
export interface MergedStreets {
  /** The street of each part. */
  streetOf: Int32Array;
  count: number;
}

function findRoot(parents: Int32Array, part: number): number {
  let root = part;
  while ((parents[root] ?? root) !== root) root = parents[root] ?? root;
  for (let at = part; at !== root; ) {
    const next = parents[at] ?? root;
    parents[at] = root;
    at = next;
  }
  return root;
}

/**
 * Joins the parts of each name whose points are within one square, or in neighboring ones.
 * @param names the number of each part's name
 * @param points six numbers per part
 * @param side of the squares on the plane
 */
export function mergeStreets(
  names: readonly number[],
  points: readonly number[],
  side: number,
): MergedStreets {
  const grid = new PlaneGrid(side);
  const parents = Int32Array.from(names.keys());
  const order = Int32Array.from(names.keys()).sort((a, b) => (names[a] ?? 0) - (names[b] ?? 0) || a - b);
  let squares = new Map<number, number>();
  let name: number | undefined;
  for (const part of order) {
    if (names[part] !== name) {
      squares = new Map();
      name = names[part];
    }
    for (let point = 0; point < numbersPerPart; point += 2) {
      const at = part * numbersPerPart + point;
      const [x = 0, y = 0] = [points[at], points[at + 1]];
      for (const square of grid.around(x, y)) {
        const other = squares.get(square);
        if (other !== undefined) parents[findRoot(parents, part)] = findRoot(parents, other);
      }
      const own = grid.squareOf(x, y);
      if (!squares.has(own)) squares.set(own, part);
    }
  }
  return numberStreets(parents);
}

function numberStreets(parents: Int32Array): MergedStreets {
  const streetOf = new Int32Array(parents.length);
  const numbers = new Map<number, number>();
  for (let part = 0; part < parents.length; part++) {
    const root = findRoot(parents, part);
    const street = numbers.get(root) ?? numbers.size;
    numbers.set(root, street);
    streetOf[part] = street;
  }
  return { streetOf, count: numbers.size };
}
