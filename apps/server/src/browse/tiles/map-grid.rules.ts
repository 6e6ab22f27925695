/**
 * The map grid: web mercator with 2^26 by 2^26 cells. The number of a cell interleaves the bits of its x and y (Morton
 * order), like `map_cell()` in the database. Numbers stay below 2^52, where doubles are exact; JavaScript's bit operations
 * would truncate them to 32 bits.
 */

/** Levels of the grid; a tile of zoom z covers one cell of level z. */
export const gridLevels = 26;
const cellsPerHalf = 2 ** gridLevels;

/** A cell of a coarser grid, numbered like map tiles. */
export interface Tile {
  zoom: number;
  x: number;
  y: number;
}

/** Extracts every second bit of 26, from the lowest: 13 bits. */
function compactBits(bits: number): number {
  let spread = bits & 0x1555555;
  spread = (spread | (spread >>> 1)) & 0x13333333;
  spread = (spread | (spread >>> 2)) & 0x0f0f0f0f;
  spread = (spread | (spread >>> 4)) & 0x00ff00ff;
  return (spread | (spread >>> 8)) & 0x0000ffff;
}

/** The reverse: spreads 13 bits to every second of 26. */
function spreadBits(bits: number): number {
  let spread = bits & 0x1fff;
  spread = (spread | (spread << 8)) & 0x00ff00ff;
  spread = (spread | (spread << 4)) & 0x0f0f0f0f;
  spread = (spread | (spread << 2)) & 0x33333333;
  return (spread | (spread << 1)) & 0x55555555;
}

/** Column and row of a cell, counted from the north-west. */
export function decodeCell(cell: number): { x: number; y: number } {
  const low = cell % cellsPerHalf;
  const high = Math.floor(cell / cellsPerHalf);
  return {
    x: compactBits(low) + compactBits(high) * 2 ** 13,
    y: compactBits(low >>> 1) + compactBits(high >>> 1) * 2 ** 13,
  };
}

function encodeCell(x: number, y: number): number {
  const low = spreadBits(x % 2 ** 13) + 2 * spreadBits(y % 2 ** 13);
  const high = spreadBits(Math.floor(x / 2 ** 13)) + 2 * spreadBits(Math.floor(y / 2 ** 13));
  return low + high * cellsPerHalf;
}

/** The range of cells inside a tile, which have consecutive numbers. */
export function cellRangeOfTile({ zoom, x, y }: Tile): { first: number; last: number } {
  const size = 2 ** (gridLevels - zoom);
  const first = encodeCell(x * size, y * size);
  return { first, last: first + size * size - 1 };
}

/** The smallest tile that contains all cells of a range. */
export function enclosingTile(first: number, last: number): Tile {
  let zoom = gridLevels;
  let [a, b] = [first, last];
  while (a !== b) {
    a = Math.floor(a / 4);
    b = Math.floor(b / 4);
    zoom--;
  }
  return { zoom, ...decodeCell(a) };
}

/**
 * Masks for the bits of a cell's number that belong to its column, and to its row. Masked numbers have the order of the columns or
 * rows, so the database finds the extremes without decoding.
 */
export const columnMask = (4 ** gridLevels - 1) / 3;
export const rowMask = 2 * columnMask;

/** Columns and rows of the finest grid that contain some posts, both ends included. Rows are counted from the north. */
export interface CellBox {
  west: number;
  east: number;
  north: number;
  south: number;
}

/** The columns and rows of the finest grid that a tile covers. */
export function cellBoxOfTile({ zoom, x, y }: Tile): CellBox {
  const size = 2 ** (gridLevels - zoom);
  return { west: x * size, east: (x + 1) * size - 1, north: y * size, south: (y + 1) * size - 1 };
}

/** The smallest box around two boxes. */
export const uniteBoxes = (a: CellBox, b: CellBox): CellBox => ({
  west: Math.min(a.west, b.west),
  east: Math.max(a.east, b.east),
  north: Math.min(a.north, b.north),
  south: Math.max(a.south, b.south),
});

/** The part that two overlapping boxes share. */
export const intersectBoxes = (a: CellBox, b: CellBox): CellBox => ({
  west: Math.max(a.west, b.west),
  east: Math.min(a.east, b.east),
  north: Math.max(a.north, b.north),
  south: Math.min(a.south, b.south),
});

const latitudeAt = (y: number) => (Math.atan(Math.sinh(Math.PI * (1 - 2 * y))) * 180) / Math.PI;

/** A bounding box in degrees. */
export interface DegreeBox {
  west: number;
  north: number;
  east: number;
  south: number;
}

/** Converts a box of cells to degrees. */
export function boxToDegrees({ west, east, north, south }: CellBox): DegreeBox {
  const cellsPerSide = 2 ** gridLevels;
  return {
    west: (west / cellsPerSide) * 360 - 180,
    north: latitudeAt(north / cellsPerSide),
    east: ((east + 1) / cellsPerSide) * 360 - 180,
    south: latitudeAt((south + 1) / cellsPerSide),
  };
}

/** Bounding box of a tile in degrees. */
export const tileBounds = (tile: Tile): DegreeBox => boxToDegrees(cellBoxOfTile(tile));
