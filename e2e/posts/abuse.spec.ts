/**
 * Spam and danger: a report gets through while very many come in, all that one sender sent goes to the archive and comes back, a
 * form that must not be seen is left at once.
 */
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, type Page } from '@playwright/test';
import { expectAccessible, test } from '../support/browser.ts';
import { openAs } from '../support/log-in.ts';
import { scaled, testLimit } from '../support/timing.ts';
import { admin, callApi, endWaypost, startWaypost, tokenFor, type Waypost } from '../support/waypost.ts';

test.setTimeout(testLimit(180_000));

let waypost: Waypost;
let weather: Server;
let weatherAt: string;
test.beforeAll(async () => {
  weather = createServer((_request, response) => {
    response.setHeader('content-type', 'text/html');
    response.end('<title>Weather</title><link rel="icon" href="data:,"><h1>Sunny</h1>');
  });
  await new Promise<void>((ready) => {
    weather.listen(0, '127.0.0.1', ready);
  });
  weatherAt = `http://localhost:${(weather.address() as AddressInfo).port}/`;
  waypost = await startWaypost(undefined, { VISITORS_PRESSURE: '2', QUICK_EXIT_URL: weatherAt });
  const token = await tokenFor(waypost, 'admin');
  await callApi(waypost, token, 'PUT', '/forms/1', { require_approval: false, quick_exit: true });
});
test.afterAll(async () => {
  await endWaypost(waypost);
  weather.close();
});

const field = (page: Page, name: string) => page.getByRole('textbox', { name });

async function reportByVisitor(title: string): Promise<number> {
  const token = await tokenFor(waypost, 'visitor');
  const body = { form: { id: 1 }, title, content: 'As seen.' };
  return (await callApi(waypost, token, 'POST', '/posts', body)).status;
}

test('while very many reports come in, a visitor’s device proves some work and the report arrives', {
  tag: '@full',
}, async ({ open }) => {
  await expect(async () => expect(await reportByVisitor('Flood')).toBe(429)).toPass();
  const page = await open(`${waypost.baseUrl}/posts/create/1`, {}, { allowClientErrors: true });
  await field(page, 'Title').fill('Bridge is out');
  await field(page, 'Description').fill('Since this morning.');
  // Nobody is told of the trap, by eye, by ear or by keys.
  await expect(page.locator('input[name=website]')).toHaveCount(1);
  expect(await page.locator('input[name=website]').evaluate((it) => it.matches('[inert] *'))).toBe(true);
  await expectAccessible(page, 'the report of a visitor');
  await page.getByRole('button', { name: 'Send report' }).click();
  await expect(page.getByRole('heading', { name: 'Bridge is out' })).toBeVisible({ timeout: scaled(60_000) });
});

test('everything of one sender goes to the archive at once, and comes back', { tag: '@full' }, async ({
  open,
}) => {
  const token = await tokenFor(waypost, 'admin');
  await expect(async () => expect(await reportByVisitor('Cheap pills')).toBe(429)).toPass();
  const response = await callApi(waypost, token, 'GET', '/posts?limit=100');
  const { results } = (await response.json()) as {
    results: { id: number; user?: unknown; status: string }[];
  };
  const sent = results.filter((it) => !it.user && it.status === 'published');
  expect(sent.length).toBeGreaterThan(1);
  const page = await openAs(admin, open, waypost.baseUrl, `/posts/${sent[0]?.id}`);
  const look = async () => {
    await page.getByRole('button', { name: 'More actions' }).click();
    await page.getByRole('menuitem', { name: 'Everything from this sender' }).click();
  };
  await look();
  const dialog = page.getByRole('dialog', { name: 'Everything from this sender' });
  await expect(dialog.getByText(`Posts: ${sent.length}. Not in the archive: ${sent.length}.`)).toBeVisible();
  await expect(dialog.getByRole('list', { name: 'Posts of this sender' }).getByRole('link')).toHaveCount(
    sent.length,
  );
  await expectAccessible(page, 'all of one sender');
  await dialog.getByRole('button', { name: `Move ${sent.length} to the archive` }).click();
  await expect(page.getByText(`Moved to the archive: ${sent.length}.`)).toBeVisible();
  await expect(dialog.getByText('Not in the archive: 0.')).toBeVisible();
  const visible = await callApi(waypost, await tokenFor(waypost, 'visitor'), 'GET', '/posts?limit=100');
  expect(((await visible.json()) as { results: unknown[] }).results).toHaveLength(0);
  await dialog.getByRole('button', { name: `Bring ${sent.length} back` }).click();
  await expect(page.getByText(`Brought back: ${sent.length}.`)).toBeVisible();
  await expect(dialog.getByText(`Not in the archive: ${sent.length}.`)).toBeVisible();
});

test('a form is left at once, by its button or by Escape three times, and nothing of it stays', {
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
    await page.waitForURL(weatherAt);
    await expect(page.getByRole('heading', { name: 'Sunny' })).toBeVisible();
    // The way back leads past the form.
    await page.goBack();
    await expect(page).toHaveURL(/views\/map/);
    await page.goto(form);
    await expect(field(page, 'Title')).toHaveValue('');
    await expect(page.getByText('You have an unsent report')).toHaveCount(0);
  }
});

test('the button is offered by the survey’s settings', { tag: '@full' }, async ({ open }) => {
  const page = await openAs(admin, open, waypost.baseUrl, '/settings/surveys/edit/1');
  await page.getByRole('tab', { name: 'Configure' }).click();
  const option = page.getByRole('switch', { name: 'A button that leaves the form at once' });
  await expect(option).toBeChecked();
  await option.click();
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(page.getByText(/is saved/)).toBeVisible();
  await page.goto(`${waypost.baseUrl}/posts/create/1`);
  await expect(field(page, 'Title')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Leave now' })).toHaveCount(0);
  await callApi(waypost, await tokenFor(waypost, 'admin'), 'PUT', '/forms/1', { quick_exit: true });
});

test('the team may hold what people without an account report', { tag: '@full' }, async ({ open }) => {
  const page = await openAs(admin, open, waypost.baseUrl, '/settings/general');
  await page.getByLabel('Reports of people without an account').selectOption('Hold all of them');
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(page.getByText('The settings are saved.')).toBeVisible();
  const visitor = await open(`${waypost.baseUrl}/posts/create/1`, {}, { allowClientErrors: true });
  await expect(visitor.getByText('The team looks at your report first.')).toBeVisible();
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
  await expect(page.getByText('All reports of people without an account are held')).toBeVisible();
  await callApi(waypost, token, 'PUT', '/config/site', { hold_visitors: 'never' });
});
