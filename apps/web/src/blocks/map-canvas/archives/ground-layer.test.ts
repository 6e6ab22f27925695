import { VectorTile } from '@mapbox/vector-tile';
import { markUnknownGround } from '@waypost/contract/map-archives/unknown-ground';
import { PbfReader } from 'pbf';
import { expect, it } from 'vitest';
import { addGround, clipBoxToTile, encodeGround, GROUND_LAYER } from './ground-layer.ts';

const box = [0, 0, 90, 45] as const;

it('is the part of the tile that is in the box', () => {
  // The tile of the north-eastern quarter: the box begins at its lower left corner.
  const [left, top, right, bottom] = clipBoxToTile(box, { z: 1, x: 1, y: 0 });
  expect([left, right, bottom]).toEqual([0, 2048, 4096]);
  expect(top).toBeGreaterThan(2048);
  expect(clipBoxToTile([-180, -85.06, 180, 85.06], { z: 2, x: 1, y: 1 })).toEqual([-64, -64, 4160, 4160]);
});

it('is a vector tile of one polygon', () => {
  const { layers } = new VectorTile(new PbfReader(encodeGround(box, { z: 1, x: 1, y: 0 })));
  const layer = layers[GROUND_LAYER];
  expect([layer?.length, layer?.extent, layer?.version]).toEqual([1, 4096, 2]);
  const feature = layer?.feature(0);
  expect(feature?.type).toBe(3);
  const [ring = []] = feature?.loadGeometry() ?? [];
  const [left, top, right, bottom] = clipBoxToTile(box, { z: 1, x: 1, y: 0 });
  expect(ring.map(({ x, y }) => [x, y])).toEqual([
    [left, top],
    [right, top],
    [right, bottom],
    [left, bottom],
    [left, top],
  ]);
});

it('is added to a tile, but not where the tile says that its land is unknown', () => {
  const number = { z: 1, x: 1, y: 0 };
  const listLayers = (tile: Uint8Array<ArrayBuffer>) =>
    Object.keys(new VectorTile(new PbfReader(new Uint8Array(addGround(tile.buffer, box, number)))).layers);
  expect(listLayers(new Uint8Array())).toEqual([GROUND_LAYER]);
  expect(listLayers(new Uint8Array(markUnknownGround(new Uint8Array())))).toEqual([]);
});
