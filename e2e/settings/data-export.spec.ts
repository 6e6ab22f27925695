/**
 * Export: reports and fields are chosen, the file is downloaded, and found again in the history; then an export with HXL tags,
 * and an upload to HDX.
 */
import { readFile } from 'node:fs/promises';
import { expect, type Page } from '@playwright/test';
import {
  type ExchangeServer,
  startExchangeServer,
} from '../../apps/server/src/testing/servers/exchange-server.ts';
import { expectAccessible, test } from '../support/browser.ts';
import { openAs } from '../support/log-in.ts';
import { scaled, testLimit } from '../support/timing.ts';
import { admin, callApi, endWaypost, startWaypost, tokenFor, type Waypost } from '../support/waypost.ts';

let waypost: Waypost;
let exchange: ExchangeServer;
let token: string;
let survey: { id: number; name: string };

interface SurveyField {
  id: number;
  key: string;
  label: string;
  type: string;
}

const postToApi = (url: string, body: object) => callApi(waypost, token, 'POST', url, body);

test.beforeAll(async () => {
  exchange = await startExchangeServer('abcdefgh-1234');
  waypost = await startWaypost(undefined, { HDX_URL: exchange.url, OUTGOING_ALLOW: '127.0.0.0/8' });
  token = await tokenFor(waypost, 'admin');
  survey = (await (
    await postToApi('/forms', { name: 'Wells', require_approval: false })
  ).json()) as typeof survey;
  const stage = { label: 'Post', type: 'post', priority: 0 };
  const stages = (await (await callApi(waypost, token, 'GET', `/forms/${survey.id}/stages`)).json()) as {
    results: { id: number }[];
  };
  const task =
    stages.results[0] ??
    ((await (await postToApi(`/forms/${survey.id}/stages`, stage)).json()) as { id: number });
  const make = async (label: string, type: string, input: string, priority: number) =>
    (await (
      await postToApi(`/forms/${survey.id}/attributes`, {
        label,
        type,
        input,
        priority,
        form_stage_id: task.id,
      })
    ).json()) as SurveyField;
  await make('Name of the well', 'title', 'text', 1);
  const depth = await make('Depth', 'int', 'number', 2);
  const place = await make('Place', 'point', 'location', 3);
  const note = await make('Note', 'varchar', 'text', 4);
  for (const [title, status, metres] of [
    ['Old well', 'published', 12],
    ['New well', 'published', 40],
    ['Rumoured well', 'draft', 7],
  ] as const)
    await postToApi('/posts', {
      form: survey.id,
      title,
      status,
      values: { [depth.key]: [metres], [place.key]: [{ lat: -1.5, lon: 36.8 }], [note.key]: ['=1+1'] },
    });
});
test.afterAll(async () => {
  await endWaypost(waypost);
  await exchange.close();
});

/** Name and lines of a downloaded file. */
async function downloadLines(
  page: Page,
  startDownload: () => Promise<void>,
): Promise<{ name: string; lines: string[] }> {
  const download = page.waitForEvent('download', { timeout: scaled(90_000) });
  await startDownload();
  const file = await download;
  const text = await readFile(await file.path(), 'utf8');
  return {
    name: file.suggestedFilename(),
    lines: text
      .replace(/^\uFEFF/, '')
      .trimEnd()
      .split('\r\n'),
  };
}

const confirmExport = (page: Page) =>
  page.getByRole('dialog', { name: 'Export these reports?' }).getByRole('button', { name: 'Export' }).click();

// First, since it counts the exports of its account.
test('reports are exported, found again in the history, and exported with HXL tags', {
  tag: '@core',
}, async ({ open }) => {
  const page = await openAs(admin, open, waypost.baseUrl, '/settings/data-export');
  await expect(page.getByRole('heading', { name: 'Export', level: 1 })).toBeVisible();
  await expect(page.getByText('3 reports', { exact: true })).toBeVisible();
  await page.getByRole('checkbox', { name: 'Under review' }).uncheck();
  await expect(page.getByText('2 reports', { exact: true })).toBeVisible();
  await page.getByRole('radio', { name: 'Choose fields' }).check();
  await page.getByRole('button', { name: 'Export', exact: true }).click();
  await expect(page.getByRole('alert')).toHaveText('Choose at least one field.');
  const wells = page.getByRole('group', { name: 'Wells' });
  await wells.getByRole('checkbox', { name: 'Name of the well' }).check();
  await wells.getByRole('checkbox', { name: 'Note' }).check();
  await expectAccessible(page, 'the export form');
  await page.getByRole('button', { name: 'Export', exact: true }).click();
  const { name, lines } = await downloadLines(page, () => confirmExport(page));
  await expect(page.getByRole('button', { name: /^Download export/ })).toBeFocused();
  expect(name).toMatch(/^posts-\d{8}\.csv$/);
  expect(lines[0]?.endsWith('Unstructured Description,Name of the well,Note,Post Status Label')).toBe(true);
  expect(lines.slice(1).map((line) => line.split(',').slice(-3))).toEqual([
    ['Old well', "'=1+1", 'Published'],
    ['New well', "'=1+1", 'Published'],
  ]);
  await expect(page.getByRole('heading', { name: 'Your export is ready' })).toBeVisible();
  await expectAccessible(page, 'a finished export');

  await page.getByRole('link', { name: 'Export history' }).click();
  const history = page.getByRole('list', { name: 'Export history' });
  await expect(history.getByRole('listitem')).toHaveCount(1);
  await expectAccessible(page, 'the history of exports');
  const again = await downloadLines(page, () =>
    page.getByRole('button', { name: /^Download export/ }).click(),
  );
  expect(again.lines).toEqual(lines);
  await page.getByRole('button', { name: /^Delete export/ }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
  await expect(page.getByText('No exports yet')).toBeVisible();

  await page.getByRole('tab', { name: 'Export', exact: true }).click();
  await page.getByRole('link', { name: 'Add HXL tags and attributes' }).click();
  await page.setViewportSize({ width: 390, height: 844 });
  await page.getByRole('button', { name: 'Export to CSV' }).click();
  await expect(page.getByRole('alert')).toHaveText('No fields selected. Choose at least one.');
  const attribute = (at: number) => page.getByLabel(`HXL attribute ${at} of Depth`);
  await expect(attribute(1)).toBeDisabled();
  await page.getByLabel('HXL tag of Depth').selectOption('#affected');
  await attribute(1).selectOption('+f');
  await page.getByRole('button', { name: 'Add another HXL attribute to Depth' }).click();
  await expect(attribute(2).getByRole('option', { name: '+f', exact: true })).toBeDisabled();
  await attribute(2).selectOption('+killed');
  await page.getByLabel('HXL tag of Place').selectOption('#geo');
  await expect(page.getByLabel('Tag of Place', { exact: true })).toHaveText('#geo +lat#geo +lon');
  await expect(page.getByLabel('Tag of Depth', { exact: true })).toHaveText('#affected +f +killed');
  await expect(page.getByText('2 fields selected')).toBeVisible();
  await expectAccessible(page, 'HXL tags of fields');
  const tagged = await downloadLines(page, () => page.getByRole('button', { name: 'Export to CSV' }).click());
  expect(tagged.lines[1]).toBe(`${','.repeat(11)}#affected +f +killed,#geo +lat,#geo +lon,`);
  expect(tagged.lines).toHaveLength(5);
});

test('the export has the filters of the list, by hand or from a saved search', { tag: '@slow' }, async ({
  open,
}) => {
  await postToApi('/savedsearches', {
    name: 'Old ones',
    view: 'list',
    filter: { q: 'old', status: ['published'] },
  });
  const page = await openAs(admin, open, waypost.baseUrl, '/settings/data-export');
  const count = (text: string) => expect(page.getByText(text, { exact: true })).toBeVisible();
  await count('3 reports');
  await page.getByRole('checkbox', { name: 'Wells' }).check();
  await expect(page).toHaveURL(/form=/);
  await page.getByRole('searchbox', { name: 'Search text' }).fill('rumoured');
  await count('One report');
  await page.getByRole('button', { name: 'Clear all' }).click();
  await count('3 reports');
  await page.getByRole('combobox', { name: 'Saved search' }).selectOption('Old ones');
  await count('One report');
  await expect(page.getByRole('searchbox', { name: 'Search text' })).toHaveValue('old');
  await expectAccessible(page, 'the filters of an export');
  for (const width of [1280, 390]) {
    await page.setViewportSize({ width, height: 900 });
    await page.screenshot({ path: test.info().outputPath(`export-${width}.png`), fullPage: true });
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width);
  }
  await page.getByRole('button', { name: 'Export', exact: true }).click();
  const { lines } = await downloadLines(page, () => confirmExport(page));
  expect(lines.slice(1).map((line) => line.includes('Old well'))).toEqual([true]);

  await page.getByRole('button', { name: 'Export something else' }).click();
  await page.getByRole('radio', { name: 'Excel workbook (XLSX)' }).check();
  await page.getByRole('button', { name: 'Export', exact: true }).click();
  const workbook = await downloadLines(page, () => confirmExport(page));
  expect(workbook.name).toMatch(/^posts-\d{8}\.xlsx$/);
  expect(workbook.lines[0]).toMatch(/^PK/);
});

test('an upload to HDX shows its content first, and refuses personal columns in public datasets', {
  tag: '@slow',
}, async ({ open }) => {
  test.setTimeout(testLimit(180_000));
  const users = (await (await callApi(waypost, token, 'GET', '/users/me')).json()) as { id: number };
  for (const [config_key, config_value] of [
    ['hdx_api_key', 'abcdefgh-1234'],
    ['hdx_maintainer_id', 'someone'],
  ])
    await postToApi(`/users/${users.id}/settings`, { config_key, config_value });
  const page = await openAs(admin, open, waypost.baseUrl, '/settings/hdx');
  // `check()` expects the new state in the same moment; it comes with the request that stores it.
  const toggle = async (name: string | RegExp, checked: boolean) => {
    const box = page.getByRole('checkbox', { name });
    await box.click();
    await expect(box).toBeChecked({ checked });
  };
  await page.getByLabel('HXL tag of Depth').selectOption('#affected');
  await page.getByRole('button', { name: 'Upload to an HDX account' }).click();
  await page.getByRole('radio', { name: 'Public' }).check();
  await page.getByLabel('Dataset title').fill('Wells of the valley');
  await page.getByLabel('Source').fill('People who live there');
  await page.getByLabel('Organization').selectOption('Red River Relief');
  await page.getByLabel('License').selectOption({ index: 2 });
  await page.getByRole('button', { name: 'Review and upload' }).click();

  await expect(page.getByText('The dataset is public. Everyone can download it.')).toBeVisible();
  await expect(page.getByText('2 reports', { exact: true })).toBeVisible();
  await expect(page.getByText('1 report is left out because it is not public.')).toBeVisible();
  const columnsThat = (share: RegExp) => page.getByRole('list', { name: share }).getByRole('listitem');
  const contact = { hasText: /^Contact(?! ID)/ };
  await expect(columnsThat(/^Not uploaded/).filter(contact)).toContainText('Personal');
  await expect(page.getByRole('checkbox', { name: /^Contacts/ })).toBeDisabled();
  await expectAccessible(page, 'the review of an upload');

  await page.getByRole('button', { name: 'Change the details' }).click();
  await page.getByRole('radio', { name: 'Private' }).check();
  await page.getByRole('button', { name: 'Review and upload' }).click();
  await toggle(/^Contacts/, true);
  await expect(columnsThat(/^Uploaded \(/).filter(contact)).toContainText('Personal');
  await toggle('Reports that are not public', true);
  await expect(page.getByText('3 reports', { exact: true })).toBeVisible();

  await page.getByRole('button', { name: 'Change the details' }).click();
  await page.getByRole('radio', { name: 'Public' }).check();
  await page.getByRole('button', { name: 'Review and upload' }).click();
  await expect(page.getByRole('button', { name: 'Upload', exact: true })).toBeDisabled();
  await toggle(/^Contacts/, false);
  await toggle('Reports that are not public', false);
  await expect(page.getByText('2 reports', { exact: true })).toBeVisible();
  await page.getByRole('button', { name: 'Upload', exact: true }).click();
  await expect(() => expect(exchange.datasets[0]?.resources).toHaveLength(1)).toPass({
    timeout: scaled(60_000),
  });
  const file = exchange.datasets[0]?.resources[0]?.file ?? '';
  expect(file).not.toContain('Contact');
  expect(file).not.toContain('draft');
});
