import { expect, test } from 'vitest';
import {
  computeOpeningView,
  listTilesInView,
  listWorldCopies,
  projectOnOpeningView,
} from './opening-view.ts';

const detail = { baseLayer: 'embedded', archives: null } as const;
const size = { width: 1024, height: 600 };

test('the centre lies in the middle of the part that nothing covers', () => {
  const center = { lat: 47.1, lon: 9.5 };
  const view = computeOpeningView({ center, zoom: 8.5 }, size, { bottom: 100, left: 24 }, detail);
  expect(projectOnOpeningView(view, center)).toEqual({ x: expect.closeTo(524), y: expect.closeTo(250) });
});

test('a place beyond the antimeridian is drawn on the nearest copy of the world', () => {
  const view = computeOpeningView({ center: { lat: 0, lon: 179 }, zoom: 5 }, size, {}, detail);
  const { x } = projectOnOpeningView(view, { lat: 0, lon: -179 });
  expect(x).toBeCloseTo(512 + (2 / 360) * 512 * 2 ** 5);
});

test('the tiles cover the map once, also where the world repeats', () => {
  const wide = { width: 1400, height: 600 };
  const view = computeOpeningView({ center: { lat: 20, lon: 170 }, zoom: 1.2 }, wide, {}, detail);
  const tiles = listTilesInView(view);
  expect(new Set(tiles.map(({ zoom }) => zoom))).toEqual(new Set([1]));
  const pixels = tiles
    .map(({ left, top, sizePx }) => {
      const width = Math.min(left + sizePx, wide.width) - Math.max(left, 0);
      return width * (Math.min(top + sizePx, wide.height) - Math.max(top, 0));
    })
    .reduce((sum, it) => sum + it, 0);
  expect(pixels).toBeCloseTo(wide.width * wide.height);
  // The same tile stands at both ends.
  expect(tiles.length).toBeGreaterThan(new Set(tiles.map(({ x, y }) => `${x}/${y}`)).size);
  expect(listWorldCopies(view)).toHaveLength(2);
});
