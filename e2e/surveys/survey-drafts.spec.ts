/** Drafts of reports: kept through a crash of the browser, sent once, and private to their author. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type BrowserContext, chromium, expect, type Page } from '@playwright/test';
import { disableWebGl, expectAccessible, test } from '../support/browser.ts';
import { chromiumLaunch } from '../support/chromium-launch.ts';
import { fillFullSurvey } from '../support/fill-full-survey.ts';
import { createFullSurvey, type FullSurvey } from '../support/full-survey.ts';
import { logIn } from '../support/log-in.ts';
import { openSentReport } from '../support/open-sent-report.ts';
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
const tab = (page: Page, name: string) => page.getByRole('tab', { name });
const field = (page: Page, name: string) => page.getByRole('textbox', { name });
const send = (page: Page) => page.getByRole('button', { name: 'Send report' });

async function logInAsAdmin(page: Page): Promise<void> {
  await logIn(page, admin);
  await page.waitForURL((url) => url.pathname !== '/login');
}

/** Starts a browser with the form. It can be started again with what it has stored. */
async function launchWithForm(profile: string): Promise<{ context: BrowserContext; page: Page }> {
  const context = await chromium.launchPersistentContext(profile, {
    ...chromiumLaunch,
    locale: 'en-US',
    serviceWorkers: 'block',
  });
  await disableWebGl(context);
  const [page = await context.newPage()] = context.pages();
  await page.goto(formUrl());
  return { context, page };
}

async function crash({ context, page }: { context: BrowserContext; page: Page }): Promise<void> {
  const devtools = await context.newCDPSession(page);
  await devtools.send('Browser.crash').catch(() => undefined);
  await context.close().catch(() => undefined);
}

async function fillWithPicture(page: Page, title: string): Promise<void> {
  await fillFullSurvey(page, title, { picture: generatePhoto(), caption: 'From the schoolyard' });
  // The notice is gone while a change is not stored yet.
  await expect(page.getByText('Saved on this device')).toBeVisible();
}

interface FoundPosts {
  results: { values: Record<string, unknown[]> }[];
}
/** With the ids of their pictures. */
const findPosts = async (words: string): Promise<FoundPosts['results']> => {
  const path = `/posts?status=all&include_types=media&q=${words}`;
  const response = await callApi(waypost, await tokenFor(waypost, 'admin'), 'GET', path);
  return ((await response.json()) as FoundPosts).results;
};

test('a draft with a picture survives a crash of the browser, and is sent once', {
  tag: '@slow',
}, async () => {
  // Starts two browsers, one after the other.
  test.setTimeout(testLimit(180_000));
  const profile = await mkdtemp(join(tmpdir(), 'waypost-profile-'));
  const first = await launchWithForm(profile);
  await fillWithPicture(first.page, 'Landslide behind the school');
  await crash(first);

  const { context, page } = await launchWithForm(profile);
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
  expect(await findPosts('Landslide')).toHaveLength(1);
  await page.goto(formUrl());
  await expect(field(page, 'Title')).toHaveValue('', { timeout: scaled(30_000) });
  await expect(unsentNotice(page)).toHaveCount(0);
  await context.close();
  await rm(profile, { recursive: true, force: true });
});

for (const [step, title] of [
  ['picture', 'Avalanche over the road'],
  ['report', 'Rockfall at the tunnel'],
] as const)
  test(`a report is sent once when the browser crashes while it sends the ${step}`, {
    tag: '@slow',
  }, async () => {
    // Starts two browsers, one after the other.
    test.setTimeout(testLimit(180_000));
    const profile = await mkdtemp(join(tmpdir(), 'waypost-profile-'));
    const first = await launchWithForm(profile);
    await fillWithPicture(first.page, title);
    // It arrives, but the browser does not learn of it.
    const pattern = step === 'picture' ? '**/api/v3/media**' : '**/api/v3/posts';
    await new Promise<void>((resolve) => {
      void first.page.route(pattern, (route) => route.fetch().then(() => resolve()));
      void send(first.page).click();
    });
    await crash(first);

    const { context, page } = await launchWithForm(profile);
    await expect(unsentNotice(page)).toHaveCount(0);
    await page.goto(`${waypost.baseUrl}/device`);
    const entry = page.getByRole('listitem').filter({ hasText: title });
    await expect(entry).toContainText('Sent', { timeout: scaled(60_000) });
    const posts = await findPosts(title.split(' ')[0] ?? '');
    expect(posts.map(({ values }) => Object.values(values).flat())).toEqual([[expect.any(String)]]);
    await page.goto(formUrl());
    await expect(field(page, 'Title')).toHaveValue('');
    await context.close();
    await rm(profile, { recursive: true, force: true });
  });

test('what is written in another tab while a report is being sent stays a draft', {
  tag: '@slow',
}, async ({ open }) => {
  test.setTimeout(testLimit(180_000));
  const page = await open(formUrl());
  await fillWithPicture(page, 'Flood at the ford');
  const other = await page.context().newPage();
  await other.goto(formUrl());
  await other.getByRole('button', { name: 'Continue' }).click();
  await expect(field(other, 'Title')).toHaveValue('Flood at the ford');
  const sent = page.waitForRequest('**/api/v3/posts');
  let release = () => undefined as void;
  const isWritten = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.route('**/api/v3/posts', async (route) => {
    await isWritten;
    await route.continue();
  });
  await send(page).click();
  await sent;
  await field(other, 'What happened?').fill('At seven.');
  await expect(other.getByText('Saved on this device')).toBeVisible();
  release();
  await openSentReport(page);
  expect(await findPosts('Flood')).toHaveLength(1);
  await other.reload();
  await expect(unsentNotice(other)).toBeVisible();
  await other.getByRole('button', { name: 'Continue' }).click();
  await expect(field(other, 'What happened?')).toHaveValue('At seven.');
  // The server has the report already: what was changed is sent as another one, after a warning.
  await send(other).click();
  await expect(other.getByText(/already arrived|already sent|has already/).first()).toBeVisible();
  await send(other).click();
  await openSentReport(other);
  expect(await findPosts('Flood')).toHaveLength(2);
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
