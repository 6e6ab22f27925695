/** Places of GeoJSON files are ones that are in the file, and nothing of a file is lost without a word. */
import type { Import, ImportPreview } from '@waypost/contract/imports/imports';
import { findPlaceInAreas } from '@waypost/survey-logic/places/point-on-shape';
import { measureCpuTime } from '@waypost/survey-logic/testing/measure-growth';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { errorCodes, errorPointers } from '../../testing/app/test-app.ts';
import { ImportTestApp } from '../import-app.fixture.ts';
import { PlaceCollector } from './place-collector.ts';

let importApp: ImportTestApp;
beforeAll(async () => {
  importApp = await ImportTestApp.start();
});
afterAll(() => importApp.deployment.close());
afterEach(() => importApp.deletePosts());

const feature = (geometry: unknown, properties: object = {}, others: object = {}) => ({
  type: 'Feature',
  geometry,
  properties: { name: 'A place', ...properties },
  ...others,
});
const collection = (features: readonly object[], others: object = {}) =>
  JSON.stringify({ type: 'FeatureCollection', ...others, features });
const upload = (file: string) => importApp.upload(file, { name: 'a.geojson' });

const readRows = async (file: string) => (await importApp.readRows(file, 'a.geojson')).rows;

async function readPlace(geometry: unknown): Promise<[lat: string, lon: string, others?: string]> {
  const [row = {}] = await readRows(collection([feature(geometry)]));
  const { latitude = '', longitude = '', 'other places': others } = row;
  return others === undefined ? [latitude, longitude] : [latitude, longitude, others];
}

const box = (west: number, south: number, east: number, north: number) => [
  [west, south],
  [east, south],
  [east, north],
  [west, north],
  [west, south],
];

describe('the place of', () => {
  test.each<[string, object | null, string[]]>([
    ['a point', { type: 'Point', coordinates: [36.8, -1.3, 12] }, ['-1.3', '36.8']],
    ['a point with texts', { type: 'Point', coordinates: ['36.8', ' -1.3'] }, ['-1.3', '36.8']],
    ['a point from 0 to 360', { type: 'Point', coordinates: [190, 1] }, ['1', '-170']],
    ['a point at 180', { type: 'Point', coordinates: [180, 1] }, ['1', '180']],
    [
      'a geometry whose type comes last',
      {
        coordinates: [
          [1, 2],
          [3, 2],
        ],
        type: 'LineString',
      },
      ['2', '2'],
    ],
    [
      'several points',
      {
        type: 'MultiPoint',
        coordinates: [
          [36.8, -1.3],
          [34.7, -0.1],
          [1, 2],
        ],
      },
      ['-1.3', '36.8', '-0.1, 34.7; 2, 1'],
    ],
    [
      'a collection',
      {
        type: 'GeometryCollection',
        geometries: [
          { type: 'Point', coordinates: [36.8, -1.3] },
          {
            coordinates: [
              [0, 0],
              [2, 0],
            ],
            type: 'LineString',
          },
          {
            type: 'GeometryCollection',
            geometries: [{ type: 'Polygon', coordinates: [box(10, 20, 12, 24)] }],
          },
        ],
      },
      ['-1.3', '36.8', '0, 1; 22, 11'],
    ],
    [
      'a line',
      {
        type: 'LineString',
        coordinates: [
          [0, 0],
          [1, 0],
          [1, 3],
        ],
      },
      ['1', '1'],
    ],
    [
      'a line of one point',
      {
        type: 'LineString',
        coordinates: [
          [5, 6],
          [5, 6],
        ],
      },
      ['6', '5'],
    ],
    [
      'a line split at 180',
      {
        type: 'MultiLineString',
        coordinates: [
          [
            [179, -17],
            [180, -17],
          ],
          [
            [-180, -17],
            [-179, -17],
          ],
        ],
      },
      ['-17', '180'],
    ],
    [
      'a line past 180',
      {
        type: 'LineString',
        coordinates: [
          [179, -17],
          [183, -17],
        ],
      },
      ['-17', '-179'],
    ],
    [
      'a line with a jump',
      {
        type: 'LineString',
        coordinates: [
          [179, -17],
          [-177, -17],
        ],
      },
      ['-17', '-179'],
    ],
    ['an area', { type: 'Polygon', coordinates: [box(10, 20, 12, 24)] }, ['22', '11']],
    [
      'areas of which the second is larger',
      { type: 'MultiPolygon', coordinates: [[box(0, 0, 1, 1)], [box(20, 20, 30, 30)]] },
      ['25', '25'],
    ],
    [
      'an area split at 180',
      { type: 'MultiPolygon', coordinates: [[box(178, -18, 180, -16)], [box(-180, -18, -178, -16)]] },
      ['-17', '180'],
    ],
    ['an area with a jump', { type: 'Polygon', coordinates: [box(179, -18, -177, -16)] }, ['-17', '-179']],
    ['an area past 180', { type: 'Polygon', coordinates: [box(178, -18, 184, -16)] }, ['-17', '-179']],
    ['the world', { type: 'Polygon', coordinates: [box(-180, -90, 180, 90)] }, ['0', '0']],
    ['most of the world', { type: 'Polygon', coordinates: [box(-100, -50, 100, 50)] }, ['0', '0']],
    [
      'the world in halves',
      { type: 'MultiPolygon', coordinates: [[box(-180, -90, 0, 90)], [box(0, -90, 180, 90)]] },
      ['0', '-90'],
    ],
    ['an area without extent', { type: 'Polygon', coordinates: [box(1, 2, 1, 2)] }, ['2', '1']],
    ['no geometry', null, ['', '']],
    ['an empty geometry', { type: 'Polygon', coordinates: [] }, ['', '']],
    ['a point of nulls', { type: 'Point', coordinates: [null, null] }, ['', '']],
  ])('%s', async (_, geometry, place) => {
    expect(await readPlace(geometry)).toEqual(place);
  });

  test('a shape of more positions than are kept is one that it has', async () => {
    const places = new PlaceCollector();
    const read = (count: number) =>
      Array.from({ length: count }, (_, at) => places.readPosition([String((at % 9) + 1), '2', '0'])).filter(
        (position) => position !== null,
      );
    places.add({ kind: 'areas', polygons: [[read(150_000)]] });
    expect(places.take()).toEqual({ latitude: '2', longitude: '1', others: '' });
    places.add({ kind: 'points', positions: read(150_000) });
    expect(places.take()).toMatchObject({
      longitude: '1',
      others: expect.stringMatching(/^2, 2; .*; … \(\+139999\)$/),
    });
  });

  test('an area of many corners takes no time', () => {
    const comb = Array.from({ length: 100_000 }, (_, at) => ({ lon: at / 1000, lat: at % 2 }));
    const find = () => expect(findPlaceInAreas([[comb]])?.lat).toBe(0.5);
    expect(measureCpuTime(find)).toBeLessThan(3000);
  });

  test('an area is not in its hole, nor beside a crescent', async () => {
    const [lat, lon] = await readPlace({
      type: 'Polygon',
      coordinates: [box(0, 0, 10, 10), box(2, 1, 9, 9)],
    });
    expect([lat, lon]).toEqual(['5', '1']);
    const crescent = [
      [0, 0],
      [10, 0],
      [10, 1],
      [1, 1],
      [1, 9],
      [10, 9],
      [10, 10],
      [0, 10],
      [0, 0],
    ];
    expect(await readPlace({ type: 'Polygon', coordinates: [crescent] })).toEqual(['5', '0.5']);
  });
});

describe('a place that cannot be read is named:', () => {
  test.each<[string, unknown, string[]]>([
    ['projected', { type: 'Point', coordinates: [500000, 4649776] }, ['4649776', '500000']],
    ['beyond the pole', { type: 'Point', coordinates: [10, 95] }, ['95', '10']],
    ['no numbers', { type: 'Point', coordinates: ['east', 'north'] }, ['north', 'east']],
    ['one number', { type: 'Point', coordinates: [36.8] }, ['? 36.8', '']],
    ['half a position', { type: 'Point', coordinates: [36.8, null] }, ['? 36.8,', '']],
    ['a text', { type: 'Point', coordinates: '36.8,-1.3' }, ['? 36.8,-1.3', '']],
    ['an object', { type: 'Point', coordinates: { lat: -1.3, lon: 36.8 } }, ['? {', '']],
    ['another format', 'POINT(36.8 -1.3)', ['? POINT(36.8 -1.3)', '']],
    [
      'one position of many',
      {
        type: 'LineString',
        coordinates: [
          [1, 2],
          [3, 'x'],
        ],
      },
      ['x', '3'],
    ],
  ])('%s', async (_, geometry, place) => {
    const uploaded = await upload(
      collection([feature(geometry), feature({ type: 'Point', coordinates: [1, 2] })]),
    );
    const { body } = await importApp.request<ImportPreview>('POST', `/csv/${uploaded.body.id}/preview`, {
      fixed: importApp.fixed(),
    });
    expect(body.rows[0]?.cells.slice(0, 2)).toEqual(place);
    const { maps_to, options } = body;
    await importApp.request('PUT', `/csv/${uploaded.body.id}`, {
      maps_to,
      options,
      fixed: importApp.fixed(),
    });
    await importApp.request('POST', `/csv/${uploaded.body.id}/import`, {});
    await importApp.deployment.jobs.runPending();
    expect(await importApp.readImport(uploaded.body.id)).toMatchObject<Partial<Import>>({
      errors: '1',
      posts: 1,
    });
  });
});

describe('columns:', () => {
  const point = { type: 'Point', coordinates: [32.9, 6.6] };
  const rowOf = (row: object) => ({ latitude: '6.6', longitude: '32.9', name: 'A place', ...row });

  test('the id of a feature is not the second one of its properties', async () => {
    const same = feature(point, { id: 'node/11', tags: ['a', 'b'] }, { id: 'node/11' });
    expect(await readRows(collection([same, feature(point, {}, { id: 12 })]))).toEqual([
      rowOf({ id: 'node/11', tags: 'a,b' }),
      rowOf({ id: '12' }),
    ]);
    const other = feature(point, { id: 'p1' }, { id: 'f1' });
    expect(await readRows(collection([same, other, feature(point, { id: 3 })]))).toEqual([
      rowOf({ id: 'node/11', 'feature id': 'node/11', tags: 'a,b' }),
      rowOf({ id: 'p1', 'feature id': 'f1' }),
      rowOf({ id: '3' }),
    ]);
  });

  test('a name that a spreadsheet would take for a formula is shown as it is written', async () => {
    const file = collection([feature(point, { '@id': '@home', '=x': 'y' })]);
    expect(await readRows(file)).toEqual([rowOf({ '@id': '@home', '=x': 'y' })]);
  });

  test('members of one name are not joined to a list', async () => {
    const text = JSON.stringify(
      feature(point, { owner: { name: 'x', tags: ['1', '2'] }, 'owner.name': 'y', b: 'B' }),
    );
    const file = text.replace('"b":"B"', '"b":"1","b":"2","b":"1","c":[{"d":"1"},{"d":"2"}]');
    expect(await readRows(file)).toEqual([
      rowOf({
        'owner.name': 'x',
        'owner.tags': '1,2',
        'owner.name (2)': 'y',
        b: '1',
        'b (2)': '2',
        'c.d': '1,2',
      }),
    ]);
  });
});

test.each([
  ['a geometry', { type: 'Point', coordinates: [1, 2] }, [['2', '1']]],
  [
    'a geometry whose type comes last',
    { coordinates: [box(10, 20, 12, 24)], type: 'Polygon' },
    [['22', '11']],
  ],
  [
    'a collection of geometries',
    {
      type: 'GeometryCollection',
      geometries: [
        { type: 'Point', coordinates: [1, 2] },
        { type: 'Point', coordinates: [3, 4] },
      ],
    },
    [
      ['2', '1'],
      ['4', '3'],
    ],
  ],
  ['a list of features', [feature({ type: 'Point', coordinates: [1, 2] })], [['2', '1']]],
])('%s without features around it is imported', async (_, content, places) => {
  const rows = await readRows(JSON.stringify(content));
  expect(rows.map(({ latitude, longitude }) => [latitude, longitude])).toEqual(places);
});

const crsOf = (name: string) => ({ crs: { type: 'name', properties: { name } } });
const point = { type: 'Point', coordinates: [20, 30] };
test.each([
  ['of the file', collection([feature(point)], crsOf('urn:ogc:def:crs:EPSG::3857'))],
  ['of a geometry', collection([feature({ ...point, ...crsOf('EPSG:32633') })])],
  [
    'that comes last',
    collection([feature(point)]).replace(/\}$/, `,${JSON.stringify(crsOf('EPSG:2056')).slice(1)}`),
  ],
])('a reference system without degrees is refused: %s', async (_, file) => {
  const reply = await upload(file);
  expect([reply.status, errorPointers(reply), errorCodes(reply)]).toEqual([
    422,
    ['/mime'],
    ['importProjected'],
  ]);
});

test.each(['urn:ogc:def:crs:OGC:1.3:CRS84', 'urn:ogc:def:crs:EPSG::4326', 'EPSG:4258', 'GCS_WGS_1984'])(
  'the reference system %s is read',
  async (name) => {
    const rows = await readRows(collection([feature(point, crsOf('EPSG:3857'))], crsOf(name)));
    expect(rows).toMatchObject([{ latitude: '30', longitude: '20', 'crs.properties.name': 'EPSG:3857' }]);
  },
);

test('a geometry of another format is named, and a feature of another spelling keeps its properties', async () => {
  const [row] = await readRows(collection([feature({ lat: 1, lon: 2 })]));
  expect(row).toMatchObject({ latitude: '? geometry' });
  const spelled = { ...feature({ type: 'Point', coordinates: [36.8, -1.3] }), type: 'feature' };
  expect(await readRows(collection([spelled]))).toEqual([
    { latitude: '-1.3', longitude: '36.8', name: 'A place' },
  ]);
});

test('a sequence of documents is read (RFC 8142)', async () => {
  const place = JSON.stringify(feature({ type: 'Point', coordinates: [36.8, -1.3] }));
  expect(await readRows(`\u001e${place}\n\u001e${place}\n`)).toHaveLength(2);
});
