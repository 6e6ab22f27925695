import { expect, it } from 'vitest';
import { cutCorners, unroll } from './geometry.mjs';

it('carries a ring over the antimeridian instead of back across the map', () => {
  const fiji = [
    [179, -17],
    [-179, -17],
    [-179, -18],
    [179, -18],
    [179, -17],
  ];
  expect(unroll(fiji, true).map(([lon]) => lon)).toEqual([179, 181, 181, 179, 179]);
});

it('closes a ring that goes round the pole below the pole', () => {
  const antarctica = [
    [-180, -70],
    [-90, -75],
    [0, -70],
    [90, -66],
    [179, -70],
  ];
  expect(unroll(antarctica, true).slice(-3)).toEqual([
    [179, -89.9],
    [-180, -89.9],
    [-180, -70],
  ]);
});

it('keeps rings closed and the ends of lines in place when corners are cut', () => {
  const square = [
    [0, 0],
    [4, 0],
    [4, 4],
    [0, 4],
    [0, 0],
  ];
  const ring = cutCorners(square, true);
  expect(ring).toHaveLength(9);
  expect(ring.at(-1)).toEqual(ring[0]);
  const line = cutCorners(square, false);
  expect([line[0], line.at(-1)]).toEqual([
    [0, 0],
    [0, 0],
  ]);
});
