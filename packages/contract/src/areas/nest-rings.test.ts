import { expect, test } from 'vitest';
import { nestRings } from './nest-rings.ts';

const square = (west: number, south: number, size: number): [number, number][] => [
  [west, south],
  [west + size, south],
  [west + size, south + size],
  [west, south + size],
];

test('rings become parts, holes, and parts in holes', () => {
  const [island, lake, isle, other] = [square(0, 0, 9), square(1, 1, 6), square(2, 2, 2), square(20, 0, 1)];
  expect(nestRings([isle, other, lake, island])).toEqual([[island, lake], [isle], [other]]);
  expect(nestRings([])).toEqual([]);
});

test('a hole belongs to the smallest part around it', () => {
  const [island, lake, isle, pond] = [square(0, 0, 9), square(1, 1, 6), square(2, 2, 4), square(3, 3, 1)];
  expect(nestRings([pond, isle, lake, island])).toEqual([
    [island, lake],
    [isle, pond],
  ]);
});
