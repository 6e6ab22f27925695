import { expect, test } from 'vitest';
import { computeCountClasses, pickColors } from './count-classes.ts';

test('counts are divided into at most five classes without gaps between the counts', () => {
  expect(computeCountClasses([0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 100])).toEqual([
    { from: 1, to: 2 },
    { from: 3, to: 4 },
    { from: 5, to: 6 },
    { from: 7, to: 8 },
    { from: 9, to: 100 },
  ]);
});

test('equal counts are in one class', () => {
  expect(computeCountClasses([3, 3, 3, 3])).toEqual([{ from: 3, to: 3 }]);
  expect(computeCountClasses([1, 1, 1, 1, 1, 1, 7])).toEqual([
    { from: 1, to: 1 },
    { from: 7, to: 7 },
  ]);
  expect(computeCountClasses([0, 0])).toEqual([]);
});

test('every count above zero is in exactly one class', () => {
  const counts = Array.from({ length: 47 }, (_, index) => (index * 37) % 23);
  const classes = computeCountClasses(counts);
  for (const count of counts)
    expect(classes.filter(({ from, to }) => from <= count && count <= to)).toHaveLength(count > 0 ? 1 : 0);
});

test('classes have different colors', () => {
  for (const size of [1, 2, 3, 4, 5])
    for (const theme of ['light', 'dark'] as const) expect(new Set(pickColors(size, theme)).size).toBe(size);
});
