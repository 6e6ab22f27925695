/**
 * The main path through Waypost: a visitor submits a report with a photo and a place; the team publishes it; another visitor,
 * who could not see it before, sees its pin, its card and the report.
 */
import { expect, type Page } from '@playwright/test';
import { expectAccessible, test } from '../support/browser.ts';
import { openAs } from '../support/log-in.ts';
import { generatePhoto } from '../support/photo.ts';
import { scaled } from '../support/timing.ts';
import { admin, callApi, endWaypost, startWaypost, tokenFor, type Waypost } from '../support/waypost.ts';

let waypost: Waypost;
test.beforeAll(async () => {
  waypost = await startWaypost();
});
test.afterAll(() => endWaypost(waypost));

const title = 'Water over the bridge at Ngong Road';
const phone = { viewport: { width: 390, height: 844 }, hasTouch: true };
const field = (page: Page, name: string) => page.getByRole('textbox', { name });
const thanksNotice = (page: Page) => page.getByText('Your report is with the team').first();

async function writeReport(page: Page): Promise<void> {
  await field(page, 'Title').fill(title);
  await field(page, 'Description').fill('Up to the knee since six in the morning. Two cars are stuck.');
  const picker = page.getByRole('region', { name: 'Map for Where is it?' });
  await picker.scrollIntoViewIfNeeded();
  await picker.click({ position: { x: 120, y: 90 } });
  await expect(page.getByText('Coordinates:')).toHaveText(/-?\d+\.\d+, -?\d+\.\d+/);
  await page.getByLabel('When did it happen?').fill('2026-11-20');
  await page.getByRole('checkbox', { name: 'Danger' }).check();
  const file = { name: 'bridge.png', mimeType: 'image/png', buffer: generatePhoto() };
  await page.locator('input[type=file]:not([capture])').setInputFiles(file);
  await field(page, 'Caption').fill('Seen from the north bank');
}

test('a visitor’s report becomes a pin on the public map', {
  tag: ['@core', '@map'],
}, async ({ open }) => {
  const visitor = await open(waypost.baseUrl, phone);
  await expect(visitor.getByRole('region', { name: 'Map', exact: true })).toBeVisible();
  await visitor.getByRole('link', { name: 'Report', exact: true }).click();
  await writeReport(visitor);
  await visitor.getByRole('button', { name: 'Send report' }).click();
  await expect(thanksNotice(visitor)).toBeVisible();
  await expectAccessible(visitor, 'the confirmation of a report');

  const another = await open(`${waypost.baseUrl}/views/data`);
  await expect(another.getByText(/^\d+ reports?$/)).toBeVisible();
  await expect(another.getByText(title)).toHaveCount(0);

  const reviewer = await openAs(admin, open, waypost.baseUrl, '/views/data');
  await reviewer.getByRole('link', { name: title }).click();
  await expect(reviewer.getByRole('heading', { name: title, level: 1 })).toBeVisible();
  await expect(reviewer.getByText('Under review').first()).toBeVisible();
  await expectAccessible(reviewer, 'the list and a report under review');
  await reviewer.getByRole('button', { name: 'Publish', exact: true }).click();
  await expect(reviewer.getByText(`“${title}” is published.`).first()).toBeVisible();

  await another.goto(waypost.baseUrl);
  await another.getByRole('button', { name: `Report: ${title}` }).press('Enter');
  const card = another.getByRole('dialog', { name: title });
  await expect(card).toBeVisible();
  await expectAccessible(another, 'the card on the map');
  await card.getByRole('link', { name: title }).click();
  await expect(another).toHaveURL(/\/posts\/\d+/);
  await expect(another.getByRole('heading', { name: title, level: 1 })).toBeVisible();
  await expect(another.getByText('Seen from the north bank')).toBeVisible();
  const picture = another.getByRole('button', { name: 'Enlarge: Seen from the north bank' }).locator('img');
  await picture.scrollIntoViewIfNeeded();
  await expect.poll(() => picture.evaluate((it: HTMLImageElement) => it.naturalWidth)).toBeGreaterThan(300);
});

test('errors are shown at their fields, and a draft survives a reload', {
  tag: ['@slow', '@map'],
}, async ({ open }) => {
  const page = await open(`${waypost.baseUrl}/posts/create/1`, phone);
  await field(page, 'Title').fill('x');
  await page.getByRole('button', { name: 'Send report' }).click();
  await expect(page.getByText('The answer to “Title” needs at least 2 characters.').first()).toBeVisible();
  await expect(page.getByText(/needs an answer\./).first()).toBeVisible();
  await expect(field(page, 'Title')).toBeFocused();

  await writeReport(page);
  await expect(page.getByText('Saved on this device')).toBeVisible();
  await page.reload();
  await expect(page.getByText('Unsent reports on this device')).toBeVisible();
  await page.getByRole('button', { name: 'Continue' }).click();
  await expect(field(page, 'Title')).toHaveValue(title);
  await expect(page.getByRole('checkbox', { name: 'Danger' })).toBeChecked();
  await expect(page.getByRole('img', { name: 'Seen from the north bank' })).toBeVisible();
});

test('a report that cannot be sent is queued and sent later', { tag: '@slow' }, async ({ page }) => {
  await page.goto(`${waypost.baseUrl}/posts/create/1`);
  await field(page, 'Title').fill('Bridge closed');
  await field(page, 'Description').fill('Since dawn.');
  await page.route('**/api/v3/posts', (route) => route.abort());
  await page.getByRole('button', { name: 'Send report' }).click();
  await expect(page.getByRole('heading', { name: 'Saved on this device' })).toBeVisible();
  await page.unroute('**/api/v3/posts');
  await page.goto(`${waypost.baseUrl}/device`);
  const token = await tokenFor(waypost, 'admin');
  const arrived = async () => {
    const response = await callApi(waypost, token, 'GET', '/posts?status=all&q=Bridge%20closed');
    return ((await response.json()) as { total_count: number }).total_count;
  };
  await expect.poll(arrived, { timeout: scaled(40_000) }).toBe(1);
});

test('leaving the editor with unsaved changes asks for confirmation', { tag: '@slow' }, async ({ open }) => {
  const page = await openAs(admin, open, waypost.baseUrl, '/views/data');
  await page.getByRole('link', { name: 'Bridge closed' }).click();
  await page.getByRole('button', { name: 'More actions' }).click();
  await page.getByRole('menuitem', { name: 'Edit' }).click();
  await field(page, 'Title').fill('Bridge closed at mile 12');
  await page.getByRole('link', { name: 'List' }).click();
  await page.getByRole('button', { name: 'Stay here' }).click();
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(page.getByRole('heading', { name: 'Bridge closed at mile 12' })).toBeVisible();
});
