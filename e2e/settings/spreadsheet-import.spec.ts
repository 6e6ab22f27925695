/**
 * Files of 3,000 rows as people keep them are imported without a manual: a CSV file with unusual separators, headings with words around
 * the name, two columns of the same name, dates in three forms, and some broken rows; an Excel workbook; places as GeoJSON, KML, GPX and a Shapefile.
 * Actions and time are printed. Files that cannot be read are refused in words.
 */
import { expect, type Page } from '@playwright/test';
import { buildPoints, buildTable } from '@waypost/survey-logic/testing/build-shapefile';
import {
  buildArchive,
  buildWorkbook,
  type SheetCell,
} from '../../apps/server/src/imports/sources/workbook.fixture.ts';
import { expectAccessible, test } from '../support/browser.ts';
import { createActionCounter } from '../support/count-actions.ts';
import { createFullSurvey } from '../support/full-survey.ts';
import { openAs } from '../support/log-in.ts';
import { scaled, testLimit } from '../support/timing.ts';
import { admin, callApi, endWaypost, startWaypost, tokenFor, type Waypost } from '../support/waypost.ts';

let waypost: Waypost;
let token: string;
test.beforeAll(async () => {
  waypost = await startWaypost();
  token = await tokenFor(waypost, 'admin');
  await createFullSurvey(waypost);
});
test.afterAll(() => endWaypost(waypost));

const rowCount = 3000;
const headings = [
  '#',
  'INCIDENT TITLE',
  'What happened? (required)',
  'People affected [persons]',
  'First seen',
  'What is needed?',
  'Where is it? latitude',
  'Where is it? longitude',
  'Checked',
  'Checked',
];

function buildRow(at: number): string[] {
  const dates = [`${(at % 28) + 1}/3/2024`, String(45_000 + (at % 300)), `2024-05-${10 + (at % 20)} 08:30`];
  return [
    String(at),
    `Road ${at} is flooded`,
    at % 50 === 0
      ? `"First line\r\nand ""second"" line ${at}"`
      : `Nobody gets across, since ${at} o'clock; wait`,
    String((at * 7) % 90),
    dates[at % 3] ?? '',
    ['Water/Food', 'Shelter', 'Food/Shelter/Water'][at % 3] ?? '',
    (-1.2 - (at % 100) / 1000).toFixed(4).replace('.', ','),
    (36.8 + (at % 90) / 1000).toFixed(4).replace('.', ','),
    '',
    '',
  ];
}

/** Vertical bars between columns, slashes between answers, Windows line ends, a zero byte, and three rows that cannot be imported. */
function buildFile(): Buffer {
  const rows = Array.from({ length: rowCount }, (_, at) => buildRow(at + 1));
  rows[9] = (rows[9] ?? []).with(2, '"This quotation mark is never closed');
  rows[19] = (rows[19] ?? []).with(3, 'many');
  rows[29] = (rows[29] ?? []).with(4, '3/31/2024 5:30 PM');
  rows[39] = (rows[39] ?? []).with(2, 'A zero byte\0 here');
  return Buffer.from(`${[headings, ...rows].map((cells) => cells.join('|')).join('\r\n')}\r\n`);
}

async function takePictures(page: Page, step: string): Promise<void> {
  for (const width of [1280, 390]) {
    await page.setViewportSize({ width, height: 900 });
    await page.screenshot({ path: test.info().outputPath(`${step}-${width}.png`), fullPage: true });
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width);
  }
  await page.setViewportSize({ width: 1280, height: 900 });
}

type ActionCounter = ReturnType<typeof createActionCounter>;

function printEffort(kind: string, count: ActionCounter): void {
  const { actions, seconds } = count.result();
  process.stdout.write(`Import of ${rowCount} rows, ${kind}: ${actions} actions, ${seconds} s\n`);
}

interface File {
  name: string;
  mimeType: string;
  buffer: Buffer;
}

/** Chooses a file and the survey, until the columns are to be matched. */
async function chooseFile(page: Page, file: File, count: ActionCounter): Promise<void> {
  await page.goto(`${waypost.baseUrl}/settings/data-import`);
  await count.do(page.getByLabel('File to import').setInputFiles(file));
  await count.do(page.getByRole('radio', { name: 'Flooded roads' }).check());
  await count.do(page.getByRole('button', { name: 'Continue' }).click());
  await expect(page.getByRole('heading', { name: 'Match columns', level: 1 })).toBeVisible();
  await expect(page.getByRole('region', { name: 'Preview' })).toBeVisible();
}

/** Publishes the rows and waits for the result. */
async function finishImport(page: Page, { name }: File, count: ActionCounter): Promise<void> {
  await count.do(page.getByRole('combobox', { name: 'Marked as', exact: true }).selectOption('Published'));
  await count.do(page.getByRole('button', { name: 'Finish import' }).click());
  await expect(page.getByRole('heading', { name: `${name} was imported` })).toBeVisible({
    timeout: scaled(60_000),
  });
}

interface ImportedPost {
  title: string;
  content: string;
  values: Record<string, unknown[]>;
}

/** The first post, and the number of posts. @param filter a query, such as `q=water` */
async function findPosts(filter = ''): Promise<{ total_count: number; results: ImportedPost[] }> {
  const response = await callApi(waypost, token, 'GET', `/posts?limit=1&orderby=id&order=asc&${filter}`);
  return (await response.json()) as { total_count: number; results: ImportedPost[] };
}

test('a spreadsheet of 3,000 rows with unusual separators is imported in a few steps', {
  tag: '@slow',
}, async ({ open }) => {
  test.setTimeout(testLimit(180_000));
  const page = await openAs(admin, open, waypost.baseUrl, '/settings/data-import');
  await takePictures(page, '1-file');
  const count = createActionCounter();
  const file = { name: 'Incidents.csv', mimeType: 'text/csv', buffer: buildFile() };
  await chooseFile(page, file, count);
  const preview = page.getByRole('region', { name: 'Preview' });
  // Everything is guessed.
  const column = (name: string) => page.getByRole('combobox', { name, exact: true });
  await expect(column('Title')).toHaveValue('1');
  await expect(column('What happened?')).toHaveValue('2');
  await expect(column('People affected')).toHaveValue('3');
  await expect(column('Where is it? (latitude)')).toHaveValue('6');
  await expect(column('Separator between answers in a cell (What is needed?)')).toHaveValue('/');
  await expect(page.getByRole('option', { name: 'Checked (column J)' }).first()).toBeAttached();
  await expect(page.getByText(/^45\d{3} is read as/)).toBeVisible();
  await expect(preview.getByText('In the file: -1,2010')).toBeVisible();
  await expectAccessible(page, 'matching the columns of a spreadsheet');
  await takePictures(page, '2-columns');
  await finishImport(page, file, count);
  printEffort('CSV', count);
  await takePictures(page, '3-result');
  const rejected = page.getByRole('table').first();
  await expect(rejected.getByRole('row', { name: /^11 .*quotation mark is not closed/ })).toBeVisible();
  await expect(rejected.getByRole('row', { name: /People affected.*many/ })).toBeVisible();
  await expect(rejected.getByRole('row', { name: /3\/31\/2024.*month comes first/ })).toBeVisible();
  expect((await findPosts('q=flooded')).total_count).toBe(rowCount - 3);
});

test('an Excel workbook of 3,000 rows is imported with its dates, and rows that cannot be are named', {
  tag: '@slow',
}, async ({ open }) => {
  test.setTimeout(testLimit(180_000));
  const rows = Array.from({ length: rowCount }, (_, at): SheetCell[] => [
    `Workbook ${at + 1}`,
    'Water in the street;\n"knee deep", they say',
    at === 9 ? 'many' : at % 90,
    { serial: 45_000 + (at % 300) },
    'Water',
    -1.2 - (at % 100) / 1000,
    36.8 + (at % 90) / 1000,
  ]);
  const names = ['Title', 'What happened?', 'People affected', 'First seen', 'What is needed?'];
  const file = {
    name: 'Incidents.xlsx',
    mimeType: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
    buffer: await buildWorkbook(
      { name: 'Incidents', rows: [[...names, 'Latitude', 'Longitude'], ...rows] },
      { name: 'Notes', rows: [['Do not import']] },
    ),
  };
  const page = await openAs(admin, open, waypost.baseUrl, '/settings/data-import');
  const count = createActionCounter();
  await chooseFile(page, file, count);
  await takePictures(page, 'workbook-2-columns');
  await finishImport(page, file, count);
  printEffort('XLSX', count);
  await takePictures(page, 'workbook-3-result');
  await expect(
    page
      .getByRole('table')
      .first()
      .getByRole('row', { name: /^11 .*many/ }),
  ).toBeVisible();
  const { total_count, results } = await findPosts('q=Workbook');
  expect(total_count).toBe(rowCount - 1);
  const values = Object.values(results[0]?.values ?? {}).map(([value]) => value);
  expect(values).toContainEqual(expect.stringMatching(/^2023-03-15/));
  expect(values).toContainEqual(expect.objectContaining({ lat: -1.2, lon: 36.8 }));
});

/** The same places in both formats. */
const places = Array.from({ length: rowCount }, (_, at) => ({
  name: `Waterpoint ${at + 1}`,
  'What happened?': 'Dry since Monday',
  'People affected': String(at % 90),
  'What is needed?': 'Water',
  lon: 36.8 + (at % 90) / 1000,
  lat: -1.2 - (at % 100) / 1000,
}));

const toGeoJson = () =>
  JSON.stringify({
    type: 'FeatureCollection',
    features: places.map(({ lon, lat, ...properties }) => ({
      type: 'Feature',
      geometry: { type: 'Point', coordinates: [lon, lat] },
      properties,
    })),
  });

const toKml = () =>
  `<?xml version="1.0" encoding="UTF-8"?><kml xmlns="http://www.opengis.net/kml/2.2"><Document>${places
    .map(
      ({ name, lon, lat, ...data }) =>
        `<Placemark><name>${name}</name><ExtendedData>${Object.entries(data)
          .map(([key, value]) => `<Data name="${key}"><value>${value}</value></Data>`)
          .join('')}</ExtendedData><Point><coordinates>${lon},${lat}</coordinates></Point></Placemark>`,
    )
    .join('')}</Document></kml>`;

const toGpx = () =>
  `<?xml version="1.0" encoding="UTF-8"?><gpx version="1.1" xmlns="http://www.topografix.com/GPX/1/1">${places
    .map(
      ({ name, lon, lat }) =>
        `<wpt lat="${lat}" lon="${lon}"><ele>7</ele><name>${name}</name><desc>Dry</desc><type>Water</type></wpt>`,
    )
    .join('')}</gpx>`;

const toShapefile = () =>
  buildArchive({
    'water.shp': Buffer.from(buildPoints(places.map(({ lon, lat }) => [lon, lat]))),
    // Names of fields have ten characters.
    'water.dbf': Buffer.from(
      buildTable(places.map(({ name }) => ({ NAME: name, DESCRIPTIO: 'Dry', PEOPLE: '7', NEED: 'Water' }))),
    ),
  });

for (const [kind, mimeType, build, columns] of [
  ['geojson', 'application/geo+json', toGeoJson, {}],
  ['kml', 'application/vnd.google-earth.kml+xml', toKml, {}],
  ['gpx', 'application/gpx+xml', toGpx, { 'People affected': 'elevation', 'What is needed?': 'type' }],
  ['zip', 'application/zip', toShapefile, { 'People affected': 'PEOPLE', 'What is needed?': 'NEED' }],
] as const)
  test(`3,000 places of a ${kind} file are imported where they are`, { tag: '@slow' }, async ({ open }) => {
    test.setTimeout(testLimit(180_000));
    const file = { name: `Water.${kind}`, mimeType, buffer: Buffer.from(await build()) };
    const page = await openAs(admin, open, waypost.baseUrl, '/settings/data-import');
    const count = createActionCounter();
    const { total_count: before } = await findPosts();
    await chooseFile(page, file, count);
    // Fields of the survey that such a file has by no name of its own.
    for (const [field, column] of Object.entries(columns))
      await count.do(page.getByRole('combobox', { name: field }).selectOption(column));
    await takePictures(page, `${kind}-2-columns`);
    await finishImport(page, file, count);
    printEffort(kind, count);
    await takePictures(page, `${kind}-3-result`);
    expect((await findPosts()).total_count - before).toBe(rowCount);
    const { results } = await findPosts('q=Waterpoint');
    const values = Object.values(results[0]?.values ?? {}).map(([value]) => value);
    expect(values).toContainEqual(expect.objectContaining({ lat: -1.2, lon: 36.8 }));
  });

test('files that are damaged, of an old format or too large are refused in words, and the next one is taken', {
  tag: '@slow',
}, async ({ open }) => {
  const page = await openAs(admin, open, waypost.baseUrl, '/settings/data-import');
  await page.getByRole('radio', { name: 'Flooded roads' }).check();
  const input = page.getByLabel('File to import');
  const next = page.getByRole('button', { name: 'Continue' });
  const damaged = 'The file cannot be read. It is damaged, or not what its name says.';
  const workbook = await buildWorkbook({ name: 'A', rows: [['Title'], ['x']] });
  for (const [name, content, text] of [
    ['a.xlsx', workbook.subarray(0, workbook.length - 200), damaged],
    ['a.geojson', '{"type":"FeatureCollection","features":[{"type":"Feature",', damaged],
    ['a.kml', '<kml><Placemark><name>A</nam', damaged],
    ['b.kml', '<kml><Document></Document></kml>', 'The file contains no places.'],
    [
      'a.xlsx',
      Buffer.from('d0cf11e0a1b11ae1', 'hex'),
      'This is an old Excel file, or it has a password. Save it as .xlsx without a password.',
    ],
    ['a.csv', ',,\n', 'The file is empty: it has no rows with text.'],
  ] as const) {
    await input.setInputFiles({ name, mimeType: 'text/plain', buffer: Buffer.from(content) });
    await next.click();
    await expect(page.getByText(text), name).toBeVisible();
    await expect(next).toBeDisabled();
  }
  await takePictures(page, 'refused');
  // Before it is sent.
  const tooLarge = Buffer.alloc(11 * 1024 * 1024, 'a');
  await input.setInputFiles({ name: 'a.csv', mimeType: 'text/csv', buffer: tooLarge });
  await expect(page.getByText(/10 MB/).last()).toBeVisible();
  await expect(next).toBeDisabled();
  await takePictures(page, 'too-large');
  const good = Buffer.from('Title\nBridge gone\n');
  await input.setInputFiles({ name: 'a.csv', mimeType: 'text/csv', buffer: good });
  await next.click();
  await expect(page.getByRole('heading', { name: 'Match columns', level: 1 })).toBeVisible();
});
