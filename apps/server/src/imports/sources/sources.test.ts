/** Workbooks, GeoJSON and KML are imported like tables, and hostile ones are refused in words and take no memory. */
import type { Import, ImportPreview, RejectedRow } from '@waypost/contract/imports/imports';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { type ApiReply, errorCodes, errorPointers } from '../../testing/app/test-app.ts';
import { ImportTestApp } from '../import-app.fixture.ts';
import { buildArchive, buildWorkbook, buildWorkbookFiles } from './workbook.fixture.ts';

let importApp: ImportTestApp;
beforeAll(async () => {
  importApp = await ImportTestApp.start();
});
afterAll(() => importApp.deployment.close());
afterEach(() => importApp.deletePosts());

const placeWithOwnProperty = (_: unknown, index: number) => ({
  type: 'Feature',
  geometry: { type: 'Point', coordinates: [36.8, -1.3] },
  properties: { [`name ${index}`]: 'x' },
});
const upload = (name: string, file: string | Buffer) => importApp.upload(file, { name });
const preview = async ({ body }: ApiReply<Import>) =>
  (await importApp.request<ImportPreview>('POST', `/csv/${body.id}/preview`, { fixed: importApp.fixed() }))
    .body;

/** Imports an uploaded file as its preview proposes. */
async function run(uploaded: ApiReply<Import>): Promise<Import> {
  const { maps_to, options } = await preview(uploaded);
  const { id } = uploaded.body;
  const settings = { maps_to, options, fixed: importApp.fixed() };
  expect((await importApp.request('PUT', `/csv/${id}`, settings)).status).toBe(200);
  await importApp.request('POST', `/csv/${id}/import`, {});
  await importApp.deployment.jobs.runPending();
  return importApp.readImport(id);
}

const readValues = async () => {
  const { keyOf } = importApp.survey;
  return (await importApp.readPosts()).map(({ title, content, values, post_date }) => ({
    title,
    content,
    place: values[keyOf('Place')]?.[0],
    injured: values[keyOf('Injured')]?.[0],
    seen: values[keyOf('Seen')]?.[0],
    needs: values[keyOf('Needs')],
    date: post_date?.toISOString(),
  }));
};

test('a workbook is imported: the first visible sheet, with dates, gaps and texts that look like formulas', async () => {
  const uploaded = await upload(
    'Floods.xlsx',
    await buildWorkbook(
      { name: 'Lists', isHidden: true, rows: [['x'], ['y']] },
      {
        name: 'Reports & notes',
        rows: [
          undefined,
          ['Title', 'Description', 'Latitude', 'Longitude', 'Injured', 'Seen', 'Needs', null, 'Date'],
          ['=Bridge', 'Two\nlines, "quoted"', -1.28, 36.82, 3, { serial: 45688.729166667 }, 'Shelter'],
          undefined,
          ['Tunnel', '<b> & co', null, null, 'many', { serial: 45689 }, null, null, '1/2/2024'],
          ['Path', null, null, null, 7, null, '"Food, water",Shelter', null, { serial: 45688 }],
        ],
      },
      { name: 'Other', rows: [['Title']] },
    ),
  );
  expect([uploaded.status, uploaded.body.columns, uploaded.body.source]).toEqual([
    200,
    ['Title', 'Description', 'Latitude', 'Longitude', 'Injured', 'Seen', 'Needs', '', 'Date'],
    { type: 'xlsx', sheet: 'Reports & notes', other_sheets: 1, sheets: ['Reports & notes', 'Other'] },
  ]);
  const { rows } = await preview(uploaded);
  expect(rows.map(({ line, cells }) => [line, cells.slice(0, 6)])).toEqual([
    [3, ['=Bridge', 'Two\nlines, "quoted"', '-1.28', '36.82', '3', '2025-01-31 17:30:00']],
    [5, ['Tunnel', '<b> & co', '', '', 'many', '2025-02-01']],
    [6, ['Path', '', '', '', '7', '']],
  ]);
  const done = await run(uploaded);
  expect(done).toMatchObject({ status: 'SUCCESS', processed: '3', errors: '1', name: 'Floods.xlsx' });
  expect(await readValues()).toMatchObject([
    {
      title: '=Bridge',
      content: 'Two\nlines, "quoted"',
      place: { lat: -1.28, lon: 36.82 },
      injured: 3,
      seen: '2025-01-31 00:00:00',
      needs: ['Shelter'],
    },
    { title: 'Path', injured: 7, needs: ['Food, water', 'Shelter'], date: '2025-01-31T00:00:00.000Z' },
  ]);
  const { body } = await importApp.request<{ results: RejectedRow[] }>('GET', `/csv/${done.id}/errors`);
  expect(body.results.map(({ line, errors }) => [line, errors[0]?.value])).toEqual([[5, 'many']]);
});

test('the format of a converted file stays, whatever the options say', async () => {
  const { body } = await upload(
    'a.xlsx',
    await buildWorkbook({ name: 'A', rows: [['Title'], ['Grüße; und mehr']] }),
  );
  const settings = {
    maps_to: ['title'],
    fixed: importApp.fixed(),
    options: { encoding: 'utf-16le', delimiter: ';' },
  };
  const shown = await importApp.request<ImportPreview>('POST', `/csv/${body.id}/preview`, settings);
  expect(shown.body.rows[0]?.cells).toEqual(['Grüße; und mehr']);
  await importApp.request('PUT', `/csv/${body.id}`, settings);
  await importApp.request('POST', `/csv/${body.id}/import`, {});
  await importApp.deployment.jobs.runPending();
  expect((await importApp.readPosts()).map(({ title }) => title)).toEqual(['Grüße; und mehr']);
});

test('dates of a workbook that counts from 1904 are right', async () => {
  const rows = [
    ['Title', 'Date'],
    ['A one', { serial: 44226 }],
  ] as const;
  const files = buildWorkbookFiles([{ name: 'A', rows }], { date1904: true });
  await run(await upload('a.xlsx', await buildArchive(files)));
  expect(await readValues()).toMatchObject([{ date: '2025-01-31T00:00:00.000Z' }]);
});

describe('GeoJSON', () => {
  const point = (lon: number, lat: number) => ({ type: 'Point', coordinates: [lon, lat, 12] });
  const feature = (geometry: object | null, properties: object | null) => ({
    type: 'Feature',
    geometry,
    properties,
  });
  const features = [
    feature(point(36.82, -1.28), {
      name: 'Bridge',
      description: 'A "long" text\nwith lines',
      injured: 3,
      needs: ['Food, water', 'Shelter'],
      owner: { name: 'City' },
      open: true,
      nothing: null,
    }),
    feature(
      {
        type: 'Polygon',
        coordinates: [
          [
            [10, 20],
            [12, 20],
            [12, 24],
            [10, 24],
            [10, 20],
          ],
        ],
      },
      { name: 'Field', features: [{ type: 'Feature' }] },
    ),
    feature(null, { name: 'Nowhere' }),
    feature(
      { type: 'GeometryCollection', geometries: [point(1, 2), point(3, 4)] },
      { name: 'Several', type: 'x' },
    ),
  ];
  const expected = [
    { title: 'Bridge', place: { lat: -1.28, lon: 36.82 }, injured: 3, needs: ['Food, water', 'Shelter'] },
    { title: 'Field', place: { lat: 22, lon: 11 } },
    { title: 'Nowhere', place: undefined },
    { title: 'Several', place: { lat: 2, lon: 1 } },
  ];

  test.each([
    [
      'a collection',
      JSON.stringify({ crs: { properties: {} }, features, type: 'FeatureCollection' }, null, 1),
    ],
    ['a feature a line', features.map((it) => JSON.stringify(it)).join('\n')],
  ])('%s is imported', async (_, file) => {
    const uploaded = await upload('places.geojson', file);
    expect(uploaded.body.source).toEqual({ type: 'geojson', sheet: null, other_sheets: 0 });
    expect(uploaded.body.columns).toEqual([
      'latitude',
      'longitude',
      'name',
      'description',
      'injured',
      'needs',
      'owner.name',
      'open',
      'features.type',
      'type',
      'other places',
    ]);
    const { rows } = await preview(uploaded);
    expect(rows[0]?.cells.slice(5, 8)).toEqual(['"Food, water",Shelter', 'City', 'true']);
    expect(rows.map(({ line }) => line)).toEqual([1, 2, 3, 4]);
    expect(await run(uploaded)).toMatchObject({ processed: '4', errors: '0' });
    expect(await readValues()).toMatchObject(expected);
  });
});

describe('KML', () => {
  const kml = `<?xml version="1.0" encoding="UTF-8"?>
    <kml xmlns="http://www.opengis.net/kml/2.2" xmlns:gx="http://www.google.com/kml/ext/2.2"><Document><name>All</name>
    <Style id="a"><LineStyle><color>ff00</color></LineStyle></Style>
    <Folder><name>Bridges</name>
      <Placemark><name>Bridge &amp; road</name><description><![CDATA[<b>Gone</b>]]></description>
        <TimeStamp><when>2025-01-31T10:00:00Z</when></TimeStamp>
        <ExtendedData><Data name="f1"><displayName>injured</displayName><value> 3 </value></Data>
          <SchemaData><SimpleData name="needs">Shelter</SimpleData></SchemaData></ExtendedData>
        <Point><coordinates> 36.82,-1.28,0 </coordinates></Point></Placemark>
    </Folder>
    <Placemark><name>Path</name><LineString><coordinates>10,20
      12,24,5</coordinates></LineString></Placemark></Document></kml>`;
  test.each(['kml', 'kmz'])('a %s file is imported', async (ending) => {
    const file = ending === 'kml' ? kml : await buildArchive({ 'doc.kml': kml, 'files/a.png': 'x' });
    const uploaded = await upload(`places.${ending}`, file);
    expect(uploaded.body.source).toEqual({ type: 'kml', sheet: null, other_sheets: 0 });
    expect(uploaded.body.columns).toEqual([
      'latitude',
      'longitude',
      'name',
      'description',
      'date',
      'injured',
      'needs',
      'folder',
    ]);
    expect(await run(uploaded)).toMatchObject({ processed: '2', errors: '0' });
    expect(await readValues()).toMatchObject([
      {
        title: 'Bridge & road',
        content: 'Gone',
        place: { lat: -1.28, lon: 36.82 },
        injured: 3,
        needs: ['Shelter'],
        date: '2025-01-31T10:00:00.000Z',
      },
      { title: 'Path', place: { lat: 22, lon: 11 } },
    ]);
  });
});

describe('is refused in words:', () => {
  const sheet = (xml: string) => ({
    ...buildWorkbookFiles([{ name: 'A', rows: [['Title'], ['x']] }]),
    'xl/worksheets/sheet1.xml': xml,
  });
  const entities = `<!DOCTYPE kml [<!ENTITY a "b"><!ENTITY x SYSTEM "file:///etc/passwd">]><kml><Placemark><name>&x;</name></Placemark></kml>`;
  test.each<[string, string, () => Promise<string | Buffer> | string | Buffer, string, string]>([
    ['an old Excel file', 'a.xls', () => Buffer.from('d0cf11e0a1b11ae1', 'hex'), '/mime', 'importOldExcel'],
    ['a Word file', 'a.xlsx', () => buildArchive({ 'word/document.xml': 'x' }), '/mime', 'importTableFormat'],
    ['another archive', 'a.zip', () => buildArchive({ 'a.csv': 'x' }), '/mime', 'importArchive'],
    ['a damaged archive', 'a.xlsx', () => Buffer.from('504b030400000000', 'hex'), '/mime', 'importBroken'],
    [
      'broken JSON',
      'a.geojson',
      () => '{"type": "FeatureCollection", "features": [{]}',
      '/mime',
      'importBroken',
    ],
    ['broken XML', 'a.kml', () => '<kml><Placemark></kml>', '/mime', 'importBroken'],
    ['a file without places', 'a.json', () => '{"type": "Other", "a": 1}', '/mime', 'importNoPlaces'],
    ['a KML file with entities', 'a.kml', () => entities, '/mime', 'importUnsafe'],
    [
      'an unknown entity',
      'a.kml',
      () => '<kml><Placemark><name>&x;</name></Placemark></kml>',
      '/mime',
      'importBroken',
    ],
    [
      'a workbook with entities',
      'a.xlsx',
      () => buildArchive(sheet(`<!DOCTYPE a><worksheet/>`)),
      '/mime',
      'importUnsafe',
    ],
    [
      'a workbook that is far larger unpacked',
      'a.xlsx',
      () => buildArchive(sheet(`<worksheet>${' '.repeat(20_000_000)}</worksheet>`)),
      '/size',
      'importTooLarge',
    ],
    [
      'a workbook whose cells repeat a long text',
      'a.xlsx',
      () => {
        const files = buildWorkbookFiles([{ name: 'A', rows: [['Title'], ['x'.repeat(30_000)]] }]);
        const rows = Array.from(
          { length: 1000 },
          (_, at) => `<row r="${at + 3}"><c t="s"><v>1</v></c></row>`,
        );
        const xml = files['xl/worksheets/sheet1.xml'] ?? '';
        return buildArchive({
          ...files,
          'xl/worksheets/sheet1.xml': xml.replace('</sheetData>', `${rows.join('')}</sheetData>`),
        });
      },
      '/size',
      'importTooLarge',
    ],
    ['deep nesting', 'a.kml', () => `<kml>${'<a>'.repeat(50_000)}`, '/mime', 'importBroken'],
    ['deep lists', 'a.json', () => `{"a":${'['.repeat(100_000)}`, '/mime', 'importBroken'],
    [
      'an element with thousands of attributes',
      'a.kml',
      () => `<kml ${Array.from({ length: 20_000 }, (_, at) => `a${at}="x"`).join(' ')}/>`,
      '/mime',
      'importBroken',
    ],
    [
      'places with more different properties than columns',
      'a.geojson',
      () =>
        JSON.stringify({
          type: 'FeatureCollection',
          features: Array.from({ length: 3000 }, placeWithOwnProperty),
        }),
      '/columns',
      'csvColumns',
    ],
    ['an empty sheet', 'a.xlsx', () => buildWorkbook({ name: 'A', rows: [] }), '/columns', 'csvEmpty'],
  ])('%s', async (_, name, build, pointer, code) => {
    const reply = await upload(name, await build());
    expect([reply.status, errorPointers(reply), errorCodes(reply)]).toEqual([422, [pointer], [code]]);
  });

  test('a place with a title that is too long does not affect the others', async () => {
    const place = (name: string) => `<Placemark><name>${name}</name></Placemark>`;
    const file = `<kml>${place('A one')}${place('x'.repeat(390_000))}${place('B two')}</kml>`;
    const done = await run(await upload('a.kml', file));
    expect(done).toMatchObject({ processed: '3', errors: '1', posts: 2 });
  });
});
