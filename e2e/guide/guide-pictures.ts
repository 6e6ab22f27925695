/**
 * Takes the screenshots of the guide from the demo deployment: `npm run screenshots`. Each is a WebP file in
 * docs/guide/pictures. Those of desktops are 1280 pixels wide, those of phones 390 with a device scale factor of 1.5.
 */
import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { type BrowserContextOptions, expect, type Page } from '@playwright/test';
import { test } from '../support/browser.ts';
import { logIn } from '../support/log-in.ts';
import { createPathResolver } from '../support/screens.ts';
import { testLimit } from '../support/timing.ts';
import {
  admin,
  callApi,
  endWaypost,
  startDemo,
  startEmptyWaypost,
  tokenFor,
  type Waypost,
} from '../support/waypost.ts';

const outputFolder = path.resolve(import.meta.dirname, '../../docs/guide/pictures');
const password = admin.password;
const steadyContext = { reducedMotion: 'reduce', colorScheme: 'light' } as const;
const desktop: BrowserContextOptions = { viewport: { width: 1280, height: 800 }, ...steadyContext };
const phone: BrowserContextOptions = {
  viewport: { width: 390, height: 760 },
  deviceScaleFactor: 1.5,
  hasTouch: true,
  ...steadyContext,
};

let waypost: Waypost;
let resolvePath: (address: string) => string;
test.beforeAll(async () => {
  test.setTimeout(testLimit(300_000));
  await mkdir(outputFolder, { recursive: true });
  waypost = await startDemo(password, { posts: 600, photos: 60 });
  resolvePath = await createPathResolver(waypost);
});
test.afterAll(() => endWaypost(waypost));
test.describe.configure({ timeout: testLimit(120_000) });

/** Takes a screenshot once nothing loads and two screenshots in a row are equal. */
async function takeScreenshot(page: Page, name: string): Promise<void> {
  await page.waitForLoadState('networkidle');
  await expect(page.locator('.mantine-Loader-root')).toHaveCount(0);
  await page.waitForLoadState('networkidle');
  await page.evaluate(() => document.fonts.ready);
  const browser = await page.context().newCDPSession(page);
  const capture = async () =>
    (await browser.send('Page.captureScreenshot', { format: 'webp', quality: 80 })).data;
  let [before, now] = ['', await capture()];
  await expect(async () => {
    [before, now] = [now, await capture()];
    expect(now === before).toBe(true);
  }).toPass();
  await writeFile(path.join(outputFolder, `${name}.webp`), Buffer.from(now, 'base64'));
}

type OpenPage = Parameters<Parameters<typeof test>[2]>[0]['open'];

/** Opens a screen as a user of the demo. */
async function openAs(open: OpenPage, email: string, address: string, size = desktop): Promise<Page> {
  const page = await open(`${waypost.baseUrl}/login`, size, { allowClientErrors: true });
  await logIn(page, { email, password });
  await page.waitForURL(/views/);
  await page.goto(waypost.baseUrl + resolvePath(address));
  return page;
}

const openAsVisitor = (open: OpenPage, address: string, size = desktop) =>
  open(waypost.baseUrl + resolvePath(address), size, {
    allowClientErrors: true,
    allowConnectionErrors: true,
  });

test('map', { tag: '@map' }, async ({ open }) => {
  const page = await openAsVisitor(open, '/views/map');
  await expect(page.getByRole('region', { name: 'Map', exact: true })).toBeVisible();
  await takeScreenshot(page, 'map');
});

test('list and filters', { tag: '@map' }, async ({ open }) => {
  const page = await openAsVisitor(open, '/views/data');
  await page.getByRole('button', { name: /^Sort and filter/ }).click();
  await expect(page.getByRole('region', { name: 'Sort and filter' })).toBeVisible();
  await takeScreenshot(page, 'filters');
});

test('report form', { tag: '@map' }, async ({ open }) => {
  const page = await openAsVisitor(open, '/posts/create', phone);
  await expect(page.getByRole('heading', { name: 'What do you want to report?' })).toBeVisible();
  await takeScreenshot(page, 'choose-phone');
  await page.getByRole('link', { name: /Flood report/ }).click();
  await page.getByRole('textbox', { name: /^Title/ }).fill('Water over the bridge');
  await expect(page.getByText('Saved on this device', { exact: false }).first()).toBeVisible();
  await page.evaluate(() => scrollTo(0, 0));
  await takeScreenshot(page, 'report-phone');
});

test('activity', { tag: '@map' }, async ({ open }) => {
  const page = await openAsVisitor(open, '/activity');
  await expect(page.getByRole('heading').first()).toBeVisible();
  await takeScreenshot(page, 'activity');
});

test('collection', { tag: '@map' }, async ({ open }) => {
  const page = await openAsVisitor(open, '/collections');
  await expect(page.getByRole('link', { name: /./ }).first()).toBeVisible();
  await takeScreenshot(page, 'collections');
});

test('reviewing', { tag: '@map' }, async ({ open }) => {
  // A post in English.
  const waiting = await callApi(
    waypost,
    await tokenFor(waypost, 'admin'),
    'GET',
    resolvePath('/posts?status[]=draft&form[]={survey}&limit=100'),
  );
  const { results } = (await waiting.json()) as { results: { id: number; title: string | null }[] };
  const post = results.find(({ title }) => /^[ -~]*\bthe\b[ -~]*$/.test(title ?? '')) ?? results[0];
  const page = await openAs(open, 'verifier@waypost.local', `/posts/${post?.id}`);
  await expect(page.getByRole('heading', { level: 1, name: post?.title ?? '' })).toBeVisible();
  await takeScreenshot(page, 'review');
  await page.goto(`${waypost.baseUrl}/views/data`);
  await page.getByRole('button', { name: 'Bulk actions' }).click();
  const boxes = page.getByRole('checkbox', { name: /^Select (?!all)/ });
  for (const nth of [0, 1]) await boxes.nth(nth).check();
  await takeScreenshot(page, 'bulk');
});

test('messages', { tag: '@map' }, async ({ open }) => {
  // Without a gateway nobody can be replied to.
  const gateway = { providers: { smssync: true }, smssync: { secret: 'phone' } };
  await callApi(waypost, await tokenFor(waypost, 'admin'), 'PUT', '/config/data-provider', gateway);
  const page = await openAs(open, admin.email, '/messages');
  await page
    .getByRole('region', { name: 'Conversations' })
    .getByRole('link', { name: /Pump at the clinic/ })
    .click();
  await expect(page.getByRole('textbox', { name: 'Reply' })).toBeVisible();
  await takeScreenshot(page, 'messages');
});

test('account', { tag: '@map' }, async ({ open }) => {
  const page = await openAs(open, 'member@waypost.local', '/views/map', phone);
  await page.getByRole('button', { name: 'Account', exact: true }).click();
  await page.getByRole('menuitem', { name: 'Account settings' }).click();
  await expect(page.getByRole('dialog', { name: 'Account settings' })).toBeVisible();
  await takeScreenshot(page, 'account-phone');
});

test('queued reports', { tag: '@map' }, async ({ open }) => {
  const page = await openAsVisitor(open, '/device', phone);
  await expect(page.getByRole('heading', { name: 'On this device' })).toBeVisible();
  await page.getByRole('button', { name: 'Show more' }).click();
  await takeScreenshot(page, 'device-phone');
});

test('quick exit', { tag: '@map' }, async ({ open }) => {
  const token = await tokenFor(waypost, 'admin');
  const changed = await callApi(waypost, token, 'PUT', resolvePath('/forms/{survey}'), { quick_exit: true });
  expect(changed.ok).toBe(true);
  const page = await openAsVisitor(open, '/posts/create/{survey}', phone);
  await expect(page.getByRole('button', { name: 'Leave now' }).first()).toBeVisible();
  await takeScreenshot(page, 'leave-phone');
});

test('first run', { tag: '@map' }, async ({ open }) => {
  const fresh = await startEmptyWaypost(undefined, { ADMIN_EMAIL: 'asha@example.org' });
  try {
    const page = await open(`${fresh.baseUrl}/login`, desktop, {
      allowClientErrors: true,
      allowConnectionErrors: true,
    });
    await logIn(page, { email: 'asha@example.org', password });
    await expect(page.getByRole('textbox', { name: 'Site name' })).toBeVisible();
    await takeScreenshot(page, 'first-run');
    await page.close();
  } finally {
    await endWaypost(fresh);
  }
});

for (const [name, address, heading] of [
  ['settings', '/settings', 'Riverside Watch'],
  ['survey-builder', '/settings/surveys/edit/{survey}', ''],
  ['categories', '/settings/categories', 'Categories'],
  ['role', '/settings/roles/create', 'Add a role'],
  ['data-sources', '/settings/datasources', 'Data sources'],
  ['export', '/settings/data-export', 'Export'],
  ['status', '/settings/status', 'Status'],
  ['targeted', '/settings/surveys/targeted/create', 'New targeted survey'],
  ['webhook', '/settings/webhooks/create', 'Add a webhook'],
] as const)
  test(name, { tag: '@map' }, async ({ open }) => {
    const page = await openAs(open, admin.email, address);
    const title = heading ? { name: heading } : {};
    await expect(page.getByRole('heading', { level: 1, ...title })).toBeVisible();
    await takeScreenshot(page, name);
  });
