/** Files of map programs besides GeoJSON and KML: GPX and Esri JSON. */
import { square } from '@waypost/survey-logic/testing/build-shapefile';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { ImportTestApp } from '../import-app.fixture.ts';

let importApp: ImportTestApp;
beforeAll(async () => {
  importApp = await ImportTestApp.start();
});
afterAll(() => importApp.deployment.close());
afterEach(() => importApp.deletePosts());

describe('GPX', () => {
  const gpx = (places: string, version = '1.1') =>
    `<?xml version="1.0" encoding="UTF-8"?><gpx version="${version}" creator="x" xmlns="http://www.topografix.com/GPX/1/1" xmlns:o="o"><metadata><name>All</name><time>2020-01-01T00:00:00Z</time></metadata>${places}</gpx>`;

  test('waypoints have what the file says of them', async () => {
    const waypoint = `<wpt lat="-1.28" lon="36.82"><ele>1650.5</ele><time>2024-03-12T08:30:00Z</time><name>Bridge &amp; road</name><cmt>Seen by Ann</cmt><desc><![CDATA[<b>Gone</b><br>since May]]></desc><link href="https://example.org/1"><text>More</text></link><sym>Flag</sym><type>Damage</type><extensions><o:color>#f00</o:color><o:address><o:city>Nairobi</o:city></o:address></extensions></wpt>`;
    expect(await importApp.readRows(gpx(waypoint), 'a.gpx')).toEqual({
      type: 'gpx',
      rows: [
        {
          latitude: '-1.28',
          longitude: '36.82',
          elevation: '1650.5',
          date: '2024-03-12T08:30:00Z',
          name: 'Bridge & road',
          comment: 'Seen by Ann',
          description: 'Gone\nsince May',
          link: 'https://example.org/1',
          symbol: 'Flag',
          type: 'Damage',
          color: '#f00',
          city: 'Nairobi',
        },
      ],
    });
  });

  test('a track and a route are one place each, at their start', async () => {
    const points =
      '<trkpt lat="1" lon="2"><ele>5</ele><time>2024-03-12T08:30:00Z</time><name>x</name></trkpt><trkpt lat="3" lon="4"><time>2024-03-12T09:30:00Z</time></trkpt>';
    const track = `<trk><name>Patrol</name><type>walk</type><trkseg/><trkseg>${points}</trkseg><trkseg><trkpt lat="9" lon="9"/></trkseg></trk>`;
    const route =
      '<rte><name>Detour</name><rtept lat="5" lon="6"><name>Start</name></rtept><rtept lat="7" lon="8"/></rte>';
    const { rows } = await importApp.readRows(gpx(track + route + '<trk><name>Empty</name></trk>'), 'a.gpx');
    expect(rows).toEqual([
      {
        latitude: '1',
        longitude: '2',
        date: '2024-03-12T08:30:00Z',
        name: 'Patrol',
        type: 'walk',
        gpx: 'track',
      },
      { latitude: '5', longitude: '6', name: 'Detour', gpx: 'route' },
      { name: 'Empty', gpx: 'track' },
    ]);
  });

  test('a waypoint becomes a report with the guessed fields, and a place that cannot be read is named', async () => {
    const file = gpx(
      '<wpt lat="-1.28" lon="36.82"><name>Bridge</name><desc>Gone</desc><time>2024-03-12T08:30:00Z</time></wpt><wpt lat="91" lon="8.5"><name>Bad</name></wpt>',
    );
    const { posts, answers, done } = await importApp.importGuessed(importApp.survey, file, { name: 'a.gpx' });
    expect(done).toMatchObject({ processed: '2', errors: '1' });
    expect(posts).toMatchObject([{ title: 'Bridge', content: 'Gone' }]);
    expect([answers('Place'), posts[0]?.post_date]).toEqual([
      [{ lat: -1.28, lon: 36.82 }],
      new Date('2024-03-12T08:30:00Z'),
    ]);
  });

  test('markup in a text is a part of it, and names of the language are names like others', async () => {
    const waypoint =
      '<wpt lat="1" lon="2"><name>A</name><desc>Hello <i>big</i> world</desc><constructor>x</constructor></wpt>';
    const { rows } = await importApp.readRows(gpx(`<constructor/>${waypoint}`), 'a.gpx');
    expect(rows).toEqual([
      { latitude: '1', longitude: '2', name: 'A', description: 'Hello big world', constructor: 'x' },
    ]);
  });

  test('a file of version 1.0 without a declaration is read', async () => {
    const { rows } = await importApp.readRows(
      '<gpx version="1.0"><wpt lat="1" lon="2"><name>Z\u00fcrich</name><url>https://example.org</url></wpt></gpx>',
      'a.gpx',
    );
    expect(rows).toEqual([{ latitude: '1', longitude: '2', name: 'Zürich', link: 'https://example.org' }]);
  });
});

describe('Esri JSON', () => {
  const attributes = { OBJECTID: 7, NAME: 'Bridge' };
  const answer = (geometry: unknown, reference: unknown = { wkid: 4326 }) =>
    JSON.stringify({
      displayFieldName: 'NAME',
      spatialReference: reference,
      fields: [{ name: 'NAME' }],
      features: [{ attributes, geometry }],
    });
  const utm =
    'PROJCS["WGS_1984_UTM_Zone_37S",GEOGCS["GCS_WGS_1984",DATUM["D_WGS_1984",SPHEROID["WGS_1984",6378137.0,298.257223563]],PRIMEM["Greenwich",0.0],UNIT["Degree",0.0174532925199433]],PROJECTION["Transverse_Mercator"],PARAMETER["False_Easting",500000.0],PARAMETER["False_Northing",10000000.0],PARAMETER["Central_Meridian",39.0],PARAMETER["Scale_Factor",0.9996],PARAMETER["Latitude_Of_Origin",0.0],UNIT["Meter",1.0]]';
  const inMeters = { x: 257421.8355, y: 9858418.1791 };

  test.each<[string, unknown, unknown, [string, string, string?]]>([
    ['a point in degrees', { x: 36.82, y: -1.28 }, { wkid: 4326 }, ['-1.28', '36.82']],
    [
      'a point of a web map',
      { x: 4098783.651, y: -142500.802 },
      { wkid: 102100, latestWkid: 3857 },
      ['-1.28', '36.82'],
    ],
    ['a point in a zone', inMeters, { wkid: 32737 }, ['-1.28', '36.82']],
    ['a point in a system with a text', inMeters, { wkt: utm }, ['-1.28', '36.82']],
    [
      'several points',
      {
        points: [
          [1, 2],
          [3, 4, 5],
        ],
      },
      { wkid: 4326 },
      ['2', '1', '4, 3'],
    ],
    [
      'a line',
      {
        paths: [
          [
            [10, 20],
            [12, 20],
          ],
        ],
      },
      { wkid: 4326 },
      ['20', '11'],
    ],
    [
      'an area with a hole in its middle',
      { rings: [square(4, 4, 2).toReversed(), square(0, 0, 10)] },
      { wkid: 4326 },
      ['5', '2'],
    ],
    ['a place that is not known', { x: 'NaN', y: 'NaN' }, { wkid: 4326 }, ['', '']],
    ['no geometry', null, { wkid: 4326 }, ['', '']],
    [
      'a curve, which is not read',
      {
        curvePaths: [
          [
            [1, 2],
            {
              c: [
                [3, 4],
                [5, 6],
              ],
            },
          ],
        ],
      },
      { wkid: 4326 },
      ['? geometry', ''],
    ],
  ])('%s', async (_, geometry, reference, [latitude, longitude, others]) => {
    const { type, rows } = await importApp.readRows(answer(geometry, reference), 'a.json');
    const place = { latitude, longitude, ...(others && { 'other places': others }) };
    const expected = Object.fromEntries(Object.entries(place).filter(([, it]) => it));
    expect(type).toBe('esri');
    const [{ latitude: lat, longitude: lon, ...row } = {}] = rows;
    const rounded = [lat, lon].map((it) =>
      it && !it.startsWith('?') ? String(Number(Number(it).toFixed(5))) : (it ?? ''),
    );
    expect({
      ...row,
      ...(rounded[0] && { latitude: rounded[0] }),
      ...(rounded[1] && { longitude: rounded[1] }),
    }).toEqual({ ...expected, OBJECTID: '7', NAME: 'Bridge' });
  });

  test.each<[string, object, [string, string]]>([
    [
      'another reference system than the others',
      { x: 1, y: 2, spatialReference: { wkid: 3857 } },
      ['? WKID 3857', ''],
    ],
    ['a number that is none', { x: 1, y: '1e400' }, ['1e400', '1']],
  ])('a place with %s is rejected by name', async (_, geometry, [latitude, longitude]) => {
    const { rows } = await importApp.readRows(answer(geometry), 'a.json');
    expect([rows[0]?.['latitude'], rows[0]?.['longitude'] ?? '']).toEqual([latitude, longitude]);
  });

  test('the reference system may stand behind the places, or in them', async () => {
    const point = { x: 4098783.651, y: -142500.802 };
    const after = JSON.stringify({
      features: [{ attributes, geometry: point }],
      spatialReference: { wkid: 3857 },
    });
    const within = JSON.stringify({
      features: [{ geometry: { ...point, spatialReference: { wkid: 3857 } }, attributes }],
    });
    for (const file of [after, within])
      expect((await importApp.readRows(file, 'a.json')).rows[0]).toMatchObject({
        latitude: '-1.28',
        NAME: 'Bridge',
      });
  });

  test('dates and codes are what their fields say', async () => {
    const fields = [
      { name: 'SEEN', type: 'esriFieldTypeDate' },
      {
        name: 'KIND',
        type: 'esriFieldTypeString',
        domain: { type: 'codedValue', codedValues: [{ name: 'Shelter', code: 'SH' }] },
      },
      {
        name: 'STATE',
        type: 'esriFieldTypeInteger',
        domain: {
          type: 'codedValue',
          codedValues: [
            { name: 'Open', code: 1 },
            { name: 'Full', code: 2 },
          ],
        },
      },
      { name: 'COUNT', type: 'esriFieldTypeInteger' },
    ];
    const seen = Date.UTC(1969, 6, 20, 20, 17, 40);
    const file = JSON.stringify({
      geometryType: 'esriGeometryPoint',
      spatialReference: { wkid: 4326 },
      fields,
      features: [
        {
          attributes: { SEEN: seen, KIND: 'SH', STATE: 2, COUNT: 1, constructor: 1 },
          geometry: { x: 1, y: 2 },
        },
      ],
    });
    const { rows } = await importApp.readRows(file, 'a.json');
    expect(rows).toEqual([
      {
        latitude: '2',
        longitude: '1',
        SEEN: '1969-07-20T20:17:40Z',
        KIND: 'Shelter',
        STATE: 'Full',
        COUNT: '1',
        constructor: '1',
      },
    ]);
  });

  test.each([[{ wkid: 27700 }], [3857], ['EPSG:3857'], [[3857]]])(
    'the unknown reference system %j is refused',
    async (reference) => {
      expect(await importApp.refusalOf(answer({ x: 5, y: 5 }, reference), 'a.json')).toEqual([
        422,
        ['importProjected'],
      ]);
    },
  );
});
