/** Shapefiles in a ZIP: shapes, the values of their table, encodings and reference systems. */
import {
  buildIndex,
  buildPoints,
  buildShapes,
  buildTable,
  square,
} from '@waypost/survey-logic/testing/build-shapefile';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { ImportTestApp } from '../../import-app.fixture.ts';
import { buildArchive } from '../workbook.fixture.ts';

let importApp: ImportTestApp;
beforeAll(async () => {
  importApp = await ImportTestApp.start();
});
afterAll(() => importApp.deployment.close());
afterEach(() => importApp.deletePosts());

/** The shapes with the box around them in their header. */
function withBox(shapes: Uint8Array, [x = 0, y = 0]: readonly number[]): Uint8Array {
  const view = new DataView(shapes.buffer);
  for (const at of [36, 52]) view.setFloat64(at, x, true);
  for (const at of [44, 60]) view.setFloat64(at, y, true);
  return shapes;
}

/** The table, whose first field claims another length. */
function withFieldLength(table: Uint8Array, length: number): Uint8Array {
  table[48] = length;
  return table;
}

/** The shapes, the first of which claims to have so many positions. */
function withCount(shapes: Uint8Array, count: number): Uint8Array {
  new DataView(shapes.buffer).setInt32(148, count, true);
  return shapes;
}

const wgs84 =
  'GEOGCS["GCS_WGS_1984",DATUM["D_WGS_1984",SPHEROID["WGS_1984",6378137.0,298.257223563]],PRIMEM["Greenwich",0.0],UNIT["Degree",0.0174532925199433]]';
const zone = (system: string) =>
  `PROJCS["Zone",${system},PROJECTION["Transverse_Mercator"],PARAMETER["False_Easting",500000.0],PARAMETER["False_Northing",10000000.0],PARAMETER["Central_Meridian",39.0],PARAMETER["Scale_Factor",0.9996],PARAMETER["Latitude_Of_Origin",0.0],UNIT["Meter",1.0]]`;
const archive = (files: Record<string, Uint8Array | string>) =>
  buildArchive(Object.fromEntries(Object.entries(files).map(([name, bytes]) => [name, Buffer.from(bytes)])));
const names = buildTable([{ NAME: 'Bridge' }]);

test('places and the values of their table are read', async () => {
  const rows = [
    {
      NAME: 'Bridge',
      INJURED: '3',
      DEPTH: '36.820000000000',
      CODE: '00123456789012345678',
      SEEN: '20240312',
      OPEN: 'T',
    },
    { NAME: 'Nowhere', INJURED: '*********', DEPTH: '1.5e+2', CODE: '', SEEN: '00000000', OPEN: '?' },
  ];
  const table = buildTable(rows, undefined, { INJURED: 'N', DEPTH: 'F', CODE: 'N', SEEN: 'D', OPEN: 'L' });
  const file = await archive({
    'Data/Places.SHP': buildPoints([[36.82, -1.28, 1650, 0], null]),
    'Data/Places.DBF': table,
    'Data/Places.PRJ': wgs84,
    'Data/Places.shx': buildIndex(buildPoints([[36.82, -1.28, 1650, 0], null])),
    '__MACOSX/Data/._Places.SHP': 'x',
  });
  expect(await importApp.readRows(file, 'places.zip')).toEqual({
    type: 'shapefile',
    rows: [
      {
        latitude: '-1.28',
        longitude: '36.82',
        NAME: 'Bridge',
        INJURED: '3',
        DEPTH: '36.82',
        CODE: '00123456789012345678',
        SEEN: '2024-03-12',
        OPEN: 'true',
      },
      { NAME: 'Nowhere', DEPTH: '150' },
    ],
  });
});

test.each<[string, Uint8Array, [string, string]]>([
  [
    'a line',
    buildShapes(
      [
        [
          [
            [10, 20],
            [12, 20],
          ],
        ],
      ],
      3,
    ),
    ['20', '11'],
  ],
  [
    'an area with a hole in its middle',
    buildShapes([[square(0, 0, 10), square(4, 4, 2).toReversed()]]),
    ['5', '2'],
  ],
  ['the larger of two areas', buildShapes([[square(0, 0), square(20, 20, 10)]]), ['25', '25']],
])('the place of %s is one that is in it', async (_, shapes, [latitude, longitude]) => {
  const { rows } = await importApp.readRows(await archive({ 'a.shp': shapes, 'a.dbf': names }), 'a.zip');
  expect(rows).toEqual([{ latitude, longitude, NAME: 'Bridge' }]);
});

test('coordinates of a projection become degrees', async () => {
  const file = await archive({
    'a.shp': buildPoints([[257421.8355, 9858418.1791]]),
    'a.dbf': names,
    'a.prj': zone(wgs84),
  });
  const [{ latitude, longitude } = {}] = (await importApp.readRows(file, 'a.zip')).rows;
  expect([Number(latitude), Number(longitude)]).toEqual([expect.closeTo(-1.28, 5), expect.closeTo(36.82, 5)]);
});

test('a shape whose row is deleted is left out', async () => {
  const table = buildTable([{ NAME: 'Old' }, { NAME: 'New' }]);
  table[33 + 32] = 0x2a;
  const { rows } = await importApp.readRows(
    await archive({
      'a.shp': buildPoints([
        [1, 2],
        [3, 4],
      ]),
      'a.dbf': table,
    }),
    'a.zip',
  );
  expect(rows).toEqual([{ latitude: '4', longitude: '3', NAME: 'New' }]);
});

const win1251 = (text: string) =>
  Uint8Array.from(text, (it) => (it > '\u0400' ? it.charCodeAt(0) - 0x350 : it.charCodeAt(0)));
test.each<[string, (text: string) => Uint8Array, string, string, number]>([
  ['UTF-8', (text) => Buffer.from(text), 'Мост', '', 0],
  ['the encoding of its .cpg', win1251, 'Мост', '1251', 0],
  ['UTF-8, cut within a character', () => Buffer.from('Стр. Мост').subarray(0, -1), 'Стр. Мос', 'UTF-8', 0],
  ['that of its code page', win1251, 'Мост', '', 0xc9],
  ['that of Western Europe', () => Uint8Array.of(0x93, 0x5a, 0xfc, 0x94, 0x80), '“Zü”€', '', 0x57],
])('texts are in %s', async (_, encode, text, label, codePage) => {
  const table = buildTable([{ NAME: text }], encode);
  table[29] = codePage;
  const file = await archive({
    'a.shp': buildPoints([[1, 2]]),
    'a.dbf': table,
    ...(label && { 'a.cpg': label }),
  });
  expect((await importApp.readRows(file, 'a.zip')).rows[0]?.['NAME']).toBe(text);
});

test.each<[string, Record<string, Uint8Array | string>, string]>([
  [
    'several Shapefiles',
    { 'a.shp': buildPoints([[1, 2]]), 'b.shp': buildPoints([[1, 2]]) },
    'importSeveralShapefiles',
  ],
  [
    'meters without a projection',
    { 'a.shp': withBox(buildPoints([[257421, 9858418]]), [257421, 9858418]) },
    'importNoProjection',
  ],
  [
    'a reference system that nobody knows',
    {
      'a.shp': buildPoints([[1, 2]]),
      'a.prj': zone(wgs84.replace('D_WGS_1984', 'D_Arc_1960').replace('6378137.0', '6378249.145')),
    },
    'importProjected',
  ],
  [
    'shapes that end too early',
    { 'a.shp': buildPoints([[1, 2]]).subarray(0, 120), 'a.dbf': names },
    'importBroken',
  ],
  [
    'a table that ends too early',
    { 'a.shp': buildPoints([[1, 2]]), 'a.dbf': names.subarray(0, 70) },
    'importBroken',
  ],
  [
    'shapes that the index passes over',
    {
      'a.shp': buildPoints([
        [1, 2],
        [3, 4],
      ]),
      'a.shx': buildIndex(
        buildPoints([
          [1, 2, 3, 4],
          [3, 4],
        ]),
      ),
      'a.dbf': buildTable([{ NAME: 'a' }, { NAME: 'b' }]),
    },
    'importBroken',
  ],
  [
    'fewer shapes than rows',
    { 'a.shp': buildPoints([[1, 2]]), 'a.dbf': buildTable([{ NAME: 'a' }, { NAME: 'b' }]) },
    'importBroken',
  ],
  [
    'more shapes than rows',
    {
      'a.shp': buildPoints([
        [1, 2],
        [3, 4],
      ]),
      'a.dbf': names,
    },
    'importBroken',
  ],
  [
    'fields without a length',
    { 'a.shp': buildPoints([[1, 2]]), 'a.dbf': withFieldLength(buildTable([{ NAME: 'a' }]), 0) },
    'importBroken',
  ],
  [
    'fields that are longer than a row',
    { 'a.shp': buildPoints([[1, 2]]), 'a.dbf': withFieldLength(buildTable([{ NAME: 'a' }]), 200) },
    'importBroken',
  ],
  [
    'a text of a reference system in another version',
    {
      'a.shp': buildPoints([[1, 2]]),
      'a.prj':
        'GEOGCRS["WGS 84",DATUM["World Geodetic System 1984",ELLIPSOID["WGS 84",6378137,298.257223563]],CS[ellipsoidal,2]]',
    },
    'importProjected',
  ],
  ['no shapes', { 'a.shp': buildPoints([]) }, 'importNoPlaces'],
  [
    'lengths that contradict each other',
    { 'a.shp': withCount(buildShapes([[square(0, 0)]]), 2_000_000_000), 'a.dbf': names },
    'importBroken',
  ],
])('%s are refused', async (_, files, code) => {
  expect(await importApp.refusalOf(await archive(files), 'a.zip')).toEqual([422, [code]]);
});

test('a part of it alone is refused with what to do', async () => {
  expect(await importApp.refusalOf(Buffer.from(buildPoints([[1, 2]])), 'a.shp')).toEqual([
    422,
    ['importBareShapefile'],
  ]);
});
