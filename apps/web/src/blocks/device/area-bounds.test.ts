import { describe, expect, test } from 'vitest';
import { intersectBounds } from './area-bounds.ts';

const nairobi = { west: 36.6, south: -1.45, east: 37.1, north: -1.15 };

describe('the part of an area in the box of a street map', () => {
  const box = [36.7, -1.4, 36.9, -1.2] as const;

  test('is what both have in common', () => {
    expect(intersectBounds(nairobi, box)).toEqual({ west: 36.7, south: -1.4, east: 36.9, north: -1.2 });
    const west = { west: 36.6, south: -1.3, east: 36.8, north: -1.25 };
    expect(intersectBounds(west, box)).toEqual({ west: 36.7, south: -1.3, east: 36.8, north: -1.25 });
  });

  test('is nothing elsewhere', () => {
    expect(intersectBounds({ west: 10, south: 47, east: 11, north: 48 }, box)).toBeUndefined();
  });
});
