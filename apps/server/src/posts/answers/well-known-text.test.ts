import { expect, test } from 'vitest';
import { boundsCenter, type GeoJsonShape, parseWellKnownText, roundCoordinates } from './well-known-text.ts';

const square = 'POLYGON((0 0, 4 0, 4 2, 0 2, 0 0), (1 1, 2 1, 2 1.5, 1 1))';
const cases: [string, GeoJsonShape['type'][] | null][] = [
  ['POINT(36.8 -1.3)', ['Point']],
  ['srid=4326;Point Z (36.8 -1.3 1700)', ['Point']],
  ['MULTIPOINT(1 2, 3 4)', ['Point', 'Point']],
  ['MULTIPOINT((1 2), (3 4))', ['Point', 'Point']],
  ['LINESTRING(1 2, 3 4)', ['LineString']],
  ['LINESTRING(1 2)', null],
  ['MULTILINESTRING((1 2, 3 4), (5 6, 7 8))', ['LineString', 'LineString']],
  [square, ['Polygon']],
  ['POLYGON((0 0, 4 0, 0 0))', null],
  ['POLYGON(0 0, 4 0, 4 2, 0 0)', null],
  ['POLYGON((0 0, 4 0, 4 2, 0 0)', null],
  ['POLYGON((0 0, 4 0, 4 200, 0 0))', null],
  ['MULTIPOLYGON(((0 0, 4 0, 4 2, 0 0)), ((5 5, 6 5, 6 6, 5 5)))', ['MultiPolygon']],
  ['CIRCLE(1 2)', null],
  ['', null],
];
test.each(cases)('%s', (text, types) => {
  expect(parseWellKnownText(text)?.map((shape) => shape.type) ?? null).toEqual(types);
});

test('parses coordinates in the order of GeoJSON', () => {
  expect(parseWellKnownText(square)).toEqual([
    {
      type: 'Polygon',
      coordinates: [
        [
          [0, 0],
          [4, 0],
          [4, 2],
          [0, 2],
          [0, 0],
        ],
        [
          [1, 1],
          [2, 1],
          [2, 1.5],
          [1, 1],
        ],
      ],
    },
  ]);
});

test('the position of a shape is the center of its bounding box', () => {
  expect(boundsCenter(square)).toEqual({ lon: 2, lat: 1 });
  expect(boundsCenter('here')).toBeNull();
});

test('every coordinate of a shape is rounded, and the text stays valid', () => {
  expect(roundCoordinates('SRID=4326;LINESTRING(-1.2987 36.8251, 10 .126)', 2)).toBe(
    'SRID=4326;LINESTRING(-1.3 36.83, 10 0.13)',
  );
  // Without a point, but as exact.
  expect(roundCoordinates('POINT(368251e-4 -12987e-4)', 2)).toBe('POINT(36.83 -1.3)');
});
