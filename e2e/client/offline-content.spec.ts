/** Offline content: saved areas of the map, and the guide. */
import { setTimeout as pause } from 'node:timers/promises';
import { type BrowserContext, expect, type Locator, type Page, test } from '@playwright/test';
import { expectAccessible } from '../support/browser.ts';
import { endDevice, startDevice } from '../support/device.ts';
import { createFullSurvey, type FullSurvey } from '../support/full-survey.ts';
import type { NetworkProxy } from '../support/network-proxy.ts';
import { launchBrowser, waitUntilCached } from '../support/persistent-browser.ts';
import {
  addStreetMap,
  buildStreetsExtract,
  expectStreets,
  measureColor,
  measureStreets,
  primaryColor,
  streetsCenter,
} from '../support/street-map.ts';
import { scaled, testLimit } from '../support/timing.ts';
import { callApi, endWaypost, startWaypost, tokenFor, type Waypost } from '../support/waypost.ts';

test.setTimeout(testLimit(180_000));

let waypost: Waypost;
let survey: FullSurvey;
let proxy: NetworkProxy;
let profile: string;
test.afterEach(() => endDevice({ proxy, profile }));
test.beforeEach(async () => {
  ({ proxy, profile } = await startDevice(waypost));
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
/** The size in a text. */
const readKilobytes = async (text: Locator) => Number(/(\d+) kB/.exec((await text.textContent()) ?? '')?.[1]);
const row = (page: Page, title: string) => page.getByRole('listitem').filter({ hasText: title });

/** Replaces all street maps by one. */
async function replaceStreetMap(bytes?: Buffer): Promise<void> {
  const token = await tokenFor(waypost, 'admin');
  const list = await callApi(waypost, token, 'GET', '/map-archives');
  const { results } = (await list.json()) as { results: { id: number }[] };
  for (const { id } of results) await callApi(waypost, token, 'DELETE', `/map-archives/${id}`);
  await addStreetMap(waypost, bytes);
}

/** Opens the device page at a new street map, with its size for saving. */
async function openStreetsToSave() {
  await replaceStreetMap();
  const { context, page } = await launchBrowser(profile);
  await page.goto(`${proxy.url}/device?at=${streetsCenter.lat},${streetsCenter.lon},14`);
  await waitUntilCached(page);
  await page.getByRole('button', { name: 'Save the current map area' }).click();
  return { context, page };
}

test('an area shows its size, is saved, and available without a network', {
  tag: ['@slow', '@map'],
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
  await page.setViewportSize({ width: 390, height: 800 });
  await page.goto(`${proxy.url}/device?at=-1.3,36.8,11`);
  await waitUntilCached(page);
  await page.getByRole('button', { name: 'Save the current map area' }).click();
  await expect(page.getByText(/^About .+ and 1 report$/)).toBeInViewport();
  await expect(page.getByRole('button', { name: 'Save', exact: true })).toBeInViewport({ ratio: 1 });
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

test('the street map of a saved area is there without a network, also in the form', {
  tag: ['@slow', '@map'],
}, async () => {
  await addStreetMap(waypost);
  const { lat, lon } = streetsCenter;
  const { context, page } = await launchBrowser(profile);
  await page.goto(`${proxy.url}/views/map?at=${lat},${lon},14`);
  await waitUntilCached(page);
  await page.getByRole('button', { name: 'More map tools' }).click();
  await page.getByRole('menuitem', { name: 'Save this area for offline use' }).click();
  await page.getByRole('button', { name: 'Save the current map area' }).click();
  const announced = await readKilobytes(page.getByText(/^About /));
  await page.getByRole('textbox', { name: 'Name of the area' }).fill('Streets');
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(row(page, 'Streets')).toContainText('saved', { timeout: scaled(40_000) });
  const kept = await readKilobytes(row(page, 'Streets'));
  expect(announced).toBeGreaterThan(kept * 0.9);
  expect(announced).toBeLessThan(kept * 1.1);
  // What the map itself has cached must not help: only the saved area is left.
  await page.getByRole('button', { name: 'Delete saved map and reports' }).click();
  await expect(page.getByRole('region', { name: 'App' })).toContainText('Deleted.');
  expect(await page.evaluate(() => caches.keys())).not.toContainEqual(expect.stringMatching(/^waypost-maps/));
  await goOffline(context);
  await page.goto(`${proxy.url}/views/map?at=${lat},${lon},15`);
  await expectStreets(page, 'light');
  await context.grantPermissions(['geolocation']);
  await context.setGeolocation({ latitude: lat, longitude: lon, accuracy: 10 });
  // The reports, and what was looked at before, are elsewhere; the map of the form opens in the saved area.
  await page.goto(`${formUrl()}?at=-1.29,36.82,11`);
  const locate = page.getByRole('button', { name: 'Use my location' });
  await locate.evaluate((button) => button.scrollIntoView());
  await expectStreets(page, 'light', 0.005);
  await locate.click();
  await expectStreets(page, 'light', 0.005);
  await expect(
    page.getByText("Street and town will be found for this place once you're online."),
  ).toBeVisible();
  // A draft that is opened again shows its place as near, although the streets are there after the map.
  await page.reload();
  await page.getByRole('button', { name: 'Continue' }).click();
  await locate.evaluate((button) => button.scrollIntoView());
  await expect(page.getByText(/^\d+ m$/)).toBeVisible();
  await expectStreets(page, 'light', 0.005);
  const search = page.getByRole('combobox', { name: /^Search for a/ });
  await search.fill('Nairobi');
  await expect(page.getByText(/^The search needs a connection/)).toBeVisible();
  proxy.connect();
  await context.setOffline(false);
  await expect(page.getByRole('option', { name: /^Nairobi/ }).first()).toBeVisible();
  await context.close();
});

test('a saved area says that its street map was replaced, and is updated', {
  tag: ['@slow', '@map'],
}, async () => {
  const { lat, lon } = streetsCenter;
  const { context, page } = await openStreetsToSave();
  await page.getByRole('textbox', { name: 'Name of the area' }).fill('Streets');
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(row(page, 'Streets')).toContainText('saved', { timeout: scaled(40_000) });
  await page.reload();
  await expect(row(page, 'Streets').getByRole('button', { name: 'Delete' })).toBeVisible();
  await expect(page.getByText('has been replaced or removed')).toHaveCount(0);
  await replaceStreetMap();
  await page.reload();
  await expect(row(page, 'Streets')).toContainText('has been replaced or removed');
  await expectAccessible(page, 'an outdated area');
  await page.getByRole('button', { name: 'Update area' }).click();
  await expect(page.getByText('has been replaced or removed')).toHaveCount(0, { timeout: scaled(40_000) });
  await expect(row(page, 'Streets')).toHaveCount(1);
  expect(await page.evaluate(async () => (await caches.keys()).filter((it) => /area/.test(it)))).toHaveLength(
    1,
  );
  await goOffline(context);
  await page.goto(`${proxy.url}/views/map?at=${lat},${lon},15`);
  await expectStreets(page, 'light');
  await context.close();
});

test('a saved area shows its own street map without a network until it is updated', {
  tag: ['@slow', '@map'],
}, async () => {
  const { lat, lon } = streetsCenter;
  const { context, page } = await openStreetsToSave();
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(page.getByText('reports, saved')).toBeVisible();
  await replaceStreetMap(buildStreetsExtract('primary'));
  const expectPrimary = async () => {
    await expect.poll(() => measureColor(page, primaryColor)).toBeGreaterThan(0.02);
    expect(await measureStreets(page, 'light')).toBeLessThan(0.005);
  };
  // The device sees the new map once, but not where it looks later.
  await page.goto(`${proxy.url}/views/map?at=${lat},${lon},13`);
  await expectPrimary();
  await goOffline(context);
  await page.goto(`${proxy.url}/views/map?at=${lat},${lon},15`);
  await expectStreets(page, 'light');
  await expect(page.getByRole('link', { name: 'OpenStreetMap' })).toBeVisible();
  proxy.connect();
  await context.setOffline(false);
  await expectPrimary();
  await goOffline(context);
  await expectStreets(page, 'light');
  await context.close();
});

test('beyond a saved area the world map is less detailed without a network, not a sea', {
  tag: ['@slow', '@map'],
}, async () => {
  const { context, page } = await launchBrowser(profile);
  await page.goto(`${proxy.url}/device?at=47.14,9.53,11`);
  await waitUntilCached(page);
  await page.getByRole('button', { name: 'Save the current map area' }).click();
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(page.getByText('reports, saved')).toBeVisible({ timeout: scaled(40_000) });
  await page.evaluate(async () => {
    for (const name of await caches.keys())
      if (/^waypost-(?:maps-|ground)/.test(name)) await caches.delete(name);
  });
  await goOffline(context);
  const missing = page.waitForEvent('requestfailed', (request) => request.url().includes('world.pmtiles'));
  await page.goto(`${proxy.url}/views/map?at=46.9,9.53,10`);
  await missing;
  // The first picture of the map, which is there before its engine, has no sea either.
  await expect(page.getByRole('link', { name: 'GeoNames' })).toBeVisible({ timeout: scaled(30_000) });
  await pause(scaled(2000));
  const sea = [0xd5, 0xe1, 0xe6];
  await expect.poll(() => measureColor(page, sea), { timeout: scaled(30_000) }).toBeLessThan(0.02);
  await context.close();
});

test('the guide is available and searchable without a network before it was ever opened', {
  tag: '@slow',
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
