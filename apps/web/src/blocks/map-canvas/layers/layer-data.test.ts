import { expect, test } from 'vitest';
import { findFeatureName, type LayerFeature, listFeaturesInView } from './layer-data.ts';

const point = (lon: number, lat: number, properties: LayerFeature['properties'] = {}): LayerFeature => ({
  geometry: { type: 'Point', coordinates: [lon, lat] },
  properties,
});
const area: LayerFeature = {
  geometry: {
    type: 'MultiPolygon',
    coordinates: [
      [
        [
          [0, 0],
          [20, 0],
          [20, 20],
          [0, 0],
        ],
      ],
    ],
  },
  properties: {},
};

test('features whose box is in view are listed, areas at the part that is in view', () => {
  const collection: LayerFeature = {
    geometry: { type: 'GeometryCollection', geometries: [point(11, 11).geometry] },
    properties: {},
  };
  const data = { features: [point(1, 1), area, collection, point(10.5, 30)] };
  const { features, hasMore } = listFeaturesInView(data, [10, 10, 12, 14], 5);
  expect(features.map(({ index, at }) => [index, at])).toEqual([
    [1, { lat: 12, lon: 11 }],
    [2, { lat: 11, lon: 11 }],
  ]);
  expect(hasMore).toBe(false);
  expect(listFeaturesInView(data, [0, 0, 50, 50], 3)).toMatchObject({ hasMore: true });
});

test('a feature is named by the property that people give names in', () => {
  expect(findFeatureName(point(0, 0, { id: 7, Title: 'Second', NAME: 'First' }))).toBe('First');
  expect(findFeatureName(point(0, 0, { name: ' ', nom: 'Hôpital' }))).toBe('Hôpital');
  expect(findFeatureName(point(0, 0, { name: 4, beds: 'many' }))).toBeUndefined();
});
