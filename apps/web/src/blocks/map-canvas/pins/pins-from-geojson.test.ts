import { expect, it } from 'vitest';
import type { PinGeometry } from '../map-types.ts';
import { convertGeojsonToPins } from './pins-from-geojson.ts';

const pinsOf = (geometry: PinGeometry | null, color: string | null = '#2274B4') =>
  convertGeojsonToPins({
    type: 'FeatureCollection',
    features: [
      { type: 'Feature', geometry, properties: { id: 318, title: 'Bridge closed', 'marker-color': color } },
    ],
  }).features;

it('creates a pin for every point of a post', () => {
  const geometry: PinGeometry = {
    type: 'GeometryCollection',
    geometries: [
      { type: 'Point', coordinates: [36.82, -1.29] },
      { type: 'LineString', coordinates: [] },
      { type: 'MultiPoint', coordinates: [[36.9, -1.3]] },
    ],
  };
  expect(pinsOf(geometry).map((pin) => pin.geometry.coordinates)).toEqual([
    [36.82, -1.29],
    [36.9, -1.3],
  ]);
  expect(pinsOf(geometry)[0]?.properties).toEqual({ id: 318, title: 'Bridge closed', color: '#2274B4' });
});

it('gives a post without a colour a grey pin', () => {
  expect(pinsOf({ type: 'Point', coordinates: [0, 0] }, null)[0]?.properties.color).toBe('#6B7683');
});

it('leaves out coordinates that are not on earth', () => {
  expect(pinsOf(null)).toEqual([]);
  expect(pinsOf({ type: 'Point', coordinates: [] })).toEqual([]);
  expect(pinsOf({ type: 'Point', coordinates: [10, 91] })).toEqual([]);
});

it('gives an approximate place the area that the real one is in', () => {
  const [pin] = convertGeojsonToPins({
    type: 'FeatureCollection',
    features: [
      {
        type: 'Feature',
        geometry: { type: 'Point', coordinates: [36.82, -60] },
        properties: { id: 318, place_precision: { radius: 2000 } },
      },
    ],
  }).features;
  expect(Number(pin?.properties.area) * 40_075_017).toBeCloseTo(4000, 6);
});
