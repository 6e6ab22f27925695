/** Search for a place by name in the report form, by keyboard. */
import { expect, type Page } from '@playwright/test';
import { expectAccessible, test } from '../support/browser.ts';
import { scaled } from '../support/timing.ts';
import { endWaypost, startWaypost, type Waypost } from '../support/waypost.ts';

let waypost: Waypost;
test.beforeAll(async () => {
  waypost = await startWaypost();
  // Place names are loaded in the background after the start.
  await expect
    .poll(async () => (await fetch(`${waypost.baseUrl}/api/v3/places?q=kisumu`)).text(), {
      timeout: scaled(30_000),
    })
    .toContain('Kisumu');
});
test.afterAll(() => endWaypost(waypost));

const search = (page: Page) => page.getByRole('combobox', { name: 'Search for a town or village' });
const field = (page: Page, name: string) => page.getByRole('textbox', { name });

test('a town is found by the beginning of its name and becomes the place', {
  tag: ['@core', '@map'],
}, async ({ open }) => {
  const page = await open(`${waypost.baseUrl}/posts/create/1`);
  await search(page).fill('kisum');
  await expect(page.getByRole('option', { name: 'Kisumu, Kenya' })).toBeVisible();
  await expectAccessible(page, 'the places found');
  await search(page).press('Enter');
  await expect(field(page, 'Latitude')).toHaveValue('');
  await search(page).press('ArrowDown');
  await search(page).press('Enter');
  await expect(search(page)).toHaveValue('Kisumu, Kenya');
  await expect(page.getByRole('option')).toHaveCount(0);
  await expect(field(page, 'Latitude')).toHaveValue('-0.10221');
  await expect(field(page, 'Longitude')).toHaveValue('34.76171');
  await expect(page.getByRole('button', { name: /^Chosen place/ })).toBeVisible();
  await expect(page).toHaveURL(/\/posts\/create\/1$/);
});

test('a city is found and shown in the user’s language and script', {
  tag: '@full',
}, async ({ open }) => {
  const page = await open(`${waypost.baseUrl}/posts/create/1?lang=ar`);
  const box = page.getByRole('combobox', { name: 'البحث عن مدينة أو قرية' });
  for (const typed of ['القاهره', 'cairo']) {
    await box.fill(typed);
    await expect(page.getByRole('option', { name: 'القاهرة, مصر' })).toBeVisible();
  }
  await box.press('ArrowDown');
  await box.press('Enter');
  await expect(box).toHaveValue('القاهرة, مصر');
});

test('a search without results says so', { tag: '@full' }, async ({ open }) => {
  const page = await open(`${waypost.baseUrl}/posts/create/1`);
  await search(page).fill('qwertzuiop');
  await expect(page.getByText('No matching locations')).toBeVisible();
});

test('without a place search on the server the field is hidden', { tag: '@full' }, async ({ page }) => {
  await page.route('**/api/v3/places?*', (route) => route.fulfill({ status: 404, json: { errors: [] } }));
  await page.goto(`${waypost.baseUrl}/posts/create/1`);
  await search(page).fill('kisum');
  await expect(search(page)).toHaveCount(0);
  await expect(page.getByText('Click or tap the map')).toBeVisible();
});
