/** Saved areas on networks that do not fail plainly: gateways that respond in place of the server, and requests that are never answered. */
import { expect, type Page, test } from '@playwright/test';
import { endDevice, startDevice } from '../support/device.ts';
import { createFullSurvey, type FullSurvey } from '../support/full-survey.ts';
import type { NetworkProxy } from '../support/network-proxy.ts';
import { launchBrowser, waitUntilCached } from '../support/persistent-browser.ts';
import { addStreetMap, expectStreets, streetsCenter } from '../support/street-map.ts';
import { scaled, testLimit } from '../support/timing.ts';
import { callApi, endWaypost, startWaypost, tokenFor, type Waypost } from '../support/waypost.ts';

test.setTimeout(testLimit(180_000));

let waypost: Waypost;
let survey: FullSurvey;
let proxy: NetworkProxy;
let profile: string;
test.beforeAll(async () => {
  waypost = await startWaypost();
  survey = await createFullSurvey(waypost);
  await addStreetMap(waypost);
});
test.afterAll(() => endWaypost(waypost));
test.beforeEach(async () => {
  ({ proxy, profile } = await startDevice(waypost));
});
test.afterEach(() => endDevice({ proxy, profile }));

const openMap = (page: Page) =>
  page.goto(`${proxy.url}/views/map?at=${streetsCenter.lat},${streetsCenter.lon},15`);
const openForm = (page: Page) => page.goto(`${proxy.url}/posts/create/${survey.id}`);
const expectForm = (page: Page) => expect(page.getByRole('textbox', { name: 'Title' })).toBeVisible();
const listAreaCaches = (page: Page) =>
  page.evaluate(async () => (await caches.keys()).filter((name) => name.startsWith('waypost-area')));

/** Starts to save the area of the street map on the page of the device. */
async function startSaving(page: Page): Promise<void> {
  await page.goto(`${proxy.url}/device?at=${streetsCenter.lat},${streetsCenter.lon},14`);
  await waitUntilCached(page);
  await page.getByRole('button', { name: 'Save the current map area' }).click();
  await page.getByRole('button', { name: 'Save', exact: true }).click();
}

async function saveArea(page: Page): Promise<void> {
  await startSaving(page);
  await expect(page.getByText('reports, saved')).toBeVisible({ timeout: scaled(40_000) });
}

/** Leaves the saved area alone on the device. */
const deleteOtherCaches = (page: Page) =>
  page.evaluate(async () => {
    for (const name of await caches.keys())
      if (/^waypost-(?:maps|api|ground)/.test(name)) await caches.delete(name);
  });

for (const status of [502, 403])
  test(`a gateway that responds ${status} counts as no network, and nothing that was saved is lost`, {
    tag: ['@slow', '@map'],
  }, async () => {
    const { context, page } = await launchBrowser(profile);
    await saveArea(page);
    await deleteOtherCaches(page);
    proxy.respondWithPage(status);
    await openMap(page);
    await expectStreets(page, 'light');
    await expect(page.getByRole('heading', { name: 'Reports' })).toBeVisible();
    await expect(page.getByText(/not stored|busy|not found/i)).toHaveCount(0);
    await openForm(page);
    await expectForm(page);
    proxy.disconnect();
    await context.setOffline(true);
    await openMap(page);
    await expectStreets(page, 'light');
    await openForm(page);
    await expectForm(page);
    await context.close();
  });

test('requests that are never answered end: the saved area is shown, and the site is back with the network', {
  tag: ['@slow', '@map'],
}, async () => {
  const { context, page } = await launchBrowser(profile);
  await saveArea(page);
  await deleteOtherCaches(page);
  proxy.stall();
  await openMap(page);
  await expectStreets(page, 'light');
  proxy.connect();
  await page.goto(`${proxy.url}/activity`);
  await expect(page.getByRole('heading', { name: 'Activity' })).toBeVisible();
  const sent = proxy.sentText().length;
  await page.reload();
  await expect.poll(() => proxy.sentText().slice(sent)).toContain('/api/v3/posts');
  await context.close();
});

test('an area that was not saved to its end leaves nothing on the device', { tag: '@slow' }, async () => {
  const { context, page } = await launchBrowser(profile);
  await startSaving(page);
  await expect.poll(() => listAreaCaches(page)).toHaveLength(1);
  // Another tab does not delete what this one saves.
  proxy.stall();
  const other = await context.newPage();
  await other.goto(`${proxy.url}/device`);
  await expect(other.getByText('No saved areas.')).toBeVisible();
  expect(await listAreaCaches(other)).toHaveLength(1);
  await context.close();
  proxy.connect();
  const next = await launchBrowser(profile);
  await next.page.goto(`${proxy.url}/device`);
  await expect(next.page.getByText('No saved areas.')).toBeVisible();
  await expect.poll(() => listAreaCaches(next.page)).toEqual([]);
  await next.context.close();
});

test('an area goes on being saved while another screen is open', { tag: '@slow' }, async () => {
  const { context, page } = await launchBrowser(profile);
  await startSaving(page);
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'List' }).click();
  await expect(page.getByText('Area saved on this device.')).toBeVisible();
  expect(await listAreaCaches(page)).toHaveLength(1);
  await context.close();
});

test('a response that an update cannot get is not taken from what was saved before', {
  tag: '@slow',
}, async () => {
  const { context, page } = await launchBrowser(profile);
  await saveArea(page);
  await page.getByRole('button', { name: 'Save the current map area' }).click();
  await expect(page.getByRole('textbox', { name: 'Name of the area' })).toBeVisible();
  proxy.breakRequests('/api/v3/forms/');
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(page.getByText('could not be downloaded completely').first()).toBeVisible();
  expect(await listAreaCaches(page)).toHaveLength(1);
  await context.close();
});

test('what visitors saved is deleted once the site is for people with an account', {
  tag: '@slow',
}, async () => {
  const token = await tokenFor(waypost, 'admin');
  const { context, page } = await launchBrowser(profile);
  await saveArea(page);
  await callApi(waypost, token, 'PUT', '/config/site', { private: true });
  await page.goto(`${proxy.url}/views/map`);
  await expect(page.getByRole('textbox', { name: 'Email' })).toBeVisible();
  await expect.poll(() => listAreaCaches(page)).toEqual([]);
  await callApi(waypost, token, 'PUT', '/config/site', { private: false });
  await page.goto(`${proxy.url}/device`);
  await expect(page.getByText('No saved areas.')).toBeVisible();
  await context.close();
});
