/**
 * Vector tiles of which it is not known what is land and what is sea. Maps that are made from extracts end such tiles with a layer
 * without features; the client then draws no ground, so that the world map is visible.
 */
const name = new TextEncoder().encode('waypost:unknown-ground');
/** Fields of a layer: the version 2, and the name (https://github.com/mapbox/vector-tile-spec/tree/master/2.1). */
const layer = [0x78, 2, 0x0a, name.length, ...name];
const mark = Uint8Array.from([0x1a, layer.length, ...layer]);

/** The tile with the mark. */
export function markUnknownGround(tile: Uint8Array): Uint8Array {
  const marked = new Uint8Array(tile.length + mark.length);
  marked.set(tile);
  marked.set(mark, tile.length);
  return marked;
}

/** Whether a tile has the mark. */
export function isGroundUnknown(tile: Uint8Array): boolean {
  const start = tile.length - mark.length;
  return start >= 0 && mark.every((byte, index) => tile[start + index] === byte);
}
