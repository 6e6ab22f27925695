import { expect, test } from 'vitest';
import {
  computeCircleBounds,
  computeDestination,
  computeDistanceKm,
  computeSquareCorners,
  parseCircle,
  roundRadius,
} from './circle-geometry.ts';

const nairobi = { lat: -1.2833, lon: 36.8167 };

test('a destination in any direction has the given distance', () => {
  for (const direction of [0, 45, 90, 180, 271])
    expect(computeDistanceKm(nairobi, computeDestination(nairobi, 120, direction))).toBeCloseTo(120, 6);
  expect(computeDestination(nairobi, 100, 0).lat).toBeGreaterThan(nairobi.lat);
  expect(computeDestination(nairobi, 100, 90).lon).toBeGreaterThan(nairobi.lon);
});

test('the bounds contain the whole circle, also near a pole', () => {
  for (const center of [nairobi, { lat: 70, lon: 25 }]) {
    const [west, south, east, north] = computeCircleBounds({ center, radiusKm: 200 });
    for (let direction = 0; direction < 360; direction += 15) {
      const { lat, lon } = computeDestination(center, 199, direction);
      expect(lat > south && lat < north && lon > west - 0.2 && lon < east + 0.2).toBe(true);
    }
  }
});

test('the corners of a square are half of its side away from the lines through its center', () => {
  const corners = computeSquareCorners({ lat: 60, lon: 25 }, 10);
  for (const corner of corners) {
    expect(computeDistanceKm(corner, { lat: 60, lon: corner.lon })).toBeCloseTo(5, 3);
    expect(computeDistanceKm({ lat: 60, lon: corner.lon }, { lat: 60, lon: 25 })).toBeCloseTo(5, 2);
  }
});

test('rounds radii and parses circles from the URL', () => {
  expect([0.01, 7.349, 48.4, 1200.7].map(roundRadius)).toEqual([0.1, 7.3, 48, 1201]);
  expect(parseCircle('-1.5,36', '10')).toEqual({ center: { lat: -1.5, lon: 36 }, radiusKm: 10 });
  expect(parseCircle(undefined, '10')).toBeNull();
  expect(parseCircle('here', '10')).toBeNull();
});
