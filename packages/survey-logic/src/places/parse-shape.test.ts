import { describe, expect, test } from 'vitest';
import { measureCpuTime } from '../testing/measure-growth.ts';
import { isGeometryText, parseShape } from './parse-shape.ts';

const box = '(0 0, 10 0, 10 4, 0 4, 0 0)';

describe('the place of', () => {
  test.each([
    ['a point', 'POINT (36.82 -1.28)', [-1.28, 36.82]],
    ['a point of PostGIS', 'SRID=4326;POINT Z (36.82 -1.28 1650)', [-1.28, 36.82]],
    ['a point of RDF', '<http://www.opengis.net/def/crs/OGC/1.3/CRS84> Point(36.82 -1.28)', [-1.28, 36.82]],
    ['a point of an unknown height', 'POINT Z (36.82 -1.28 NaN)', [-1.28, 36.82]],
    ['the only one of several points', 'MULTIPOINT ((36.82 -1.28))', [-1.28, 36.82]],
    ['a line', 'LineString (10 20, 12 20, 14 20)', [20, 12]],
    ['a line across the 180th meridian', 'LINESTRING(179 -17, 183 -17)', [-17, -179]],
    ['lines', 'MULTILINESTRING((10 20, 14 20), (14 20, 16 20))', [20, 13]],
    ['an area', `POLYGON (${box})`, [2, 5]],
    ['an area of QGIS', 'PolygonZ ((0 0 7, 10 0 7, 10 4 7, 0 4 7, 0 0 7))', [2, 5]],
    ['an area of PostGIS', 'SRID=4326;POLYGON((0 0 7,10 0 7,10 4 7,0 4 7,0 0 7))', [2, 5]],
    ['an area on several lines', 'POLYGON (\n\t(0 0,\n\t10 0,\n\t10 4,\n\t0 4,\n\t0 0)\n)', [2, 5]],
    ['an area below its name', `POLYGON\n(${box})`, [2, 5]],
    ['an area of two spaces', 'POLYGON  Z ((0 0 7, 10 0 7, 10 4 7, 0 4 7, 0 0 7))', [2, 5]],
    ['an area with a hole', `POLYGON (${box}, (1 1, 9 1, 9 3, 1 3, 1 1))`, [2, 0.5]],
    ['the largest area', `MULTIPOLYGON (((40 40, 41 40, 41 41, 40 40)), (${box}))`, [2, 5]],
    ['an area of GeoJSON', '{"type":"Polygon","coordinates":[[[0,0],[10,0,5],[10,4],[0,4],[0,0]]]}', [2, 5]],
    [
      'a feature of GeoJSON',
      '{"type":"Feature","properties":{},"geometry":{"type":"Point","coordinates":[36.82,-1.28]}}',
      [-1.28, 36.82],
    ],
    [
      'a point with a code',
      '{"type":"Point","crs":{"type":"EPSG","properties":{"code":4326}},"coordinates":[36.82,-1.28]}',
      [-1.28, 36.82],
    ],
    [
      'a point of PostGIS as GeoJSON',
      '{"type":"Point","crs":{"type":"name","properties":{"name":"EPSG:4326"}},"coordinates":[36.82,-1.28]}',
      [-1.28, 36.82],
    ],
  ])('%s', (_, text, [lat, lon]) => {
    expect(parseShape(` ${text}\n`)).toEqual({ lat, lon });
    expect(isGeometryText(` ${text}\n`)).toBe(true);
  });
});

test.each([
  'POINT EMPTY',
  'POLYGON EMPTY',
  'POINT (36.82)',
  'POINT (36.82, -1.28)',
  'POINT (36.82 -91)',
  'POINT (400 1)',
  'POINT (NaN NaN)',
  'POINT (1.28S 36.82E)',
  "POINT (36°48' -1°17')",
  'POINT (0x10 5)',
  'POINT (1.2.3 4.5.6)',
  'POINT (1 2 3 4 5)',
  'POINT Z (36,82 -1,28 0)',
  'POINT ((36.82 -1.28))',
  'POINT (36.82 -1.28); POINT (34.7 -0.1)',
  'POINT (1 2),',
  'POINT (,1 2,)',
  'POINT (1 2 ---)',
  'POINT (1 2 e)',
  'POINT Z (36 82 -1.28.5)',
  'POINT ZM (1 2)',
  'POINT M (1 2 3 4)',
  'LINESTRING (0 0 1, 1 1)',
  'LINESTRING (0 0,, 1 1)',
  'LINESTRING (36.8 -1.2 36.9 -1.3)',
  'MULTIPOINT ((36.82 -1.28), 34.7 -0.1 N)',
  'MULTIPOINT ((36.82 -1.28) ())',
  'MULTIPOINT ((36.82 -1.28), see note)',
  'MULTIPOINT ((36.82 -1.28), 400)',
  'POLYGON ((0 0, 10 0, 10 4 0 4, 0 0), (1 1, 9 1, 9 3, 1 3, 1 1))',
  'POLYGON ((0 0, 10 0, 10 10, 0 10, 0 0) (1 1, 9 1, 9 9, 1 9, 1 1))',
  'POINT (36.82 -1.28) or so',
  'LINESTRING (0 0, 1 1); LINESTRING (50 50, 51 51)',
  'LINESTRING (0 0, 1 1',
  'POLYGON ((0 0, 1 0, 1 1)), ((2 2, 3 3, 4 4))',
  'POLYGON (1 2, 3 4)',
  'SRID=32637;POLYGON ((257000 9857000, 258000 9857000, 258000 9858000, 257000 9857000))',
  'POLYGON ((257000 9857000, 258000 9857000, 258000 9858000, 257000 9857000))',
  'MULTIPOINT ((36.82 -1.28), (34.7 -0.1))',
  'GEOMETRYCOLLECTION (POINT (36.82 -1.28), POINT (34.7 -0.1))',
  'Polygon with two corners',
  'Point of sale, 36.82 -1.28',
  '{"type":"Polygon"}',
  '{"type":"Polygon","coordinates":[[["0","0"]]]}',
  '{"type":"Point","coordinates":[100,50],"crs":{"type":"name","properties":{"name":"EPSG:3857"}}}',
  '{"type":"Feature","crs":{"type":"name","properties":{"name":"EPSG:3857"}},"geometry":{"type":"Point","coordinates":[100,50]}}',
  '{"type":"Point","coordinates":[100,50],"crs":{"type":"name","properties":{"name":"EPSG:3857","x":"4326"}}}',
  '{"type":"Point","coordinates":[100,50],"crs":"EPSG:3857"}',
  `{"type":"Point","coordinates":[1,2],"crs":${'['.repeat(4900)}${']'.repeat(4900)}}`,
  '{"coordinates":[36.82,-1.28]}',
  '{"type":"Feature","geometry":null}',
  '{',
  'null',
  '',
])('is no place: %s', (text) => {
  expect(parseShape(text)).toBeNull();
});

test.each([
  ['an area with many corners', `POLYGON((${'1 2,'.repeat(240_000)}1 2))`],
  ['an area with wrong corners', `POLYGON((${'1 99,'.repeat(190_000)}1 2))`],
  [
    'an area with corners that are none',
    `{"type":"Polygon","coordinates":[[${'["x","y"],'.repeat(90_000)}[1,2]]]}`,
  ],
  ['features', `${'{"type":"Feature","geometry":'.repeat(30_000)}null${'}'.repeat(30_000)}`],
  ['brackets', `MULTIPOLYGON(${'('.repeat(900_000)}`],
  ['collections', 'GEOMETRYCOLLECTION('.repeat(50_000)],
  ['spaces before a bracket', `POINT${' '.repeat(900_000)}x`],
  ['spaces', `POINT(${' '.repeat(900_000)}x`],
  ['digits', `POINT(${'1'.repeat(900_000)}`],
  ['lists', `{"type":"Polygon","coordinates":${'['.repeat(900_000)}`],
  ['areas', `MULTIPOLYGON(${'((1 2)),'.repeat(110_000)}((1 2)))`],
])('a cell as long as a row may be takes little time: %s', (_, text) => {
  expect(measureCpuTime(() => parseShape(text))).toBeLessThan(2000);
});
