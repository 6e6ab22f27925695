/** Shapefiles: shapes, texts, coordinate systems, and archives that are damaged or hostile. */

import { areaLimits } from '@waypost/contract/areas/area-limits';
import { AreaGeometry } from '@waypost/contract/areas/areas';
import { buildShapes, buildTable, square } from '@waypost/survey-logic/testing/build-shapefile';
import { strToU8 } from 'fflate';
import { describe, expect, test } from 'vitest';
import { AreasFileError } from '../areas-file-error.ts';
import { readShapefile } from './read-shapefile.ts';
import { zip, zipShapefile } from './shapefile.fixture.ts';

async function problemOf(archive: Uint8Array): Promise<unknown> {
  try {
    await readShapefile(archive);
  } catch (error) {
    if (error instanceof AreasFileError) return error.problem;
    throw error;
  }
  return null;
}
const damaged = { key: 'damaged' };
const names = async (archive: Uint8Array) =>
  (await readShapefile(archive)).map(({ properties }) => properties['NAME']);
const latin1 = (text: string) => Uint8Array.from(text, (letter) => letter.codePointAt(0) ?? 0);
const geographic = (datum: string, spheroid: string) =>
  `GEOGCS["GCS_${datum}",DATUM["D_${datum}",SPHEROID[${spheroid}]],PRIMEM["Greenwich",0.0],UNIT["Degree",0.0174532925199433]]`;
const wgs84 = geographic('WGS_1984', '"WGS_1984",6378137.0,298.257223563');
const zoneOf = (name: string, system: string, meridian: number) =>
  `PROJCS["${name}",${system},PROJECTION["Transverse_Mercator"],PARAMETER["False_Easting",500000.0],PARAMETER["False_Northing",0.0],PARAMETER["Central_Meridian",${meridian}],PARAMETER["Scale_Factor",0.9996],PARAMETER["Latitude_Of_Origin",0.0],UNIT["Meter",1.0]]`;

test('polygons with parts, holes and names are read; empty shapes are left out', async () => {
  const hole = square(0.25, 0.25, 0.5).toReversed();
  const archive = zipShapefile(
    [[square(0, 0), hole, square(5, 5)], null, [square(9, 9)]],
    [
      { NAME: 'North', CODE: 'N1' },
      { NAME: 'Nowhere', CODE: '' },
      { NAME: 'South', CODE: 'S1' },
    ],
    { 'areas.prj': strToU8(wgs84), 'readme.txt': strToU8('Districts') },
  );
  expect(await readShapefile(archive)).toEqual([
    {
      properties: { NAME: 'North', CODE: 'N1' },
      geometry: expect.objectContaining({
        type: 'MultiPolygon',
        coordinates: [[square(0, 0), hole], [square(5, 5)]],
      }),
    },
    {
      properties: { NAME: 'South', CODE: 'S1' },
      geometry: expect.objectContaining({ type: 'Polygon', coordinates: [square(9, 9)] }),
    },
  ]);
});

test('the files may be in folders, in any case, and beside those of a Mac', async () => {
  const archive = zip({
    'Data/Areas.SHP': [buildShapes([[square(0, 0)]]), { level: 0 }],
    'Data/Areas.DBF': buildTable([{ NAME: 'North' }]),
    'Data/Areas.CPG': new Uint8Array(),
    '__MACOSX/Data/._Areas.SHP': strToU8('x'),
    '../../etc/passwd': strToU8('x'),
  });
  expect(await names(archive)).toEqual(['North']);
});

describe('texts', () => {
  const archiveOf = (encode: (text: string) => Uint8Array, label?: string) =>
    zipShapefile([[square(0, 0)]], [], {
      'areas.dbf': buildTable([{ NAME: 'Zürich' }], encode),
      ...(label === undefined ? {} : { 'areas.cpg': strToU8(label) }),
    });

  test.each(['UTF-8', 'utf8', '65001', undefined, 'unknown 7'])('UTF-8 is read (%s)', async (label) => {
    expect(await names(archiveOf((text) => new TextEncoder().encode(text), label))).toEqual(['Zürich']);
  });

  test.each(['ISO-8859-1', '88591', '8859-1', 'ANSI 1252', '1252', undefined, 'unknown 7'])(
    'ISO 8859-1 is read, also where nothing says so (%s)',
    async (label) => {
      expect(await names(archiveOf(latin1, label))).toEqual(['Zürich']);
    },
  );
});

describe('coordinate systems', () => {
  const archiveOf = (projection: string, west = 391_779, south = 5_820_077, size = 1000) =>
    zipShapefile([[square(west, south, size)]], [{ NAME: 'North' }], { 'areas.prj': strToU8(projection) });
  const firstPoint = async (archive: Uint8Array) =>
    AreaGeometry.parse((await readShapefile(archive))[0]?.geometry).coordinates[0]?.[0] ?? [];

  test.each([
    wgs84,
    geographic('ETRS_1989', '"GRS_1980",6378137.0,298.257222101'),
    geographic('North_American_1983', '"GRS_1980",6378137.0,298.257222101'),
  ])('meters become degrees (%#)', async (system) => {
    const [lon = 0, lat = 0] = await firstPoint(archiveOf(zoneOf('Zone 33', system, 15)));
    expect([lon, lat]).toEqual([expect.closeTo(13.405, 4), expect.closeTo(52.52, 4)]);
  });

  test('degrees of WGS 84 stay as they are', async () => {
    expect(await firstPoint(archiveOf(wgs84, 13.4, 52.5, 1))).toEqual([13.4, 52.5]);
  });

  test.each([
    // Its places are 100 m from those of WGS 84, and nothing in the file says in which direction.
    [
      zoneOf('Arc_1960_UTM_Zone_37N', geographic('Arc_1960', '"Clarke_1880_RGS",6378249.145,293.465'), 39),
      'Arc_1960_UTM_Zone_37N',
    ],
    [`PROJCS["World_Goode",${wgs84},PROJECTION["Goode_Land"],UNIT["Meter",1.0]]`, 'World_Goode'],
    ['a local grid', 'a local grid'],
    ['PROJCS["Cut off",GEOGCS["', 'Cut off'],
  ])('an unknown one is named (%#)', async (projection, name) => {
    expect(await problemOf(archiveOf(projection))).toEqual({ key: 'projection', name });
  });
});

describe('archives that cannot be used', () => {
  const shapes = buildShapes([[square(0, 0)]]);
  const table = buildTable([{ NAME: 'North' }]);
  const archive = zip({ 'areas.shp': shapes, 'areas.dbf': table });
  const change = (bytes: Uint8Array, edit: (view: DataView) => void) => {
    const copy = bytes.slice();
    edit(new DataView(copy.buffer));
    return copy;
  };
  const withShapes = (bytes: Uint8Array) => problemOf(zip({ 'areas.shp': bytes, 'areas.dbf': table }));

  test('say what is missing, or there several times', async () => {
    expect(await problemOf(zip({ 'areas.txt': strToU8('x') }))).toEqual({ key: 'noShapes' });
    expect(await problemOf(zip({ 'areas.shp': shapes, 'other.dbf': table }))).toEqual({ key: 'noTable' });
    expect(
      await problemOf(zip({ 'a/North.shp': shapes, 'b/South.shp': shapes, 'a/North.dbf': table })),
    ).toEqual({
      key: 'severalShapes',
      names: 'north.shp, south.shp',
    });
    expect(await withShapes(buildShapes([[square(0, 0)]], 3))).toEqual({ key: 'empty' });
  });

  test('are refused wherever they are cut', async () => {
    for (let length = 1; length < archive.length - 200; length += 7)
      expect([length, await problemOf(archive.slice(0, length))]).toEqual([
        length,
        expect.objectContaining({ key: expect.stringMatching(/^(damaged|noShapes|noTable)$/) }),
      ]);
    for (let length = 0; length < shapes.length; length += 3)
      expect([length, await withShapes(shapes.slice(0, length))]).toEqual([length, damaged]);
    for (let length = 0; length < table.length - 1; length += 3)
      expect(await problemOf(zip({ 'areas.shp': shapes, 'areas.dbf': table.slice(0, length) }))).toEqual(
        damaged,
      );
  });

  test.each([
    ['a record that ends before it begins', (view: DataView) => view.setInt32(104, -8)],
    ['a record beyond the end', (view: DataView) => view.setInt32(104, 0x7f_ff_ff_ff)],
    ['more points than the record has', (view: DataView) => view.setInt32(148, 6, true)],
    ['a negative number of parts', (view: DataView) => view.setInt32(144, -1, true)],
    ['a part that begins elsewhere', (view: DataView) => view.setInt32(152, 3, true)],
    ['another type', (view: DataView) => view.setInt32(108, 1, true)],
  ])('are refused for %s', async (_, edit) => {
    expect(await withShapes(change(shapes, edit))).toEqual(damaged);
  });

  test('are refused for a table that states other rows', async () => {
    for (const rows of [0, 2, 0xff_ff_ff_ff]) {
      const changed = change(table, (view) => view.setUint32(4, rows, true));
      expect(await problemOf(zip({ 'areas.shp': shapes, 'areas.dbf': changed }))).toEqual(damaged);
    }
  });

  test('are refused for too many points or areas', async () => {
    const points = change(shapes, (view) => view.setInt32(148, areaLimits.points + 1, true));
    expect(await withShapes(points)).toEqual({ key: 'outline', name: '1' });
    expect(await withShapes(buildShapes(Array.from({ length: areaLimits.areas + 1 }, () => null)))).toEqual({
      key: 'many',
      total: areaLimits.areas + 1,
    });
  });

  test('are not unpacked beyond the limit, whatever size they state', async () => {
    const bomb = zip({ 'areas.shp': new Uint8Array(areaLimits.unpackedBytes + 1), 'areas.dbf': table });
    const unpacked = { key: 'unpacked', bytes: areaLimits.unpackedBytes };
    expect(await problemOf(bomb)).toEqual(unpacked);
    const directory = bomb.length - 22 - 46 - 9 - 46 - 9;
    expect(await problemOf(change(bomb, (view) => view.setUint32(directory + 24, 10, true)))).toEqual(
      unpacked,
    );
  });

  test('are refused for more entries than a Shapefile has', async () => {
    const entries = Array.from({ length: 1001 }, (_, index) => [`${index}.txt`, new Uint8Array()]);
    expect(await problemOf(zip({ ...Object.fromEntries(entries), 'areas.shp': shapes }))).toEqual(damaged);
  });
});
