/** The map's first picture, which is there before the map engine: pins work, and stay where they are when the engine takes over. */
import { expect, type Page } from '@playwright/test';
import { expectAccessible, test } from '../support/browser.ts';
import { logIn } from '../support/log-in.ts';
import { waitForMapEngine } from '../support/map-engine.ts';
import { scaled, testLimit } from '../support/timing.ts';
import { admin, callApi, endWaypost, startWaypost, tokenFor, type Waypost } from '../support/waypost.ts';

let waypost: Waypost;
/** Ids of the posts by title. */
const ids = new Map<string, number>();

const mombasa = { lat: -4.0435, lon: 39.6682 };
const lagos = { lat: 6.4541, lon: 3.3947 };
const abuja = { lat: 9.0765, lon: 7.3986 };

test.beforeAll(async () => {
  waypost = await startWaypost();
  const token = await tokenFor(waypost, 'admin');
  const fields = await callApi(waypost, token, 'GET', '/forms/1/attributes');
  const { results } = (await fields.json()) as { results: { key: string; input: string }[] };
  const key = results.find(({ input }) => input === 'location')?.key ?? '';
  for (const [title, place] of [
    ['Ship waits', mombasa],
    ['Market open', lagos],
    ['Pump broken', abuja],
  ] as const) {
    const created = await callApi(waypost, token, 'POST', '/posts', {
      form: 1,
      title,
      content: `${title}, seen this morning.`,
      status: 'published',
      values: { [key]: [place] },
    });
    ids.set(title, ((await created.json()) as { id: number }).id);
  }
});
test.afterAll(() => endWaypost(waypost));
test.setTimeout(testLimit(120_000));

const screenSize = { viewport: { width: 1280, height: 800 } };
const firstPinTimeout = { timeout: scaled(20_000) };
const pin = (page: Page, name: string | RegExp) =>
  page.getByRole('group', { name: /^Reports on the map\./ }).getByRole('button', { name });

const engineScript = /\/assets\/maplibre-gl-/;

/** Delays scripts until the returned function is called. */
async function holdScripts(page: Page, scripts: RegExp): Promise<() => void> {
  let release = (): void => undefined;
  const released = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.route(scripts, async (route) => {
    await released;
    await route.continue();
  });
  return release;
}

test('pins are drawn while the app is still loading, and stay until the map is there', {
  tag: ['@full', '@map'],
}, async ({ open }) => {
  const page = await open(waypost.baseUrl, { ...screenSize, serviceWorkers: 'block' });
  await page.goto('about:blank');
  const releaseApp = await holdScripts(page, /\/assets\/start-/);
  const releaseMap = await holdScripts(page, /\/assets\/opening-map-/);
  // The page is complete only with its scripts.
  await page.goto(`${waypost.baseUrl}/views/map?at=2,22,3.5`, { waitUntil: 'commit' });
  const picture = page.locator('canvas.loading-map');
  // Mombasa, Lagos, Abuja.
  await expect(picture).toHaveAttribute('data-pins', '3', firstPinTimeout);
  const before = await picture.boundingBox();

  releaseApp();
  await expect(page.getByRole('heading', { name: 'Reports' })).toBeVisible(firstPinTimeout);
  await expect(picture).toBeVisible();
  expect(await picture.boundingBox()).toEqual(before);

  releaseMap();
  await expect(pin(page, 'Report: Market open')).toBeVisible(firstPinTimeout);
  await expect(picture).toHaveCount(0);
});

test('a pin opens before the map engine is there, and stays at its place', {
  tag: ['@slow', '@map'],
}, async ({ open }) => {
  const page = await open(waypost.baseUrl, { ...screenSize, serviceWorkers: 'block' });
  await page.goto('about:blank');
  const release = await holdScripts(page, engineScript);
  await page.goto(`${waypost.baseUrl}/views/map?at=2,22,3.5`);
  await expect(pin(page, 'Report: Market open')).toBeVisible(firstPinTimeout);
  await expect(page.getByText('Loading the map')).toBeVisible();
  const before = await pin(page, 'Report: Market open').boundingBox();
  await expectAccessible(page, 'the first picture of the map');

  await pin(page, 'Report: Ship waits').press('Enter');
  const card = page.getByRole('dialog', { name: 'Ship waits' });
  await expect(card).toBeVisible();
  await expect(card).toBeFocused();

  release();
  await waitForMapEngine(page);
  await expect(page.getByText('Loading the map')).toHaveCount(0);
  await expect(card).toBeVisible();
  await expect(card).toBeFocused();
  const after = await pin(page, 'Report: Market open').boundingBox();
  expect(after?.x).toBeCloseTo(before?.x ?? 0, 0);
  expect(after?.y).toBeCloseTo(before?.y ?? 0, 0);

  // The button that opened the card went away with the first picture.
  await page.keyboard.press('Escape');
  await expect(pin(page, 'Report: Ship waits')).toBeFocused();
});

test('a report that is opened from its pin returns to the card, and the card to the pin', {
  tag: ['@slow', '@map'],
}, async ({ open }) => {
  const page = await open(`${waypost.baseUrl}/views/map?at=2,22,3.5`, screenSize);
  await waitForMapEngine(page);
  const card = page.getByRole('dialog', { name: 'Ship waits' });
  for (const key of ['Back', 'Escape']) {
    await pin(page, 'Report: Ship waits').press('Enter');
    await card.getByRole('link', { name: 'Ship waits' }).press('Enter');
    await expect(page.getByRole('heading', { level: 1, name: 'Ship waits' })).toBeFocused();
    if (key === 'Back') await page.getByRole('link', { name: 'Back to the map' }).press('Enter');
    else await page.keyboard.press('Escape');
    await expect(page.getByRole('heading', { level: 1, name: 'Reports' })).toBeVisible();
    await expect(card).toBeFocused();
    await page.keyboard.press('Escape');
    await expect(pin(page, 'Report: Ship waits')).toBeFocused();
  }
});

test('a cluster opens before the map engine is there, its reports have the focus, and the engine starts in that view', {
  tag: ['@slow', '@map'],
}, async ({ open }) => {
  const page = await open(waypost.baseUrl, { ...screenSize, serviceWorkers: 'block' });
  await page.goto('about:blank');
  const release = await holdScripts(page, engineScript);
  await page.goto(`${waypost.baseUrl}/views/map?at=2,22,1`);
  await pin(page, /^2 reports here/).press('Enter', firstPinTimeout);
  await expect(pin(page, 'Report: Market open')).toBeVisible();
  await expect(pin(page, 'Report: Pump broken')).toBeVisible();
  await expect(pin(page, 'Report: Pump broken')).toBeFocused();

  release();
  await waitForMapEngine(page);
  await expect(pin(page, 'Report: Market open')).toBeVisible();
  await expect(pin(page, 'Report: Pump broken')).toBeFocused();
  // The view is in the URL, as after every move of the map.
  await expect(page).toHaveURL(/[?&]at=/);
  await expect(page).not.toHaveURL(/at=2%2C22%2C1|at=2,22,1/);
});

test('the link to a report opens the map at its place', {
  tag: ['@slow', '@map'],
}, async ({ open }) => {
  const page = await open(waypost.baseUrl, { ...screenSize, serviceWorkers: 'block' });
  await page.goto('about:blank');
  const release = await holdScripts(page, engineScript);
  await page.goto(`${waypost.baseUrl}/posts/${ids.get('Ship waits')}`);
  await expect(pin(page, 'Report: Ship waits')).toBeVisible(firstPinTimeout);
  await expect(page.getByRole('group', { name: /^Reports on the map\./ }).getByRole('button')).toHaveCount(1);
  const before = await pin(page, 'Report: Ship waits').boundingBox();

  release();
  await waitForMapEngine(page);
  await expect(page.getByRole('img', { name: 'Report: Ship waits' })).toBeVisible();
  const after = await pin(page, 'Report: Ship waits').boundingBox();
  expect(after?.x).toBeCloseTo(before?.x ?? 0, 0);
  expect(after?.y).toBeCloseTo(before?.y ?? 0, 0);
});

test('a map that was opened behind the login dialog shows every report beside the panel', {
  tag: ['@slow', '@map'],
}, async ({ open }) => {
  const page = await open(`${waypost.baseUrl}/login`, screenSize);
  await waitForMapEngine(page);
  await logIn(page, admin);
  await expect(page.getByRole('heading', { level: 1, name: 'Reports' })).toBeVisible();
  for (const title of ['Market open', 'Pump broken', 'Ship waits'])
    await expect(pin(page, `Report: ${title}`)).toBeInViewport();
  // Nobody has moved it: the form of a report does not open where it happens to be.
  await page.setViewportSize({ width: 1100, height: 700 });
  await expect(pin(page, 'Report: Ship waits')).toBeInViewport();
  await expect(page).not.toHaveURL(/[?&]at=/);
});
