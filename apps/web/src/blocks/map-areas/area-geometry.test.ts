import type { AreaFeature } from '@waypost/contract/areas/area-outlines';
import { expect, test } from 'vitest';
import { computeAreaBounds, findAreaAt, findMiddle } from './area-geometry.ts';

const square = (west: number, south: number, size: number): [number, number][] => [
  [west, south],
  [west + size, south],
  [west + size, south + size],
  [west, south + size],
  [west, south],
];
const area = (id: number, coordinates: AreaFeature['geometry']['coordinates']): AreaFeature => ({
  type: 'Feature',
  id,
  properties: { name: `Area ${id}` },
  geometry: { type: 'MultiPolygon', coordinates },
});
const withHole = area(1, [[square(0, 0, 9), square(3, 3, 3)]]);
const parts = area(2, [[square(20, 0, 1)], [square(30, 0, 4)]]);

test('the box of very many points is found', () => {
  const many = Array.from({ length: 200_000 }, (_, index): [number, number] => [index / 2000, index / 4000]);
  expect(computeAreaBounds([area(1, [[many]])])).toEqual([0, 0, 99.9995, 49.99975]);
});

test('the box of areas is around all their parts', () => {
  expect(computeAreaBounds([withHole, parts])).toEqual([0, 0, 34, 9]);
  expect(computeAreaBounds([])).toBeNull();
});

test('an area is found at a place inside of it, and not in its hole', () => {
  const find = (lat: number, lon: number) => findAreaAt([withHole, parts], { lat, lon })?.id;
  expect([find(1, 1), find(4, 4), find(2, 31), find(0.5, 20.5), find(50, 50)]).toEqual([
    1,
    undefined,
    2,
    2,
    undefined,
  ]);
});

test('the middle of an area is inside of it', () => {
  for (const it of [withHole, parts]) expect(findAreaAt([it], findMiddle(it))).toBe(it);
});
