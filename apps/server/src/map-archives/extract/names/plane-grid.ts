/** Finds what is near on the plane of web maps, by squares. */
import { toWorldLength } from '@waypost/survey-logic/world-length';

/** Columns are told apart by this factor; the smallest squares are 2^-25 of the plane. */
const columnFactor = 2 ** 26;

/** The side of a square on the plane, as long as this at a height of the plane. */
export function toPlaneLength(metres: number, y: number): number {
  const latitude = (Math.atan(Math.sinh(Math.PI * (1 - 2 * y))) * 180) / Math.PI;
  return toWorldLength(metres, latitude);
}

/** A number for each square. */
export class PlaneGrid {
  readonly #side: number;

  constructor(side: number) {
    this.#side = Math.max(side, 2 ** -25);
  }

  squareOf(x: number, y: number): number {
    return Math.floor(x / this.#side) * columnFactor + Math.floor(y / this.#side);
  }

  /** The square of a point and those within some squares of it. */
  *around(x: number, y: number, distance = 1): Generator<number> {
    const square = this.squareOf(x, y);
    for (let column = -distance; column <= distance; column++)
      for (let row = -distance; row <= distance; row++) yield square + column * columnFactor + row;
  }
}

/** A point with a number. */
interface NumberedPoint {
  id: number;
  x: number;
  y: number;
}

/** Points of one square; of more, as no real map has them, the first count. */
const maxPointsPerSquare = 100;
/** Squares to each side in which the nearest point is searched. */
const searchedSquares = [1, 3];

/** Points of which the nearest can be found, within about three times the side of the squares. */
export class NearestPoints {
  readonly #grid: PlaneGrid;
  readonly #points = new Map<number, NumberedPoint[]>();

  constructor(side: number) {
    this.#grid = new PlaneGrid(side);
  }

  add(point: NumberedPoint): void {
    const square = this.#grid.squareOf(point.x, point.y);
    const others = this.#points.get(square);
    if (others && others.length < maxPointsPerSquare) others.push(point);
    else if (!others) this.#points.set(square, [point]);
  }

  /** The number of the nearest point; undefined where none is near. */
  find(x: number, y: number): number | undefined {
    for (const distance of searchedSquares) {
      let nearest: number | undefined;
      let smallest = Infinity;
      for (const square of this.#grid.around(x, y, distance))
        for (const point of this.#points.get(square) ?? []) {
          const squared = (point.x - x) ** 2 + (point.y - y) ** 2;
          if (squared < smallest) [nearest, smallest] = [point.id, squared];
        }
      if (nearest !== undefined) return nearest;
    }
    return undefined;
  }
}
