/**
 * A spreadsheet of 3,000 rows as people keep it is imported without a manual: unusual separators, headings with words around the name, two
 * columns of the same name, dates in three forms, and some broken rows. Actions and time are printed.
 */
import { expect, type Page } from '@playwright/test';
import { expectAccessible, test } from '../support/browser.ts';
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

/** Counts what the user does. */
class Stopwatch {
  readonly #startedAt = performance.now();
  #actions = 0;

  async act(action: Promise<unknown>): Promise<void> {
    this.#actions++;
    await action;
  }

  toString(): string {
    return `${this.#actions} actions, ${((performance.now() - this.#startedAt) / 1000).toFixed(1)} s`;
  }
}

async function takePictures(page: Page, step: string): Promise<void> {
  for (const width of [1280, 390]) {
    await page.setViewportSize({ width, height: 900 });
    await page.screenshot({ path: test.info().outputPath(`${step}-${width}.png`), fullPage: true });
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width);
  }
  await page.setViewportSize({ width: 1280, height: 900 });
}

test('a spreadsheet of 3,000 rows with unusual separators is imported in a few steps', {
  tag: '@full',
}, async ({ open }) => {
  test.setTimeout(testLimit(180_000));
  const page = await openAs(admin, open, waypost.baseUrl, '/settings/data-import');
  await takePictures(page, '1-file');
  const stopwatch = new Stopwatch();
  const file = { name: 'Incidents.csv', mimeType: 'text/csv', buffer: buildFile() };
  await stopwatch.act(page.getByLabel('File to import').setInputFiles(file));
  await stopwatch.act(page.getByRole('radio', { name: 'Flooded roads' }).check());
  await stopwatch.act(page.getByRole('button', { name: 'Continue' }).click());
  await expect(page.getByRole('heading', { name: 'Match columns', level: 1 })).toBeVisible();
  const preview = page.getByRole('region', { name: 'Preview' });
  await expect(preview).toBeVisible();
  // Everything is guessed.
  const column = (name: string) => page.getByRole('combobox', { name, exact: true });
  await expect(column('Title')).toHaveValue('1');
  await expect(column('What happened?')).toHaveValue('2');
  await expect(column('People affected')).toHaveValue('3');
  await expect(column('Where is it?, latitude')).toHaveValue('6');
  await expect(column('Separator between answers in a cell')).toHaveValue('/');
  await expect(page.getByRole('option', { name: 'Checked (column J)' }).first()).toBeAttached();
  await expect(page.getByText(/is the number that Excel stores for/)).toBeVisible();
  await expect(preview.getByText('In the file: -1,2010')).toBeVisible();
  await expectAccessible(page, 'matching the columns of a spreadsheet');
  await takePictures(page, '2-columns');
  await stopwatch.act(column('Marked as').selectOption('Published'));
  await stopwatch.act(page.getByRole('button', { name: 'Finish import' }).click());
  await expect(page.getByRole('heading', { name: 'Incidents.csv was imported' })).toBeVisible({
    timeout: scaled(60_000),
  });
  console.log(`import of ${rowCount} rows: ${stopwatch.toString()}`);
  await takePictures(page, '3-result');
  const rejected = page.getByRole('table').first();
  await expect(rejected.getByRole('row', { name: /^11 .*quotation mark is not closed/ })).toBeVisible();
  await expect(rejected.getByRole('row', { name: /People affected.*many/ })).toBeVisible();
  await expect(rejected.getByRole('row', { name: /3\/31\/2024.*month comes first/ })).toBeVisible();
  const response = await callApi(waypost, token, 'GET', '/posts?limit=1');
  expect(((await response.json()) as { total_count: number }).total_count).toBe(rowCount - 3);
});
