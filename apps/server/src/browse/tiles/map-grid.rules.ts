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

const latitudeAt = (y: number) => (Math.atan(Math.sinh(Math.PI * (1 - 2 * y))) * 180) / Math.PI;

/** Bounding box of a tile in degrees. */
export function tileBounds({ zoom, x, y }: Tile): {
  west: number;
  north: number;
  east: number;
  south: number;
} {
  const tilesPerSide = 2 ** zoom;
  return {
    west: (x / tilesPerSide) * 360 - 180,
    north: latitudeAt(y / tilesPerSide),
    east: ((x + 1) / tilesPerSide) * 360 - 180,
    south: latitudeAt((y + 1) / tilesPerSide),
  };
}
