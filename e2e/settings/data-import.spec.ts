/**
 * Import of a CSV file as a European spreadsheet saves it: semicolons, a byte order mark, day before month, decimal commas, and
 * some invalid rows. Valid rows become posts, invalid rows can be downloaded with their errors, and the import is undone.
 */
import { readFile } from 'node:fs/promises';
import { expect, type Page } from '@playwright/test';
import { buildWorkbook } from '../../apps/server/src/imports/sources/workbook.fixture.ts';
import { expectAccessible, test } from '../support/browser.ts';
import { createFullSurvey } from '../support/full-survey.ts';
import { openAs } from '../support/log-in.ts';
import { scaled, testLimit } from '../support/timing.ts';
import { admin, callApi, endWaypost, startWaypost, tokenFor, type Waypost } from '../support/waypost.ts';

let waypost: Waypost;
let token: string;
const importer = { email: 'importer@example.org', password: 'correct horse' };
test.beforeAll(async () => {
  waypost = await startWaypost();
  token = await tokenFor(waypost, 'admin');
  await createFullSurvey(waypost);
  const post = (url: string, body: object) => callApi(waypost, token, 'POST', url, body);
  await post('/roles', { name: 'importers', display_name: 'Importers', permissions: ['Bulk Data Import'] });
  await post('/users', { ...importer, realname: 'Ida Import', role: 'importers' });
});
test.afterAll(() => endWaypost(waypost));

const csvLines = [
  'No;Title;What happened?;Affected;First seen;What is needed?;Categories;Latitude;Longitude',
  '1;Bridge under water;Nobody gets across;1.200;03/04/2024;Water|food;Bridges;-1,2864;36,8172',
  '2;Tunnel closed;Wait outside;many;13/04/2024;Water;Tunnels;-1,29;36,82',
  '3;Path gone;"First line\nand second";0;14/04/2024;Shelter;;-1,3;36,83',
  '4;Road blocked;By a tree;3;32/04/2024;Cake;Ferries;-1,3;36,83',
  '5;Too long;By a cell;3;;;;;;more',
];
const csvFile = (lines: readonly string[], name = 'Überschwemmung.csv') => ({
  name,
  mimeType: 'text/csv',
  buffer: Buffer.from(`\uFEFF${lines.join('\r\n')}\r\n`),
});

const column = (page: Page, field: string) => page.getByRole('combobox', { name: field, exact: true });

async function chooseFile(
  page: Page,
  chosen: { name: string; mimeType: string; buffer: Buffer },
): Promise<void> {
  const next = page.getByRole('button', { name: 'Continue' });
  await expect(next).toBeDisabled();
  await page.getByLabel('File to import').setInputFiles(chosen);
  await page.getByRole('radio', { name: 'Flooded roads' }).check();
  await next.click();
  await expect(page.getByRole('heading', { name: 'Match columns', level: 1 })).toBeVisible();
  await expect(page.getByRole('region', { name: 'Preview' })).toBeVisible();
}

const readPosts = async (): Promise<
  { title: string; content: string; status: string; values: object; post_date: string }[]
> => {
  const response = await callApi(waypost, token, 'GET', '/posts?status=all&orderby=id&order=asc');
  return ((await response.json()) as { results: [] }).results;
};

test('a CSV file is mapped and imported, its rejected rows are corrected and imported, and the import is undone', {
  tag: '@core',
}, async ({ open }) => {
  const page = await openAs(importer, open, waypost.baseUrl, '/settings/data-import');
  await expect(page.getByText('No imports yet')).toBeVisible();
  await expectAccessible(page, 'choosing a file');

  // Pictures are refused before the upload, other files by their content on the server.
  const picture = { name: 'table.png', mimeType: 'image/png', buffer: Buffer.from('x') };
  await page.getByLabel('File to import').setInputFiles(picture);
  await expect(page.getByText('This file cannot be imported.', { exact: false })).toBeVisible();
  await page.getByRole('radio', { name: 'Flooded roads' }).check();
  const zip = { name: 'renamed.csv', mimeType: 'text/csv', buffer: Buffer.from([80, 75, 3, 4, 0, 0, 0, 0]) };
  await page.getByLabel('File to import').setInputFiles(zip);
  await page.getByRole('button', { name: 'Continue' }).click();
  await expect(page.getByText('The file cannot be read.', { exact: false })).toBeInViewport();
  await expect(page.getByLabel('File to import')).toBeFocused();

  await chooseFile(page, csvFile(csvLines));
  // Detected: columns by name, latitude and longitude, separators, decimal sign.
  await expect(column(page, 'Title')).toHaveValue('1');
  await expect(column(page, 'Where is it? (latitude)')).toHaveValue('7');
  await expect(column(page, 'Separator between answers in a cell (What is needed?)')).toHaveValue('|');
  // A required field without a matching column has to be mapped.
  await page.getByRole('button', { name: 'Finish import' }).click();
  await expect(page.getByText('Choose a column for these required fields: People affected.')).toBeVisible();
  await column(page, 'People affected').selectOption('Affected');
  await column(page, 'Column with row IDs').selectOption('No');
  // The date format is previewed with a date of the file.
  await expect(page.getByText('03/04/2024 is read as April 3, 2024.')).toBeVisible();
  await column(page, 'Dates (First seen)').selectOption('Month first: 12/31/2025');
  await expect(page.getByText('03/04/2024 is read as March 4, 2024.')).toBeVisible();
  await column(page, 'Dates (First seen)').selectOption('Day first: 31/12/2025');
  await expect(page.getByText('3 of the first 5 rows would be rejected.', { exact: false })).toBeVisible();
  await expect(page.getByRole('cell', { name: "“Ferries” doesn't exist." })).toBeVisible();
  await column(page, 'Marked as').selectOption('Published');
  await page.setViewportSize({ width: 360, height: 740 });
  await expectAccessible(page, 'matching columns on a phone');
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(360);
  await page.setViewportSize({ width: 1280, height: 900 });
  await page.getByRole('button', { name: 'Finish import' }).click();

  await expect(page.getByRole('heading', { name: 'Überschwemmung.csv was imported' })).toBeVisible();
  await expectAccessible(page, 'the result of an import');
  const rejected = page.getByRole('region', { name: 'Rejected rows' });
  await expect(rejected.getByRole('row', { name: '3 Affected many Must be a whole number.' })).toBeVisible();
  await expect(rejected.getByRole('row', { name: '6 First seen 32/04/2024 Must be a date.' })).toBeVisible();
  await expect(
    rejected.getByRole('row', { name: /^7 .*10 cells, but the line with the column names has 9/ }),
  ).toBeVisible();
  const download = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Download these rows' }).click();
  const saved = await download;
  expect(saved.suggestedFilename()).toBe('rejected-Überschwemmung.csv');
  const lines = (await readFile(await saved.path(), 'utf8')).split('\r\n');
  expect(lines[0]).toContain('Latitude;Longitude;Import line;Import problems');
  expect(lines[1]).toContain(';3;Affected must be a whole number');
  const before = await readPosts();
  expect(before.map(({ title, status }) => [title, status])).toEqual([
    ['Bridge under water', 'published'],
    ['Path gone', 'published'],
  ]);
  expect(JSON.stringify(before[0]?.values)).toContain('2024-04-03 00:00:00');
  await page.getByRole('link', { name: 'See imported reports' }).click();
  await expect(page).toHaveURL(/\/collections\/\d+/);
  await expect(page.getByText('Bridge under water').first()).toBeVisible();

  // Imports the rejected rows, of which some are corrected, and a row of the first file: no row is imported twice.
  const corrected = lines
    .filter((line) => line !== '')
    .map((line) => line.replace(';many;', ';17;').replace(/^\uFEFF/, ''));
  await page.goto(`${waypost.baseUrl}/settings/data-import`);
  await chooseFile(
    page,
    csvFile([...corrected, ...csvLines.slice(1, 2).map((line) => `${line};2;`)], 'corrected.csv'),
  );
  await column(page, 'People affected').selectOption('Affected');
  await column(page, 'Column with row IDs').selectOption('No');
  await page.getByRole('button', { name: 'Finish import' }).click();
  await expect(page.getByRole('heading', { name: 'corrected.csv was imported' })).toBeVisible();
  await expect(page.getByText('Already imported')).toBeVisible();
  expect((await readPosts()).map((it) => it.title)).toEqual([
    'Bridge under water',
    'Path gone',
    'Tunnel closed',
  ]);

  // Finds the first import in the history, and undoes it.
  await page.getByRole('link', { name: 'Import another file' }).click();
  await page.getByRole('link', { name: /Überschwemmung\.csv.*2 imported, 3 rejected/ }).click();
  await page.getByRole('button', { name: 'Undo this import' }).click();
  const question = page.getByRole('dialog', { name: 'Undo the import of Überschwemmung.csv?' });
  await expect(question).toContainText('2 reports will be deleted.');
  await question.getByRole('button', { name: 'Undo this import' }).click();
  await expect(
    page.getByRole('heading', { name: 'The import of Überschwemmung.csv was undone' }),
  ).toBeVisible();
  expect((await readPosts()).map((it) => it.title)).toEqual(['Tunnel closed']);
});

test('the sheet and the line with the column names are chosen, columns are joined, and the import leaves the list', {
  tag: '@slow',
}, async ({ open }) => {
  const page = await openAs(admin, open, waypost.baseUrl, '/settings/data-import');
  const names = ['Title', 'What happened?', 'Damage', 'People affected', 'What is needed?', 'Date', 'Time'];
  const workbook = {
    name: 'Register.xlsx',
    mimeType: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
    buffer: await buildWorkbook(
      {
        name: 'Lists',
        rows: [
          ['Kind', 'Code'],
          ['Road', '1'],
        ],
      },
      {
        name: 'Register',
        rows: [
          ['Roads of the district'],
          undefined,
          names,
          [
            'Bridge',
            'Under water',
            'Railing gone',
            3,
            'Water',
            { serial: 45_362 },
            { number: 0.354_166_666_7, format: 'h:mm' },
          ],
        ],
        merges: ['A1:G1'],
      },
    ),
  };
  await chooseFile(page, workbook);
  await column(page, 'Sheet').selectOption('Register');
  const headings = column(page, 'Line with the column names');
  await expect(headings).toHaveValue('3');
  // The other sheet has none of these columns.
  await headings.selectOption('1');
  await expect(column(page, 'Title')).toHaveValue('');
  await headings.selectOption('3');
  await expect(column(page, 'Title')).toHaveValue('0');
  await expectAccessible(page, 'choosing the sheet and the line with the column names');
  await page.getByRole('button', { name: 'Add a column: What happened?' }).click();
  await expect(column(page, 'What happened?, column 2')).toBeFocused();
  await column(page, 'What happened?, column 2').selectOption('Damage');
  await expect(page.getByRole('cell', { name: /Under water\s+Damage: Railing gone/ })).toBeVisible();
  await expect(page.getByRole('cell', { name: /2024-03-11 08:30:00/ })).toBeVisible();
  await page.getByRole('button', { name: 'Finish import' }).click();
  await expect(page.getByRole('heading', { name: 'Register.xlsx was imported' })).toBeVisible();
  const imported = (await readPosts()).find(({ title }) => title === 'Bridge');
  expect(imported).toMatchObject({ content: 'Under water\nDamage: Railing gone' });
  await page.goto(`${waypost.baseUrl}/settings/data-import`);
  await page.getByRole('button', { name: 'Remove Register.xlsx from the list' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Remove', exact: true }).click();
  await expect(page.getByRole('link', { name: /Register\.xlsx/ })).toHaveCount(0);
  expect((await readPosts()).map(({ title }) => title)).toContain('Bridge');
});

test('a user who leaves a running import gets a notice when it is done', { tag: '@slow' }, async ({
  open,
}) => {
  test.setTimeout(testLimit(180_000));
  const page = await openAs(admin, open, waypost.baseUrl, '/settings/data-import');
  const rows = Array.from({ length: 3000 }, (_, at) => `Row ${at};Many;${at};Water`);
  await chooseFile(page, csvFile(['Title;Description;People affected;What is needed?', ...rows], 'many.csv'));
  await page.getByRole('button', { name: 'Finish import' }).click();
  await page.waitForURL(/data-after-import/);
  await page.getByRole('link', { name: 'Settings', exact: true }).first().click();
  const notice = page.getByText('many.csv (Flooded roads): 3,000 reports imported, 0 rows rejected.');
  await expect(notice).toBeVisible({ timeout: scaled(120_000) });
  await page.getByRole('button', { name: 'See imported reports' }).click();
  await expect(page).toHaveURL(/\/collections\/\d+/);
});
