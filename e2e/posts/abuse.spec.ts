/**
 * Spam and safety: proof of work under load, bulk archiving of a sender's posts, quick exit of a form, held reports.
 */
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, type Locator, type Page } from '@playwright/test';
import { expectAccessible, test } from '../support/browser.ts';
import { openAs } from '../support/log-in.ts';
import { openSentReport } from '../support/open-sent-report.ts';
import { scaled, testLimit } from '../support/timing.ts';
import { admin, callApi, endWaypost, startWaypost, tokenFor, type Waypost } from '../support/waypost.ts';

test.setTimeout(testLimit(180_000));

let waypost: Waypost;
let quickExitSite: Server;
let quickExitUrl: string;
test.beforeAll(async () => {
  quickExitSite = createServer((_request, response) => {
    response.setHeader('content-type', 'text/html');
    response.end('<title>Weather</title><link rel="icon" href="data:,"><h1>Sunny</h1>');
  });
  await new Promise<void>((resolve) => {
    quickExitSite.listen(0, '127.0.0.1', resolve);
  });
  quickExitUrl = `http://localhost:${(quickExitSite.address() as AddressInfo).port}/`;
  waypost = await startWaypost(undefined, { VISITORS_PRESSURE: '2', QUICK_EXIT_URL: quickExitUrl });
  const token = await tokenFor(waypost, 'admin');
  await callApi(waypost, token, 'PUT', '/forms/1', { require_approval: false, quick_exit: true });
});
test.afterAll(async () => {
  await endWaypost(waypost);
  quickExitSite.close();
});

const field = (page: Page, name: string) => page.getByRole('textbox', { name });

async function reportByVisitor(title: string): Promise<number> {
  const token = await tokenFor(waypost, 'visitor');
  const body = { form: { id: 1 }, title, content: 'As seen.' };
  return (await callApi(waypost, token, 'POST', '/posts', body)).status;
}

test('under load, the device of a visitor solves a proof of work and the report arrives', {
  tag: '@slow',
}, async ({ open }) => {
  await expect(async () => expect(await reportByVisitor('Flood')).toBe(429)).toPass();
  const page = await open(`${waypost.baseUrl}/posts/create/1`, {}, { allowClientErrors: true });
  await field(page, 'Title').fill('Bridge is out');
  await field(page, 'Description').fill('Since this morning.');
  // The honeypot is hidden from sight, screen readers and keyboard.
  await expect(page.locator('input[name=website]')).toHaveCount(1);
  expect(await page.locator('input[name=website]').evaluate((it) => it.matches('[inert] *'))).toBe(true);
  await expectAccessible(page, 'the report of a visitor');
  await page.getByRole('button', { name: 'Send report' }).click();
  await expect(page.getByRole('heading', { name: 'Your report is published.' })).toBeVisible({
    timeout: scaled(60_000),
  });
  await openSentReport(page);
  await expect(page.getByRole('heading', { name: 'Bridge is out' })).toBeVisible();
});

test('all posts of a sender are archived at once, and restored', { tag: '@slow' }, async ({ open }) => {
  const token = await tokenFor(waypost, 'admin');
  await expect(async () => expect(await reportByVisitor('Cheap pills')).toBe(429)).toPass();
  const response = await callApi(waypost, token, 'GET', '/posts?limit=100');
  const { results } = (await response.json()) as {
    results: { id: number; user?: unknown; status: string }[];
  };
  const senderPosts = results.filter((it) => !it.user && it.status === 'published');
  expect(senderPosts.length).toBeGreaterThan(1);
  const page = await openAs(admin, open, waypost.baseUrl, `/posts/${senderPosts[0]?.id}`);
  const openSenderDialog = async () => {
    await page.getByRole('button', { name: 'More actions' }).click();
    await page.getByRole('menuitem', { name: 'All reports from this sender' }).click();
  };
  await openSenderDialog();
  const dialog = page.getByRole('dialog', { name: 'All reports from this sender' });
  await expect(
    dialog.getByText(`Reports: ${senderPosts.length}. Not archived: ${senderPosts.length}.`),
  ).toBeVisible();
  await expect(dialog.getByRole('list', { name: 'Reports from this sender' }).getByRole('link')).toHaveCount(
    senderPosts.length,
  );
  await expectAccessible(page, 'the posts of a sender');
  await dialog.getByRole('button', { name: `Archive ${senderPosts.length}` }).click();
  await expect(page.getByText(`Archived: ${senderPosts.length}.`)).toBeVisible();
  await expect(dialog.getByText('Not archived: 0.')).toBeVisible();
  const visible = await callApi(waypost, await tokenFor(waypost, 'visitor'), 'GET', '/posts?limit=100');
  expect(((await visible.json()) as { results: unknown[] }).results).toHaveLength(0);
  await dialog.getByRole('button', { name: `Restore ${senderPosts.length}` }).click();
  await expect(page.getByText(`Restored: ${senderPosts.length}.`)).toBeVisible();
  await expect(dialog.getByText(`Not archived: ${senderPosts.length}.`)).toBeVisible();
});

test('a form is left at once, by its button or by pressing Escape three times, and its draft is deleted', {
  tag: '@core',
}, async ({ open }) => {
  const form = `${waypost.baseUrl}/posts/create/1`;
  const leaveBy = {
    button: (page: Page) => page.getByRole('button', { name: 'Leave now' }).click(),
    keys: async (page: Page) => {
      for (let press = 0; press < 3; press++) await page.keyboard.press('Escape');
    },
  };
  for (const way of ['button', 'keys'] as const) {
    const page = await open(`${waypost.baseUrl}/views/map`);
    await page.goto(form);
    await field(page, 'Title').fill('He hits me');
    await expect(page.getByText('Saved on this device')).toBeVisible();
    await expect(page.getByRole('button', { name: 'Leave now' })).toBeVisible();
    await leaveBy[way](page);
    await page.waitForURL(quickExitUrl);
    await expect(page.getByRole('heading', { name: 'Sunny' })).toBeVisible();
    // The history does not contain the form.
    await page.goBack();
    await expect(page).toHaveURL(/views\/map/);
    await page.goto(form);
    await expect(field(page, 'Title')).toHaveValue('');
    await expect(page.getByText('Unsent reports on this device')).toHaveCount(0);
  }
});

test('on a phone, the buttons above the form stand beside its name', { tag: '@full' }, async ({ open }) => {
  const survey = { name: 'Unsafe place or street', quick_exit: true };
  const created = await callApi(waypost, await tokenFor(waypost, 'admin'), 'POST', '/forms', survey);
  const { id } = (await created.json()) as { id: number };
  const page = await open(`${waypost.baseUrl}/posts/create/${id}`, { viewport: { width: 360, height: 740 } });
  const readMiddle = async (it: Locator) => {
    const box = await it.boundingBox();
    return box ? box.y + box.height / 2 : Number.NaN;
  };
  const leave = await readMiddle(page.getByRole('button', { name: 'Leave now' }));
  expect(await readMiddle(page.getByRole('button', { name: 'Share', exact: true }))).toBeCloseTo(leave, 0);
  expect(await readMiddle(page.getByRole('heading', { level: 1 }))).toBeCloseTo(leave, 0);
});

test('the survey’s settings switch the quick exit button on and off', { tag: '@slow' }, async ({ open }) => {
  const page = await openAs(admin, open, waypost.baseUrl, '/settings/surveys/edit/1');
  await page.getByRole('tab', { name: 'Configure' }).click();
  const option = page.getByRole('switch', { name: '“Leave now” button' });
  await expect(option).toBeChecked();
  await option.click();
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(page.getByText('Survey “Report” saved.')).toBeVisible();
  await page.goto(`${waypost.baseUrl}/posts/create/1`);
  await expect(field(page, 'Title')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Leave now' })).toHaveCount(0);
  await callApi(waypost, await tokenFor(waypost, 'admin'), 'PUT', '/forms/1', { quick_exit: true });
});

test('the team can hold reports of people without an account', { tag: '@slow' }, async ({ open }) => {
  const page = await openAs(admin, open, waypost.baseUrl, '/settings/general');
  await page.getByLabel('Reports from people without an account').selectOption('Always hold');
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(page.getByText('Settings saved.')).toBeVisible();
  const visitor = await open(`${waypost.baseUrl}/posts/create/1`, {}, { allowClientErrors: true });
  await expect(visitor.getByText('The team reviews your report first.')).toBeVisible();
  await field(visitor, 'Title').fill('Held for the team');
  await field(visitor, 'Description').fill('To be looked at.');
  await visitor.getByRole('button', { name: 'Send report' }).click();
  await expect(visitor.getByRole('button', { name: 'Report something else' })).toBeVisible({
    timeout: scaled(60_000),
  });
  const token = await tokenFor(waypost, 'admin');
  const drafts = await callApi(waypost, token, 'GET', '/posts?status=draft');
  const { results } = (await drafts.json()) as { results: { id: number; title: string }[] };
  const held = results.find((post) => post.title === 'Held for the team');
  await page.goto(`${waypost.baseUrl}/posts/${held?.id}`);
  await expect(page.getByText('Held for review')).toBeVisible();
  await expect(
    page.getByText('The general settings hold all reports from people without an account'),
  ).toBeVisible();
  await callApi(waypost, token, 'PUT', '/config/site', { hold_visitors: 'never' });
});
