/** A reporter finds a street on a map that was made from an extract, and reads where the pin stands in words. */
import { expect, type Page } from '@playwright/test';
import { buildExtract } from '../../apps/server/src/map-archives/extract/osm/extract.fixture.ts';
import { towns } from '../../apps/server/src/map-archives/names/town.fixture.ts';
import { expectAccessible, test } from '../support/browser.ts';
import { openAs } from '../support/log-in.ts';
import { addStreetMap } from '../support/street-map.ts';
import { admin, callApi, endWaypost, startWaypost, tokenFor, type Waypost } from '../support/waypost.ts';

let waypost: Waypost;
test.beforeAll(async () => {
  waypost = await startWaypost();
  await addStreetMap(waypost, buildExtract(towns));
});
test.afterAll(() => endWaypost(waypost));

const search = (page: Page) => page.getByRole('combobox', { name: 'Search for a street or place' });
const field = (page: Page, name: string | RegExp) => page.getByRole('textbox', { name });
/** Texts with values are surrounded by marks of direction. */
const words = (page: Page) => page.getByText(/^Near .?Main Street 12.?, .?by the school.?$/);

test('a street with its house number becomes the place of a report, in words', {
  tag: ['@slow', '@map'],
}, async ({ open }) => {
  const page = await open(`${waypost.baseUrl}/posts/create/1`);
  await search(page).fill('main street 12, testham');
  const option = page.getByRole('option', { name: /^Main Street 12 / }).first();
  await expect(option).toContainText('Street');
  await expect(option).toContainText('Testham');
  await expectAccessible(page, 'the streets found');
  await search(page).press('ArrowDown');
  await search(page).press('Enter');
  await expect(search(page)).toHaveValue('Main Street 12');
  await expect(page.getByText('Coordinates:')).toContainText('50.0101, 10.0111');
  await expect(words(page)).toBeVisible();
  await expectAccessible(page, 'the form with the words for the place');

  await field(page, /^Title/).fill('Lamp is out');
  await field(page, /^Description/).fill('Dark since Monday');
  await page.getByRole('button', { name: 'Send report' }).click();
  await expect(page.getByText('Thank you.')).toBeVisible();
  const token = await tokenFor(waypost, 'admin');
  const reports = await callApi(waypost, token, 'GET', '/posts?status=all&limit=1');
  const { results } = (await reports.json()) as { results: { id: number }[] };
  const report = await openAs(admin, open, waypost.baseUrl, `/posts/${results[0]?.id}`);
  await expect(words(report)).toBeVisible();
  const list = await openAs(admin, open, waypost.baseUrl, '/views/data?status=all');
  await expect(words(list).first()).toBeVisible();
});
