import { expect, test } from 'vitest';
import { cellRangeOfTile, decodeCell, enclosingTile, gridLevels, tileBounds } from './map-grid.rules.ts';

test('the cells of a tile share its prefix', () => {
  expect(cellRangeOfTile({ zoom: 0, x: 0, y: 0 })).toEqual({ first: 0, last: 2 ** 52 - 1 });
  const south = cellRangeOfTile({ zoom: 1, x: 0, y: 1 });
  expect(south).toEqual({ first: 2 ** 51, last: 2 ** 51 + 2 ** 50 - 1 });
  for (const [zoom, x, y] of [
    [5, 17, 30],
    [13, 8191, 0],
    [26, 67_108_863, 1],
    [22, 1_234_567, 3_456_789],
  ] as const) {
    const { first, last } = cellRangeOfTile({ zoom, x, y });
    expect(decodeCell(first)).toEqual({ x: x * 2 ** (gridLevels - zoom), y: y * 2 ** (gridLevels - zoom) });
    expect(enclosingTile(first, last)).toEqual({ zoom, x, y });
  }
});

test('the enclosing tile of two cells is the smallest that contains both', () => {
  expect(enclosingTile(5, 5)).toEqual({ zoom: 26, x: 3, y: 0 });
  expect(enclosingTile(4, 7)).toEqual({ zoom: 25, x: 1, y: 0 });
  expect(enclosingTile(3, 4)).toEqual({ zoom: 24, x: 0, y: 0 });
});

test('the bounds of tiles are those of web maps', () => {
  const { west, north, east, south } = tileBounds({ zoom: 1, x: 0, y: 0 });
  expect([west, east, south]).toEqual([-180, 0, 0]);
  expect(north).toBeCloseTo(85.0511287798, 9);
});
