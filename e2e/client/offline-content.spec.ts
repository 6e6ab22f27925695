/** Offline content: saved areas of the map, and the guide. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { type BrowserContext, expect, type Page, test } from '@playwright/test';
import { expectAccessible } from '../support/browser.ts';
import { createFullSurvey, type FullSurvey } from '../support/full-survey.ts';
import { type NetworkProxy, startNetworkProxy } from '../support/network-proxy.ts';
import { launchBrowser, waitUntilCached } from '../support/persistent-browser.ts';
import { scaled, testLimit } from '../support/timing.ts';
import { callApi, endWaypost, startWaypost, tokenFor, type Waypost } from '../support/waypost.ts';

test.setTimeout(testLimit(180_000));

let waypost: Waypost;
let survey: FullSurvey;
let proxy: NetworkProxy;
let profile: string;
test.afterEach(async () => {
  await proxy.close();
  await rm(profile, { recursive: true, force: true });
});
test.beforeEach(async () => {
  proxy = await startNetworkProxy(waypost.baseUrl);
  profile = await mkdtemp(path.join(tmpdir(), 'waypost-profile-'));
});
test.beforeAll(async () => {
  waypost = await startWaypost();
  survey = await createFullSurvey(waypost);
});
test.afterAll(() => endWaypost(waypost));

const goOffline = async (context: BrowserContext) => {
  proxy.disconnect();
  await context.setOffline(true);
};

const formUrl = () => `${proxy.url}/posts/create/${survey.id}`;
const field = (page: Page, name: string) => page.getByRole('textbox', { name });
const row = (page: Page, title: string) => page.getByRole('listitem').filter({ hasText: title });

test('an area shows its size, is saved, and available without a network', {
  tag: ['@full', '@map'],
}, async () => {
  const token = await tokenFor(waypost, 'admin');
  const response = await callApi(waypost, token, 'GET', `/forms/${survey.id}/attributes`);
  const { results } = (await response.json()) as { results: { key: string; label: string }[] };
  const key = (label: string) => results.find((it) => it.label === label)?.key ?? label;
  const created = await callApi(waypost, token, 'POST', '/posts', {
    form: { id: survey.id },
    title: 'Well of Kibera',
    content: 'Dry.',
    status: 'published',
    values: {
      [key('Where is it?')]: [{ lat: -1.31, lon: 36.78 }],
      [key('People affected')]: [3],
      [key('What is needed?')]: ['Water'],
    },
  });
  const { id } = (await created.json()) as { id: number };
  const { context, page } = await launchBrowser(profile);
  await page.goto(`${proxy.url}/device?at=-1.3,36.8,11`);
  await waitUntilCached(page);
  await page.getByRole('button', { name: 'Save the current map area' }).click();
  await expect(page.getByText(/^About .+ and 1 report$/)).toBeVisible();
  await page.getByRole('textbox', { name: 'Name of the area' }).fill('Nairobi');
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(row(page, 'Nairobi')).toContainText('1 report, saved', { timeout: scaled(40_000) });
  await goOffline(context);
  // Neither page was opened before.
  await page.goto(`${proxy.url}/posts/${id}`);
  await expect(page.getByRole('heading', { name: 'Well of Kibera', level: 1 })).toBeVisible();
  await page.goto(formUrl());
  await expect(field(page, 'Title')).toBeVisible();
  await page.goto(`${proxy.url}/device`);
  await row(page, 'Nairobi').getByRole('button', { name: 'Delete' }).click();
  await row(page, 'Nairobi').getByRole('button', { name: 'Delete' }).click();
  await expect(page.getByText('No saved areas.')).toBeVisible();
  expect(await page.evaluate(() => caches.keys())).not.toContainEqual(expect.stringContaining('area'));
  await context.close();
});

test('the guide is available and searchable without a network before it was ever opened', {
  tag: '@full',
}, async () => {
  const { context, page } = await launchBrowser(profile);
  await page.goto(`${proxy.url}/views/map`);
  await waitUntilCached(page);
  // Pages are cached in the order of the contents.
  await expect
    .poll(() => page.evaluate(async () => Boolean(await caches.match('/help/api/webhooks'))), {
      timeout: scaled(40_000),
    })
    .toBe(true);
  await goOffline(context);
  await page.goto(`${proxy.url}/help`);
  await expect(page.getByRole('heading', { name: 'Help', level: 1 })).toBeVisible();
  await page.getByRole('searchbox', { name: 'Search the guide' }).fill('add pictures');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { level: 1 })).toContainText('about “add pictures”');
  await expectAccessible(page, 'search results of the cached guide');
  await page.locator('.results').getByRole('link').first().click();
  await expect(page).toHaveURL(/\/help\/\w+\/[\w-]+/);
  await expect(page.getByRole('navigation', { name: 'Contents' })).toBeVisible();
  await context.close();
});
