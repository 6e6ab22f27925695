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

test('a town is found by the beginning of its name and becomes the place', {
  tag: ['@core', '@map'],
}, async ({ open }) => {
  const page = await open(`${waypost.baseUrl}/posts/create/1`);
  await search(page).fill('kisum');
  await expect(page.getByRole('option', { name: 'Kisumu, Kenya' })).toBeVisible();
  await expectAccessible(page, 'the places found');
  // The only place found needs no arrow key, and the form is not sent.
  await search(page).press('Enter');
  await expect(search(page)).toHaveValue('Kisumu, Kenya');
  await expect(page.getByRole('option')).toHaveCount(0);
  await expect(page.getByText('Coordinates:')).toContainText('-0.10221, 34.76171');
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

for (const viewport of [
  { width: 1280, height: 800 },
  { width: 390, height: 600 },
])
  test(`the list of places leaves the buttons of the form free at ${viewport.width} px`, {
    tag: '@full',
  }, async ({ open }) => {
    const page = await open(`${waypost.baseUrl}/posts/create/1`, { viewport });
    // The field is directly above the buttons.
    await search(page).evaluate((field) => field.scrollIntoView({ block: 'end' }));
    await search(page).fill('san');
    await expect(page.getByRole('option').nth(3)).toBeVisible();
    await page.getByRole('button', { name: 'Send report' }).click();
    await expect(page.getByRole('alert').filter({ hasText: 'Title' })).toBeVisible();
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
