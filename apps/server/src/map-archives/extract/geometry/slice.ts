/** Divides shapes into tiles. */
import { measurePoints, selectPoints } from '../../../kernel/geometry/simplify.ts';
import { type Axis, clipLine, clipRing, type Range } from './clip.ts';
import { computeBox, computeDoubleArea, type Path, type WorldBox } from './world.ts';

/** Units of a tile's side, and units by which shapes reach into the neighboring tiles. */
export const tileExtent = 4096;
const tileBuffer = 64;
/** The deepest tiles; the map enlarges them further in. */
export const maxZoom = 14;

/** Units of a pixel. */
const unitsPerPixel = 8;
/** Distance in units within which points are left out, and the smallest area that is drawn, at zooms before the last. */
const tolerance = 0.35 * unitsPerPixel;
const minDoubleArea = 2 * (1.5 * unitsPerPixel) ** 2;

/** Kinds of shapes as vector tiles number them. */
export const shapeTypes = { point: 1, line: 2, polygon: 3 } as const;
export type ShapeType = (typeof shapeTypes)[keyof typeof shapeTypes];

/** A point, lines, or a polygon with its outer ring, which runs clockwise, and then the holes, which run counterclockwise. */
export interface Shape {
  type: ShapeType;
  paths: readonly Path[];
}

/** The part of a shape in a tile, in units of the tile. */
export interface Slice {
  x: number;
  y: number;
  paths: number[][];
}

const margin = tileBuffer / tileExtent;
const findFirstTile = (value: number, limit: number, count: number) =>
  Math.max(0, Math.floor(limit * count), Math.floor(value * count - margin));
const findLastTile = (value: number, limit: number, count: number) =>
  Math.min(count - 1, Math.floor(limit * count), Math.floor(value * count + margin));

/** The range of tiles that a box touches at a zoom, as far as they are in the limits. */
function findTiles(box: WorldBox, limits: WorldBox, zoom: number) {
  const count = 2 ** zoom;
  return {
    left: findFirstTile(box.left, limits.left, count),
    right: findLastTile(box.right, limits.right, count),
    top: findFirstTile(box.top, limits.top, count),
    bottom: findLastTile(box.bottom, limits.bottom, count),
  };
}

/** Whether coordinates of the world are all within a tile and its surroundings. */
function isWithin(first: number, last: number, zoom: number, tile: number): boolean {
  const { low, high } = rangeOf(tile);
  const scale = tileExtent * 2 ** zoom;
  return first * scale >= low && last * scale <= high;
}

const rangeOf = (tile: number): Range => ({
  low: tile * tileExtent - tileBuffer,
  high: (tile + 1) * tileExtent + tileBuffer,
});

function clipPaths(paths: number[][], type: ShapeType, axis: Axis, tile: number): number[][] {
  const range = rangeOf(tile);
  if (type === shapeTypes.line) return paths.flatMap((path) => clipLine(path, axis, range));
  const rings = paths.map((path) => clipRing(path, axis, range));
  // A hole must not take the place of an outer ring of which nothing is left.
  return rings[0]?.length ? rings.filter(({ length }) => length > 0) : [];
}

/** Whole numbers relative to the tile, without points that fall together. */
function toTileUnits(path: readonly number[], x: number, y: number): number[] {
  const units: number[] = [];
  for (let index = 0; index + 1 < path.length; index += 2) {
    const unitX = Math.round((path[index] ?? 0) - x * tileExtent);
    const unitY = Math.round((path[index + 1] ?? 0) - y * tileExtent);
    const length = units.length;
    if (length === 0 || units[length - 2] !== unitX || units[length - 1] !== unitY) units.push(unitX, unitY);
  }
  return units;
}

/** The ring in the other direction. */
function turnAround(ring: readonly number[]): number[] {
  const turned: number[] = [];
  for (let index = ring.length - 2; index >= 0; index -= 2)
    turned.push(ring[index] ?? 0, ring[index + 1] ?? 0);
  return turned;
}

/**
 * The rings of a polygon in a tile: the outer one clockwise, the holes counterclockwise, since a feature of several polygons is divided
 * by directions alone, and those of rings that cross themselves change when they are clipped. Empty where nothing is left: a hole, such
 * as an island, may cover the whole tile.
 */
function turnRings(rings: readonly number[][]): number[][] {
  const turned: number[][] = [];
  let left = 0;
  for (const [index, ring] of rings.entries()) {
    const isOuter = index === 0;
    const area = ring.length < minNumbers[shapeTypes.polygon] ? 0 : computeDoubleArea(ring);
    if (isOuter && area === 0) return [];
    if (area === 0) continue;
    left += isOuter ? Math.abs(area) : -Math.abs(area);
    turned.push(area > 0 === isOuter ? ring : turnAround(ring));
  }
  return left > 0 ? turned : [];
}

function scalePath(path: Path, scale: number): number[] {
  const scaled: number[] = [];
  for (const value of path) scaled.push(value * scale);
  return scaled;
}

const minNumbers = { [shapeTypes.point]: 2, [shapeTypes.line]: 4, [shapeTypes.polygon]: 8 };

/** A shape that is prepared for all zooms. */
export class SlicedShape {
  readonly #shape: Shape;
  /** Of each path, when they are needed first: most shapes are in tiles of the last zoom only. */
  #measures: Float64Array[] | undefined;
  readonly #areas: number[];
  readonly #box: WorldBox;

  constructor(shape: Shape) {
    this.#shape = shape;
    const isPolygon = shape.type === shapeTypes.polygon;
    this.#areas = isPolygon ? shape.paths.map((path) => Math.abs(computeDoubleArea(path))) : [];
    this.#box = computeBox(shape.paths[0] ?? []);
    for (const path of shape.type === shapeTypes.line ? shape.paths.slice(1) : []) {
      const box = computeBox(path);
      this.#box.left = Math.min(this.#box.left, box.left);
      this.#box.right = Math.max(this.#box.right, box.right);
      this.#box.top = Math.min(this.#box.top, box.top);
      this.#box.bottom = Math.max(this.#box.bottom, box.bottom);
    }
  }

  /** The paths at a zoom, in units of the world; of polygons those that are large enough. */
  #pathsAt(zoom: number): number[][] {
    const { type, paths } = this.#shape;
    const scale = tileExtent * 2 ** zoom;
    const isLast = zoom === maxZoom;
    const isPolygon = type === shapeTypes.polygon;
    const minArea = isLast ? 2 : minDoubleArea;
    const isVisible = (index: number) => !isPolygon || (this.#areas[index] ?? 0) * scale * scale >= minArea;
    if (!isVisible(0)) return [];
    if (isLast) return paths.filter((_, index) => isVisible(index)).map((path) => scalePath(path, scale));
    const measures = (this.#measures ??= paths.map((path) => measurePoints(path, isPolygon)));
    return paths.flatMap((path, index) =>
      isVisible(index)
        ? [selectPoints(path, measures[index] ?? new Float64Array(), tolerance / scale, scale)]
        : [],
    );
  }

  /** Calls back with each part at a zoom. @param limits tiles outside are left out */
  slice(zoom: number, limits: WorldBox, onSlice: (slice: Slice) => void): void {
    const paths = this.#pathsAt(zoom);
    if (paths.length === 0) return;
    const { type } = this.#shape;
    const tiles = findTiles(this.#box, limits, zoom);
    for (let x = tiles.left; x <= tiles.right; x++) {
      const isInColumn = type === shapeTypes.point || isWithin(this.#box.left, this.#box.right, zoom, x);
      const column = isInColumn ? paths : clipPaths(paths, type, 0, x);
      if (column.length === 0) continue;
      for (let y = tiles.top; y <= tiles.bottom; y++) {
        const isInRow = type === shapeTypes.point || isWithin(this.#box.top, this.#box.bottom, zoom, y);
        const cell = isInRow ? column : clipPaths(column, type, 1, y);
        const units = cell.map((path) => toTileUnits(path, x, y));
        const visible =
          type === shapeTypes.polygon
            ? turnRings(units)
            : units.filter((path) => path.length >= minNumbers[type]);
        if (visible.length > 0) onSlice({ x, y, paths: visible });
      }
    }
  }
}
