import { describe, expect, test } from 'vitest';
import { computeBoundsAround, listTilesUpToZoom } from './tile-coverage.ts';

const nairobi = { west: 36.6, south: -1.45, east: 37.1, north: -1.15 };

describe('the tiles of an area', () => {
  test('begin with the world and hold the area at each zoom', () => {
    const tiles = listTilesUpToZoom(nairobi, 7);
    expect(tiles[0]).toEqual({ z: 0, x: 0, y: 0 });
    expect(tiles).toContainEqual({ z: 7, x: 77, y: 64 });
    expect(tiles.length).toBeLessThan(20);
  });

  test('stop at a whole zoom before they are too many', () => {
    const tiles = listTilesUpToZoom(nairobi, 18, 100);
    expect(tiles.length).toBeLessThanOrEqual(100);
    const deepest = Math.max(...tiles.map((it) => it.z));
    expect(listTilesUpToZoom(nairobi, deepest).length).toBe(tiles.length);
  });

  test('go on behind the 180th meridian', () => {
    const fiji = { west: 177, south: -19, east: -178, north: -16 };
    const columns = listTilesUpToZoom(fiji, 5)
      .filter((it) => it.z === 5)
      .map((it) => it.x);
    expect(new Set(columns)).toEqual(new Set([31, 0]));
  });
});

test('the area around a place is as large as the map shows', () => {
  const { west, east, north, south } = computeBoundsAround(
    { lat: 0, lon: 10, zoom: 1 },
    { width: 512, height: 512 },
  );
  expect([west, east]).toEqual([-80, 100]);
  expect(north).toBeCloseTo(66.51, 1);
  expect(south).toBeCloseTo(-66.51, 1);
  const world = computeBoundsAround({ lat: 0, lon: 0, zoom: 0 }, { width: 2000, height: 900 });
  expect(world.west).toBe(-180);
});
