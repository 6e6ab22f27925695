/**
 * The grid that places stand in: web mercator, 2^26 cells a side, a cell's number being the bits of its x and y
 * interleaved (Morton order), as `map_cell()` in the database makes it. Numbers stay below 2^52, where doubles are exact;
 * bit operations of the language would cut them to 32.
 */

/** Levels of the grid; a tile of zoom z covers one cell of level z. */
export const gridLevels = 26;
const cellsPerHalf = 2 ** gridLevels;

/** A cell of a coarser grid, named as map tiles are. */
export interface Tile {
  zoom: number;
  x: number;
  y: number;
}

/** Every second bit of 26, from the lowest: 13 bits. */
function compactBits(bits: number): number {
  let spread = bits & 0x1555555;
  spread = (spread | (spread >>> 1)) & 0x13333333;
  spread = (spread | (spread >>> 2)) & 0x0f0f0f0f;
  spread = (spread | (spread >>> 4)) & 0x00ff00ff;
  return (spread | (spread >>> 8)) & 0x0000ffff;
}

/** The reverse: 13 bits spread to every second of 26. */
function spreadBits(bits: number): number {
  let spread = bits & 0x1fff;
  spread = (spread | (spread << 8)) & 0x00ff00ff;
  spread = (spread | (spread << 4)) & 0x0f0f0f0f;
  spread = (spread | (spread << 2)) & 0x33333333;
  return (spread | (spread << 1)) & 0x55555555;
}

/** Column and row of a cell, from the north-west. */
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

/** The cells inside a tile, which follow one another. */
export function cellRangeOfTile({ zoom, x, y }: Tile): { first: number; last: number } {
  const size = 2 ** (gridLevels - zoom);
  const first = encodeCell(x * size, y * size);
  return { first, last: first + size * size - 1 };
}

/** The smallest tile that holds all cells from one to the other. */
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

/** Degrees. */
export function tileBounds({ zoom, x, y }: Tile): {
  west: number;
  north: number;
  east: number;
  south: number;
} {
  const tiles = 2 ** zoom;
  return {
    west: (x / tiles) * 360 - 180,
    north: latitudeAt(y / tiles),
    east: ((x + 1) / tiles) * 360 - 180,
    south: latitudeAt((y + 1) / tiles),
  };
}
