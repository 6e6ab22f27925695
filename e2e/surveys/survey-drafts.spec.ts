/** Drafts of reports: kept through a crash of the browser, sent once, and private to their author. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { chromium, expect, type Page } from '@playwright/test';
import { disableWebGl, expectAccessible, test } from '../support/browser.ts';
import { readBrowserStorage } from '../support/browser-storage.ts';
import { chromiumLaunch } from '../support/chromium-launch.ts';
import { createFullSurvey, type FullSurvey } from '../support/full-survey.ts';
import { logIn } from '../support/log-in.ts';
import { generatePhoto } from '../support/photo.ts';
import { scaled, testLimit } from '../support/timing.ts';
import { admin, callApi, endWaypost, startWaypost, tokenFor, type Waypost } from '../support/waypost.ts';

let waypost: Waypost;
let survey: FullSurvey;
test.beforeAll(async () => {
  waypost = await startWaypost();
  survey = await createFullSurvey(waypost);
});
test.afterAll(() => endWaypost(waypost));

const unsentNotice = (page: Page) => page.getByText('Unsent reports on this device');
const formUrl = () => `${waypost.baseUrl}/posts/create/${survey.id}`;
const pngFile = (name: string) => ({ name, mimeType: 'image/png', buffer: generatePhoto() });
const tab = (page: Page, name: string) => page.getByRole('tab', { name });
const field = (page: Page, name: string) => page.getByRole('textbox', { name });
const send = (page: Page) => page.getByRole('button', { name: 'Send report' });

async function logInAsAdmin(page: Page): Promise<void> {
  await logIn(page, admin);
  await page.waitForURL((url) => url.pathname !== '/login');
}

test('a draft with a picture survives a crash of the browser, and is sent once', {
  tag: '@slow',
}, async () => {
  // Starts two browsers, one after the other.
  test.setTimeout(testLimit(180_000));
  const profile = await mkdtemp(path.join(tmpdir(), 'waypost-profile-'));
  const launchBrowser = async () => {
    const context = await chromium.launchPersistentContext(profile, {
      ...chromiumLaunch,
      locale: 'en-US',
      serviceWorkers: 'block',
    });
    await disableWebGl(context);
    const [page = await context.newPage()] = context.pages();
    await page.goto(formUrl());
    return { context, page };
  };
  const first = await launchBrowser();
  await field(first.page, 'Title').fill('Landslide behind the school');
  await field(first.page, 'What happened?').fill('At six.');
  await field(first.page, 'People affected').fill('2');
  await first.page.getByRole('checkbox', { name: 'Food' }).check();
  await tab(first.page, 'Verify').click();
  await first.page.locator('input[type=file]:not([capture])').first().setInputFiles(pngFile('slide.png'));
  await field(first.page, 'Caption').fill('From the schoolyard');
  await expect(first.page.getByText('Saved on this device')).toBeVisible();
  // The notice is there since the first field; the last one is stored a moment later.
  await expect.poll(() => readBrowserStorage(first.page)).toContain('From the schoolyard');
  const devtools = await first.context.newCDPSession(first.page);
  await devtools.send('Browser.crash').catch(() => undefined);
  await first.context.close().catch(() => undefined);

  const { context, page } = await launchBrowser();
  await expect(unsentNotice(page)).toBeVisible();
  await expect(page.getByText('With 1 picture')).toBeVisible();
  await expectAccessible(page, 'the unsent report');
  await page.getByRole('button', { name: 'Continue' }).click();
  await expect(field(page, 'Title')).toHaveValue('Landslide behind the school');
  await tab(page, 'Verify').click();
  const restoredPicture = page.getByRole('img', { name: 'From the schoolyard' });
  await expect
    .poll(() => restoredPicture.evaluate((it: HTMLImageElement) => it.naturalWidth))
    .toBeGreaterThan(300);

  const keys: (string | undefined)[] = [];
  await page.route('**/api/v3/posts', async (route) => {
    keys.push(route.request().headers()['idempotency-key']);
    // The request arrives, but its response is lost.
    if (keys.length > 1) return route.fallback();
    await route.fetch();
    return route.abort();
  });
  await send(page).click();
  // The client cannot know whether it arrived: it retries with the same key.
  await expect(page.getByRole('heading', { name: /Saved on this device|has been sent/ })).toBeVisible();
  await expect(page.getByRole('heading', { name: 'Your report has been sent' })).toBeVisible({
    timeout: scaled(30_000),
  });
  expect(keys[0]).toMatch(/^[0-9a-f]{32}$/);
  expect(keys[1]).toBe(keys[0]);
  const stored = await callApi(waypost, await tokenFor(waypost, 'admin'), 'GET', '/posts?q=Landslide');
  expect(((await stored.json()) as { count: number }).count).toBe(1);
  await page.goto(formUrl());
  await expect(field(page, 'Title')).toHaveValue('', { timeout: scaled(30_000) });
  await expect(unsentNotice(page)).toHaveCount(0);
  await context.close();
  await rm(profile, { recursive: true, force: true });
});

test('the draft of one user is not shown to the next', { tag: '@slow' }, async ({ open }) => {
  test.setTimeout(testLimit(180_000));
  const page = await open(formUrl());
  await field(page, 'Title').fill('Only mine');
  await expect(page.getByText('Saved on this device')).toBeVisible();
  await page.goto(`${waypost.baseUrl}/login`);
  await logInAsAdmin(page);
  await page.goto(formUrl());
  await expect(field(page, 'Title')).toHaveValue('');
  await field(page, 'Title').fill('Of the administrator');
  await expect(page.getByText('Saved on this device until you log out')).toBeVisible();
  await page.getByRole('button', { name: 'Account', exact: true }).click();
  await page.getByRole('menuitem', { name: 'Log out' }).click();
  await expect(page.getByRole('dialog', { name: 'You have an unsent report' })).toBeVisible();
  await expectAccessible(page, 'the confirmation before an unsent report is lost');
  await page.getByRole('button', { name: 'Log out anyway' }).click();
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await page.goto(formUrl());
  await expect(page.getByText('Only mine')).toBeVisible();
  await page.getByRole('button', { name: 'Discard' }).click();
  await page.getByRole('button', { name: 'Discard' }).click();
  await expect(field(page, 'Title')).toHaveValue('');
  await page.goto(`${waypost.baseUrl}/login`);
  await logInAsAdmin(page);
  await page.goto(formUrl());
  await expect(field(page, 'Title')).toHaveValue('');
});
