import { Buffer } from 'node:buffer';
import { PMTiles, zxyToTileId } from 'pmtiles';
import { expect, it } from 'vitest';
import { pmtilesArchive } from './pmtiles-writer.mjs';

/** Reads from memory what a browser reads by range requests. */
const inMemory = (archive) => ({
  getKey: () => 'memory',
  getBytes: async (offset, length) => ({
    data: new Uint8Array(archive).slice(offset, offset + length).buffer,
  }),
});

function* world(maxZoom) {
  for (let z = 0; z <= maxZoom; z++) {
    for (let x = 0; x < 2 ** z; x++) {
      // Open sea is the same everywhere; land differs from tile to tile.
      for (let y = 0; y < 2 ** z; y++) yield { z, x, y, data: Buffer.from(x % 2 ? 'sea' : `${z}/${x}/${y}`) };
    }
  }
}

it.each([2, 7])(
  'can be read back, with leaf directories where there are many tiles (zoom %i)',
  async (maxZoom) => {
    const metadata = { name: 'test' };
    const archive = pmtilesArchive(world(maxZoom), zxyToTileId, { minZoom: 0, maxZoom, metadata });
    const tiles = new PMTiles(inMemory(archive));
    const textOf = async (z, x, y) => Buffer.from((await tiles.getZxy(z, x, y)).data).toString();
    expect(await tiles.getMetadata()).toEqual(metadata);
    expect(await textOf(0, 0, 0)).toBe('0/0/0');
    expect(await textOf(2, 2, 3)).toBe('2/2/3');
    expect(await textOf(maxZoom, 1, 1)).toBe('sea');
    expect(await tiles.getZxy(maxZoom + 1, 0, 0)).toBeUndefined();
    const header = await tiles.getHeader();
    expect(header.leafDirectoryLength > 0).toBe(maxZoom === 7);
    expect(header.numTileContents).toBeLessThan(header.numAddressedTiles);
  },
);
