import { expect, test } from 'vitest';
import { chooseDeviceZoom, computeDeviceZoom } from './device-zoom.ts';

const at = (accuracy: number, hasStreets = true) => ({ place: { lat: 0, lon: 10 }, accuracy, hasStreets });
const map = { width: 360, height: 400 };

test.each([
  [5, 17],
  [20, 17],
  [65, 16.9],
  [200, 15.3],
  [2000, 11.9],
  [20_000, 8.6],
])('a location that is accurate to %i m is shown at zoom %d', (accuracy, zoom) => {
  expect(computeDeviceZoom(at(accuracy))).toBeCloseTo(zoom, 1);
});

test('the world map, which has no streets, is not shown as near', () => {
  expect(computeDeviceZoom(at(20, false))).toBe(13);
});

test('a map that is nearer already stays as near while the circle fits', () => {
  expect(chooseDeviceZoom(at(20), { ...map, zoom: 17.8 })).toBe(17.8);
  expect(chooseDeviceZoom(at(200), { ...map, zoom: 15.9 })).toBe(15.9);
  expect(chooseDeviceZoom(at(20, false), { ...map, zoom: 15 })).toBe(15);
});

test('a map of which the circle is larger shows the whole circle', () => {
  expect(chooseDeviceZoom(at(2000), { ...map, zoom: 17 })).toBeCloseTo(11.9, 1);
});

test('a map that is farther away comes nearer', () => {
  expect(chooseDeviceZoom(at(20), { ...map, zoom: 8 })).toBe(17);
});
