import { expect, it } from 'vitest';
import { unwrapBounds, wrapBounds } from './camera.ts';

it('converts bounds over the antimeridian in both directions', () => {
  expect(unwrapBounds([170, -20, -170, -10])).toEqual([170, -20, 190, -10]);
  expect(wrapBounds([170, -20, 190, -10])).toEqual([170, -20, -170, -10]);
  expect(wrapBounds([-190, -20, -170, -10])).toEqual([170, -20, -170, -10]);
});

it('leaves other bounds unchanged', () => {
  expect(unwrapBounds([36, -2, 37, -1])).toEqual([36, -2, 37, -1]);
  expect(wrapBounds([36, -2, 37, -1])).toEqual([36, -2, 37, -1]);
});

it('treats a view of more than the world as the world', () => {
  expect(wrapBounds([-250, -80, 300, 80])).toEqual([-180, -80, 180, 80]);
});
