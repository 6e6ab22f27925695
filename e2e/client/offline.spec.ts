/**
 * Without a network: the app opens with what was seen, reports are kept with their pictures through a closed browser and arrive
 * once each; an upload that breaks goes on where it stopped; a logout leaves nothing to read.
 */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { type BrowserContext, chromium, expect, type Page, test } from '@playwright/test';
import { disableWebGl, expectAccessible } from '../support/browser.ts';
import { readBrowserStorage } from '../support/browser-storage.ts';
import { addRequiredField, createFullSurvey, type FullSurvey } from '../support/full-survey.ts';
import { logIn } from '../support/log-in.ts';
import { type NetworkProxy, startNetworkProxy } from '../support/network-proxy.ts';
import { generatePhoto } from '../support/photo.ts';
import { scaled, testLimit } from '../support/timing.ts';
import { admin, callApi, endWaypost, startWaypost, tokenFor, type Waypost } from '../support/waypost.ts';

test.setTimeout(testLimit(180_000));

let waypost: Waypost;
let survey: FullSurvey;
let proxy: NetworkProxy;
let profile: string;
test.beforeAll(async () => {
  waypost = await startWaypost();
  survey = await createFullSurvey(waypost);
  const token = await tokenFor(waypost, 'admin');
  const seen = {
    form: { id: 1 },
    title: 'Bridge at Soy holds',
    content: 'Seen before.',
    status: 'published',
  };
  await callApi(waypost, token, 'POST', '/posts', seen);
});
test.afterAll(() => endWaypost(waypost));
test.beforeEach(async () => {
  proxy = await startNetworkProxy(waypost.baseUrl);
  profile = await mkdtemp(path.join(tmpdir(), 'waypost-profile-'));
});
test.afterEach(async () => {
  await proxy.close();
  await rm(profile, { recursive: true, force: true });
});

/** A browser whose profile outlives it; without a line it begins offline. */
async function launchBrowser(isOffline = false): Promise<{ context: BrowserContext; page: Page }> {
  const context = await chromium.launchPersistentContext(profile, {
    executablePath: process.env['CHROMIUM'] ?? '/usr/bin/chromium',
    args: ['--no-sandbox', '--disable-background-networking', '--disable-component-update', '--no-first-run'],
    locale: 'en-US',
    offline: isOffline,
  });
  await disableWebGl(context);
  const [page = await context.newPage()] = context.pages();
  page.setDefaultTimeout(scaled(20_000));
  return { context, page };
}

const goOffline = async (context: BrowserContext) => {
  proxy.disconnect();
  await context.setOffline(true);
};
const goOnline = async (context: BrowserContext) => {
  proxy.connect();
  await context.setOffline(false);
};

const formUrl = () => `${proxy.url}/posts/create/${survey.id}`;
const field = (page: Page, name: string) => page.getByRole('textbox', { name });
const send = (page: Page) => page.getByRole('button', { name: 'Send report' });
const tab = (page: Page, name: string) => page.getByRole('tab', { name });
const row = (page: Page, title: string) => page.getByRole('listitem').filter({ hasText: title });

/** Until the app is on the device, and this page is served by it. */
async function waitUntilCached(page: Page): Promise<void> {
  await expect
    .poll(() => page.evaluate(() => navigator.serviceWorker.controller?.state ?? ''), {
      timeout: scaled(40_000),
    })
    .toBe('activated');
}

async function fill(page: Page, title: string, picture: Buffer): Promise<void> {
  await field(page, 'Title').fill(title);
  await field(page, 'What happened?').fill('At six.');
  await field(page, 'People affected').fill('2');
  await page.getByRole('checkbox', { name: 'Food' }).check();
  await tab(page, 'Verify').click();
  await page
    .locator('input[type=file]:not([capture])')
    .first()
    .setInputFiles({ name: 'slide.png', mimeType: 'image/png', buffer: picture });
  await field(page, 'Caption').fill(`Of ${title}`);
  await field(page, 'Who confirmed it?').fill('The miller');
}

interface StoredPost {
  title: string;
  values: Record<string, unknown[]>;
}
/** What the server has under a title. */
async function readStoredPosts(title: string): Promise<StoredPost[]> {
  const token = await tokenFor(waypost, 'admin');
  const response = await callApi(waypost, token, 'GET', `/posts?q=${encodeURIComponent(title)}&status=all`);
  const { results } = (await response.json()) as { results: StoredPost[] };
  return results.filter((it) => it.title === title);
}

test('two reports with pictures, written without a network, arrive once each after the browser was closed', {
  tag: '@core',
}, async () => {
  const first = await launchBrowser();
  await first.page.goto(`${proxy.url}/views/data`);
  await waitUntilCached(first.page);
  // What is seen from now on is kept.
  await first.page.goto(`${proxy.url}/views/data`);
  await expect(first.page.getByText('Bridge at Soy holds').first()).toBeVisible();
  await first.page.goto(formUrl());
  await expect(field(first.page, 'Title')).toBeVisible();

  await goOffline(first.context);
  for (const title of ['Landslide behind the school', 'Ford at the mill is gone']) {
    await first.page.goto(formUrl());
    await fill(first.page, title, generatePhoto());
    await send(first.page).click();
    await expect(first.page.getByRole('heading', { name: 'Kept on this device' })).toBeVisible();
  }
  await first.context.close();

  const { context, page } = await launchBrowser(true);
  await page.goto(`${proxy.url}/views/data`);
  await expect(page.getByText('Bridge at Soy holds').first()).toBeVisible();
  await expect(page.getByText('2 reports wait to be sent')).toBeVisible();
  await page.getByRole('link', { name: 'See them' }).click();
  for (const title of ['Landslide behind the school', 'Ford at the mill is gone']) {
    await expect(row(page, title)).toContainText('Waiting for a connection');
    await expect(row(page, title)).toContainText('With 1 picture');
  }
  await expectAccessible(page, 'what is on this device');
  expect(await readStoredPosts('Landslide behind the school')).toEqual([]);

  // A report that the server fails at keeps no other waiting.
  const isFirst = (body: string | null) => body?.includes('Landslide behind the school') ?? false;
  await context.route('**/api/v3/posts', (route) =>
    isFirst(route.request().postData())
      ? route.fulfill({ status: 500, body: '{"errors":[{"status":500,"title":"Internal Server Error"}]}' })
      : route.continue(),
  );
  await goOnline(context);
  await expect(row(page, 'Ford at the mill is gone')).toContainText('Sent', { timeout: scaled(40_000) });
  await expect(row(page, 'Landslide behind the school')).not.toContainText('Sent');
  await context.unroute('**/api/v3/posts');
  await expect(row(page, 'Landslide behind the school')).toContainText('Sent', { timeout: scaled(60_000) });
  await page.reload();
  await expect(row(page, 'Ford at the mill is gone')).toContainText('Sent');
  for (const title of ['Landslide behind the school', 'Ford at the mill is gone']) {
    const found = await readStoredPosts(title);
    expect(found.length, title).toBe(1);
    const media = Object.values(found[0]?.values ?? {}).flat();
    expect(media.length, `answers of ${title}`).toBeGreaterThan(3);
  }
  await row(page, 'Ford at the mill is gone').getByRole('link', { name: 'See it' }).click();
  await expect(page.getByRole('heading', { name: 'Ford at the mill is gone', level: 1 })).toBeVisible();
  await tab(page, 'Verify').click();
  await expect(page.getByText('Of Ford at the mill is gone').first()).toBeVisible();
  await context.close();
});

test('an upload that breaks in the middle goes on where it stopped, and its report arrives once', {
  tag: '@full',
}, async () => {
  const { context, page } = await launchBrowser();
  await page.goto(formUrl());
  await fill(page, 'Night at the dam', generatePhoto(1200, 900, true));
  await expect(page.getByText(/made smaller|Made smaller/)).toBeVisible();
  proxy.disconnectAfter(500_000);
  await send(page).click();
  await expect(page.getByRole('heading', { name: 'Kept on this device' })).toBeVisible({
    timeout: scaled(30_000),
  });
  const pieces = () => proxy.sentText().match(/POST \/api\/v3\/media\/uploads\/[0-9a-f]{32} /g)?.length ?? 0;
  const before = pieces();
  expect(before).toBeGreaterThanOrEqual(2);
  proxy.connect();
  await expect(page.getByRole('heading', { name: 'Your report has been sent' })).toBeVisible({
    timeout: scaled(40_000),
  });
  expect(proxy.sentText().match(/POST \/api\/v3\/media\/uploads HTTP/g)?.length, 'uploads begun').toBe(1);
  expect(pieces()).toBeGreaterThan(before);
  expect((await readStoredPosts('Night at the dam')).length).toBe(1);
  await context.close();
});

test('after a logout nothing private can be read on the device, and what waits is sent once its person is back', {
  tag: '@full',
}, async () => {
  const token = await tokenFor(waypost, 'admin');
  const inside = {
    form: { id: 1 },
    title: 'Inside only',
    content: 'Whereabouts of Ines.',
    status: 'draft',
  };
  await callApi(waypost, token, 'POST', '/posts', inside);
  const { context, page } = await launchBrowser();
  await page.goto(`${proxy.url}/login`);
  await logIn(page, admin);
  await page.waitForURL(/views/);
  await waitUntilCached(page);
  await page.goto(`${proxy.url}/views/data`);
  await expect(page.getByText('Inside only').first()).toBeVisible();
  await expect.poll(() => readBrowserStorage(page)).toContain('Whereabouts of Ines');
  await page.goto(formUrl());
  await expect(field(page, 'Title')).toBeVisible();
  await goOffline(context);
  await fill(page, 'Confided to the team', generatePhoto());
  await send(page).click();
  await expect(page.getByRole('heading', { name: 'Kept on this device' })).toBeVisible();
  expect(await readBrowserStorage(page)).not.toContain('Confided to the team');

  await page.getByRole('button', { name: 'More', exact: true }).click();
  await page.getByRole('menuitem', { name: 'Log out' }).click();
  const dialog = page.getByRole('dialog', { name: '1 report has not been sent' });
  await expect(dialog.getByRole('radio', { name: /locked/ })).toBeChecked();
  await expectAccessible(page, 'the question what becomes of reports that wait');
  await dialog.getByRole('button', { name: 'Log out' }).click();
  await expect(dialog).toHaveCount(0);
  await expect.poll(() => readBrowserStorage(page)).not.toContain('Whereabouts of Ines');
  const left = await readBrowserStorage(page);
  for (const secret of ['Inside only', 'Confided to the team', admin.email])
    expect(left).not.toContain(secret);

  await goOnline(context);
  await page.goto(`${proxy.url}/device`);
  await expect(page.getByText('A report of somebody else')).toBeVisible();
  expect(await readStoredPosts('Confided to the team')).toEqual([]);
  await page.goto(`${proxy.url}/login`);
  await logIn(page, admin);
  await page.waitForURL(/views/);
  await page.goto(`${proxy.url}/device`);
  await expect(row(page, 'Confided to the team')).toContainText('Sent', { timeout: scaled(40_000) });
  expect((await readStoredPosts('Confided to the team')).length).toBe(1);
  await context.close();
});

test('a report that is not accepted says why, and is mended and sent', { tag: '@full' }, async () => {
  const { context, page } = await launchBrowser();
  await page.goto(formUrl());
  await waitUntilCached(page);
  await page.goto(formUrl());
  await fill(page, 'Before the survey changed', generatePhoto());
  await goOffline(context);
  await send(page).click();
  await expect(page.getByRole('heading', { name: 'Kept on this device' })).toBeVisible();
  const askAsBefore = await addRequiredField(waypost, survey);
  await goOnline(context);
  await expect(page.getByRole('heading', { name: 'Your report was not accepted' })).toBeVisible({
    timeout: scaled(40_000),
  });
  await page.getByRole('link', { name: 'See what waits on this device' }).click();
  await expect(row(page, 'Before the survey changed')).toContainText('“Nearest house” needs an answer.');
  await row(page, 'Before the survey changed').getByRole('button', { name: 'Open and mend' }).click();
  await page.getByRole('button', { name: 'Continue it' }).click();
  await field(page, 'Nearest house').fill('The ferryman’s');
  await send(page).click();
  await expect(page).toHaveURL(/\/posts\/\d+(\?|$)/);
  expect((await readStoredPosts('Before the survey changed')).length).toBe(1);
  await askAsBefore();
  await context.close();
});

test('an area is weighed, kept, and there without a network', { tag: ['@full', '@map'] }, async () => {
  const token = await tokenFor(waypost, 'admin');
  const response = await callApi(waypost, token, 'GET', `/forms/${survey.id}/attributes`);
  const { results } = (await response.json()) as { results: { key: string; label: string }[] };
  const key = (label: string) => results.find((it) => it.label === label)?.key ?? label;
  const made = await callApi(waypost, token, 'POST', '/posts', {
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
  const { id } = (await made.json()) as { id: number };
  const { context, page } = await launchBrowser();
  await page.goto(`${proxy.url}/device?at=-1.3,36.8,11`);
  await waitUntilCached(page);
  await page.getByRole('button', { name: 'Keep the area on the map' }).click();
  await expect(page.getByText(/^About .+ and 1 report$/)).toBeVisible();
  await page.getByRole('textbox', { name: 'Name of the area' }).fill('Nairobi');
  await page.getByRole('button', { name: 'Keep it', exact: true }).click();
  await expect(row(page, 'Nairobi')).toContainText('1 report, kept', { timeout: scaled(40_000) });
  await goOffline(context);
  // Neither was opened before.
  await page.goto(`${proxy.url}/posts/${id}`);
  await expect(page.getByRole('heading', { name: 'Well of Kibera', level: 1 })).toBeVisible();
  await page.goto(formUrl());
  await expect(field(page, 'Title')).toBeVisible();
  await page.goto(`${proxy.url}/device`);
  await row(page, 'Nairobi').getByRole('button', { name: 'Delete' }).click();
  await row(page, 'Nairobi').getByRole('button', { name: 'Delete' }).click();
  await expect(page.getByText('No area is kept.')).toBeVisible();
  expect(await page.evaluate(() => caches.keys())).not.toContainEqual(expect.stringContaining('area'));
  await context.close();
});

test('the guide is there without a network once a page of it was opened, and can be searched', {
  tag: '@full',
}, async () => {
  const { context, page } = await launchBrowser();
  await page.goto(`${proxy.url}/views/map`);
  await waitUntilCached(page);
  await page.goto(`${proxy.url}/help/user/reporting`);
  // The last page of the contents is kept last.
  await expect
    .poll(() => page.evaluate(async () => Boolean(await caches.match('/help/api/webhooks'))), {
      timeout: scaled(40_000),
    })
    .toBe(true);
  await goOffline(context);
  await page.goto(`${proxy.url}/help`);
  await expect(page.getByRole('heading', { name: 'Help', level: 1 })).toBeVisible();
  await page.getByRole('searchbox', { name: 'Search the guide' }).fill('take photos');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { level: 1 })).toContainText('about “take photos”');
  await expectAccessible(page, 'what was found in the kept guide');
  await page.locator('.results').getByRole('link').first().click();
  await expect(page).toHaveURL(/\/help\/\w+\/[\w-]+/);
  await expect(page.getByRole('navigation', { name: 'Contents' })).toBeVisible();
  await context.close();
});
