/**
 * Reports without a network: the app opens with cached data, reports are queued with their pictures and sent once each, an
 * interrupted upload resumes, and a logout leaves no readable data.
 */
import { type BrowserContext, expect, type Page, test } from '@playwright/test';
import { expectAccessible } from '../support/browser.ts';
import { readBrowserStorage } from '../support/browser-storage.ts';
import { endDevice, startDevice } from '../support/device.ts';
import { fillFullSurvey } from '../support/fill-full-survey.ts';
import { addRequiredField, createFullSurvey, type FullSurvey } from '../support/full-survey.ts';
import { logIn } from '../support/log-in.ts';
import type { NetworkProxy } from '../support/network-proxy.ts';
import { openSentReport } from '../support/open-sent-report.ts';
import { launchBrowser, waitUntilCached } from '../support/persistent-browser.ts';
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
  const publishedPost = {
    form: { id: 1 },
    title: 'Bridge at Soy holds',
    content: 'Seen before.',
    status: 'published',
  };
  await callApi(waypost, token, 'POST', '/posts', publishedPost);
});
test.afterAll(() => endWaypost(waypost));
test.beforeEach(async () => {
  ({ proxy, profile } = await startDevice(waypost));
});
test.afterEach(() => endDevice({ proxy, profile }));

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

async function fill(page: Page, title: string, picture: Buffer): Promise<void> {
  await fillFullSurvey(page, title, { picture, caption: `Of ${title}` });
  await field(page, 'Who confirmed it?').fill('The miller');
}

interface StoredPost {
  id: number;
  title: string;
  values: Record<string, unknown[]>;
}
/** Posts with a title. */
async function readStoredPosts(title: string): Promise<StoredPost[]> {
  const token = await tokenFor(waypost, 'admin');
  const response = await callApi(waypost, token, 'GET', `/posts?q=${encodeURIComponent(title)}&status=all`);
  const { results } = (await response.json()) as { results: StoredPost[] };
  return results.filter((it) => it.title === title);
}

test('two reports with pictures, written without a network, are sent once each after the browser was closed', {
  tag: '@core',
}, async () => {
  const first = await launchBrowser(profile);
  await first.page.goto(`${proxy.url}/views/data`);
  await waitUntilCached(first.page);
  // Data that are shown from now on are cached.
  await first.page.goto(`${proxy.url}/views/data`);
  await expect(first.page.getByText('Bridge at Soy holds').first()).toBeVisible();
  await first.page.goto(formUrl());
  await expect(field(first.page, 'Title')).toBeVisible();

  await goOffline(first.context);
  for (const title of ['Landslide behind the school', 'Ford at the mill is gone']) {
    await first.page.goto(formUrl());
    await fill(first.page, title, generatePhoto());
    await send(first.page).click();
    await expect(first.page.getByRole('heading', { name: 'Saved on this device' })).toBeVisible();
  }
  await first.context.close();

  const { context, page } = await launchBrowser(profile, true);
  await page.goto(`${proxy.url}/views/data`);
  await expect(page.getByText('Bridge at Soy holds').first()).toBeVisible();
  await expect(page.getByText('2 reports are waiting to be sent')).toBeVisible();
  await page.getByRole('link', { name: 'View', exact: true }).click();
  for (const title of ['Landslide behind the school', 'Ford at the mill is gone']) {
    await expect(row(page, title)).toContainText('Waiting for a connection');
    await expect(row(page, title)).toContainText('With 1 picture');
  }
  await expectAccessible(page, 'the queued reports');
  expect(await readStoredPosts('Landslide behind the school')).toEqual([]);

  // A report that fails does not delay the others.
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
    const storedPosts = await readStoredPosts(title);
    expect(storedPosts.length, title).toBe(1);
    const media = Object.values(storedPosts[0]?.values ?? {}).flat();
    expect(media.length, `answers of ${title}`).toBeGreaterThan(3);
  }
  await row(page, 'Ford at the mill is gone').getByRole('link', { name: 'View', exact: true }).click();
  await expect(page.getByRole('heading', { name: 'Ford at the mill is gone', level: 1 })).toBeVisible();
  await tab(page, 'Verify').click();
  await expect(page.getByText('Of Ford at the mill is gone').first()).toBeVisible();
  await context.close();
});

test('without a network a survey that was never opened here says what to do, and which ones are here', {
  tag: '@core',
}, async () => {
  const { context, page } = await launchBrowser(profile);
  await page.goto(formUrl());
  await waitUntilCached(page);
  // Its responses are cached from now on.
  await page.reload();
  await expect(field(page, 'Title')).toBeVisible();
  await goOffline(context);
  const advice = page.getByRole('alert').filter({ hasText: 'Open the survey once with a connection' });
  await page.goto(`${proxy.url}/posts/create/1`);
  await expect(advice).toBeVisible();
  await expectAccessible(page, 'a survey that is not on the device');
  const stored = page.getByRole('region', { name: 'Surveys saved on this device' });
  await expect(stored.getByRole('link')).toHaveCount(1);
  await stored.getByRole('link').click();
  await expect(page).toHaveURL(formUrl());
  await expect(field(page, 'Title')).toBeVisible();
  await page.goto(`${proxy.url}/posts/create/1`);
  await expect(advice).toBeVisible();
  await goOnline(context);
  await expect(field(page, 'Title')).toBeVisible();
  await context.close();
});

test('an interrupted upload resumes, and its report is sent once', {
  tag: '@slow',
}, async () => {
  const { context, page } = await launchBrowser(profile);
  await page.goto(formUrl());
  await fill(page, 'Night at the dam', generatePhoto(1200, 900, true));
  await expect(page.getByText(/Reduced from/)).toBeVisible();
  proxy.disconnectAfter(500_000);
  await send(page).click();
  await expect(page.getByRole('heading', { name: 'Saved on this device' })).toBeVisible({
    timeout: scaled(30_000),
  });
  const countPieces = () =>
    proxy.sentText().match(/POST \/api\/v3\/media\/uploads\/[0-9a-f]{32} /g)?.length ?? 0;
  const before = countPieces();
  expect(before).toBeGreaterThanOrEqual(2);
  proxy.connect();
  await expect(page.getByRole('heading', { name: 'Your report has been sent' })).toBeVisible({
    timeout: scaled(40_000),
  });
  expect(proxy.sentText().match(/POST \/api\/v3\/media\/uploads HTTP/g)?.length, 'uploads started').toBe(1);
  expect(countPieces()).toBeGreaterThan(before);
  expect((await readStoredPosts('Night at the dam')).length).toBe(1);
  await context.close();
});

test('after a logout no private data can be read on the device, and queued reports are sent after the next login', {
  tag: '@slow',
}, async () => {
  const token = await tokenFor(waypost, 'admin');
  const draftPost = {
    form: { id: 1 },
    title: 'Inside only',
    content: 'Whereabouts of Ines.',
    status: 'draft',
  };
  await callApi(waypost, token, 'POST', '/posts', draftPost);
  const { context, page } = await launchBrowser(profile);
  await page.goto(`${proxy.url}/login`);
  await logIn(page, admin);
  await page.waitForURL(/views/);
  await waitUntilCached(page);
  await page.goto(`${proxy.url}/views/data`);
  await expect(page.getByText('Inside only').first()).toBeVisible();
  const cacheNames = () => page.evaluate(() => caches.keys());
  await expect.poll(cacheNames).toContain('waypost-api-u1');
  // Reports that a member of the team sees are not stored at all.
  expect(await readBrowserStorage(page)).not.toContain('Whereabouts of Ines');
  await page.goto(formUrl());
  await expect(field(page, 'Title')).toBeVisible();
  await goOffline(context);
  await fill(page, 'Confided to the team', generatePhoto());
  await send(page).click();
  await expect(page.getByRole('heading', { name: 'Saved on this device' })).toBeVisible();
  expect(await readBrowserStorage(page)).not.toContain('Confided to the team');

  await page.getByRole('button', { name: 'Account', exact: true }).click();
  await page.getByRole('menuitem', { name: 'Log out' }).click();
  const dialog = page.getByRole('dialog', { name: '1 report has not been sent' });
  await expect(dialog.getByRole('radio', { name: /locked/ })).toBeChecked();
  await expectAccessible(page, 'the choice for queued reports at logout');
  await dialog.getByRole('button', { name: 'Log out' }).click();
  await expect(dialog).toHaveCount(0);
  await expect.poll(cacheNames).not.toContain('waypost-api-u1');
  const stored = await readBrowserStorage(page);
  for (const secret of ['Inside only', 'Whereabouts of Ines', 'Confided to the team', admin.email])
    expect(stored).not.toContain(secret);

  await goOnline(context);
  await page.goto(`${proxy.url}/device`);
  await expect(page.getByText("Someone else's report")).toBeVisible();
  expect(await readStoredPosts('Confided to the team')).toEqual([]);
  await page.goto(`${proxy.url}/login`);
  await logIn(page, admin);
  await page.waitForURL(/views/);
  await page.goto(`${proxy.url}/device`);
  await expect(row(page, 'Confided to the team')).toContainText('Sent', { timeout: scaled(40_000) });
  expect((await readStoredPosts('Confided to the team')).length).toBe(1);
  await context.close();
});

test('a rejected report shows its errors, is corrected and sent', { tag: '@slow' }, async () => {
  const { context, page } = await launchBrowser(profile);
  await page.goto(formUrl());
  await waitUntilCached(page);
  await page.goto(formUrl());
  await fill(page, 'Before the survey changed', generatePhoto());
  await goOffline(context);
  await send(page).click();
  await expect(page.getByRole('heading', { name: 'Saved on this device' })).toBeVisible();
  const removeField = await addRequiredField(waypost, survey);
  await goOnline(context);
  await expect(page.getByRole('heading', { name: 'Your report was not accepted' })).toBeVisible({
    timeout: scaled(40_000),
  });
  await page.getByRole('link', { name: 'See unsent reports' }).click();
  await expect(row(page, 'Before the survey changed')).toContainText('“Nearest house” needs an answer.');
  await row(page, 'Before the survey changed').getByRole('button', { name: 'Open and correct' }).click();
  await page.getByRole('button', { name: 'Continue' }).click();
  await field(page, 'Nearest house').fill('The ferryman’s');
  await send(page).click();
  await openSentReport(page);
  await expect(page).toHaveURL(/\/posts\/\d+(\?|$)/);
  expect((await readStoredPosts('Before the survey changed')).length).toBe(1);
  await removeField();
  await context.close();
});

test('what a reporter agrees to without a network arrives with the report', { tag: '@slow' }, async () => {
  const token = await tokenFor(waypost, 'admin');
  const consent = {
    text: 'Four people read this.',
    uses: ['publish', 'share', 'contact'],
    confirmation: true,
  };
  expect((await callApi(waypost, token, 'PUT', '/forms/1', { consent })).status).toBe(200);
  const { context, page } = await launchBrowser(profile);
  await page.goto(`${proxy.url}/posts/create/1`);
  await waitUntilCached(page);
  await page.goto(`${proxy.url}/posts/create/1`);
  await expect(page.getByText('Four people read this.')).toBeVisible();
  await goOffline(context);
  await page.goto(`${proxy.url}/posts/create/1`);
  await field(page, 'Title').fill('The well is dry');
  await field(page, 'Description').fill('Since Monday.');
  await page.getByRole('checkbox', { name: "I've read this text." }).check();
  await page.getByRole('checkbox', { name: 'The team may contact me about it.' }).check();
  await send(page).click();
  await expect(page.getByRole('heading', { name: 'Saved on this device' })).toBeVisible();
  // Meanwhile the text changes: the reporter agreed to the one that they have read.
  await callApi(waypost, token, 'PUT', '/forms/1', {
    consent: { ...consent, text: 'Five people read this.' },
  });
  await goOnline(context);
  await expect
    .poll(async () => (await readStoredPosts('The well is dry')).length, { timeout: scaled(60_000) })
    .toBe(1);
  const [post] = await readStoredPosts('The well is dry');
  const answer = await callApi(waypost, token, 'GET', `/posts/${post?.id}/consent`);
  const { current } = (await answer.json()) as { current: object };
  expect(current).toMatchObject({
    version: 1,
    text: 'Four people read this.',
    confirmed: true,
    agreed: ['contact'],
    declined: ['publish', 'share'],
  });
  await context.close();
});
