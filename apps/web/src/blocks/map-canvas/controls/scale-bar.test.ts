import { expect, it } from 'vitest';
import { computeMetersPerPixel, computeScaleBar } from './scale-bar.ts';

it('halves the distance per pixel at each zoom and towards the poles', () => {
  expect(computeMetersPerPixel(0, 0)).toBeCloseTo(78_271.5, 0);
  expect(computeMetersPerPixel(0, 1)).toBeCloseTo(39_135.8, 0);
  expect(computeMetersPerPixel(60, 0)).toBeCloseTo(39_135.8, 0);
});

it('uses the longest round distance that fits', () => {
  expect(computeScaleBar(1, 90)).toEqual({ meters: 50, pixels: 50 });
  expect(computeScaleBar(23, 90)).toEqual({ meters: 2000, pixels: 2000 / 23 });
});
