import { expect, test } from 'vitest';
import { computePinBounds } from './pin-bounds.ts';

const boundsOf = (...points: [lon: number, lat: number][]) =>
  computePinBounds({
    features: points.map((coordinates) => ({
      geometry: { type: 'GeometryCollection', geometries: [{ type: 'Point', coordinates }] },
    })),
  });

test('the box contains all points', () => {
  expect(boundsOf([36, -1], [3, 6], [39, -4])).toEqual([3, -4, 39, 6]);
  expect(boundsOf([36, -1])).toEqual([36, -1, 36, -1]);
  expect(boundsOf()).toBeNull();
});

test('the box crosses the antimeridian where that is shorter', () => {
  expect(boundsOf([178, -18], [-172, -14], [174, -41])).toEqual([174, -41, -172, -14]);
});
