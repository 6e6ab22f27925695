import { expect, test } from 'vitest';
import { formatMapView, parseMapView } from './map-view-param.ts';

test('formats and parses a map position', () => {
  expect(formatMapView({ center: { lat: -1.283333, lon: 36.816667 }, zoom: 12.34 })).toBe(
    '-1.28333,36.81667,12.3',
  );
  expect(formatMapView({ center: { lat: 10, lon: 190 }, zoom: 2 })).toBe('10,-170,2');
  expect(parseMapView('-1.2833,36.8167,12.3')).toEqual({ lat: -1.2833, lon: 36.8167, zoom: 12.3 });
  expect(parseMapView(undefined)).toBeNull();
  expect(parseMapView('99,0,3')).toBeNull();
});
