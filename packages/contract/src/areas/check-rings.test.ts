import { expect, test } from 'vitest';
import { hasInside, hasLongLine } from './check-rings.ts';

test('a line across the 180th meridian is found, but not the edges of the world', () => {
  expect(
    hasLongLine([
      [170, 0],
      [-170, 0],
      [170, 1],
    ]),
  ).toBe(true);
  expect(
    hasLongLine([
      [-180, -90],
      [180, -90],
      [180, 90],
      [-180, 90],
    ]),
  ).toBe(false);
});

test('a long line with rounded points has no inside; a small shape far from it has one', () => {
  const line = Array.from({ length: 50_000 }, (_, index): [number, number] => [
    Math.round(index * 3e6) / 1e9,
    Math.round(index * 1e6) / 1e9,
  ]);
  expect(hasInside(line)).toBe(false);
  expect(
    hasInside([
      [179.9999, 89.9999],
      [179.99991, 89.9999],
      [179.99991, 89.99991],
    ]),
  ).toBe(true);
  expect(hasInside([])).toBe(false);
});
