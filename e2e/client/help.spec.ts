/** The guide: opened from the menu, searched, used by keyboard, on a small phone and in dark mode. */
import { expect, type Page } from '@playwright/test';
import { expectAccessible, test } from '../support/browser.ts';
import { testLimit } from '../support/timing.ts';
import { endWaypost, startWaypost, type Waypost } from '../support/waypost.ts';

let waypost: Waypost;
test.beforeAll(async () => {
  waypost = await startWaypost();
});
test.afterAll(() => endWaypost(waypost));

const fitsWidth = (page: Page) =>
  page.evaluate(() => document.documentElement.scrollWidth <= window.innerWidth);

test('the guide opens from the menu and can be searched', { tag: '@core' }, async ({ open }) => {
  const app = await open(`${waypost.baseUrl}/views/map`);
  await app.getByRole('button', { name: 'More', exact: true }).click();
  await app.getByRole('menuitem', { name: 'Help', exact: true }).click();
  const opened = app.waitForEvent('popup');
  await app
    .getByRole('dialog', { name: 'Help' })
    .getByRole('link', { name: /Documentation/ })
    .click();
  const page = await opened;
  await expect(page.getByRole('heading', { name: 'Help', level: 1 })).toBeVisible();
  await expectAccessible(page, 'the first page of the guide');

  const box = page.getByRole('searchbox', { name: 'Search the guide' });
  await box.fill('no network');
  await box.press('Enter');
  await expect(page.getByRole('heading', { level: 1 })).toContainText('“no network”');
  await expectAccessible(page, 'search results of the guide');
  await page.locator('.results').getByRole('link').first().click();
  await expect(page).toHaveURL(/\/help\/user\/[\w-]+/);
  await expect(
    page.getByRole('navigation', { name: 'Contents' }).locator('[aria-current=page]'),
  ).toBeVisible();
  await expectAccessible(page, 'a page of the guide');

  // By keyboard alone: skips the header and opens the next page.
  await page.goto(`${waypost.baseUrl}/help/user/reporting`);
  await page.keyboard.press('Tab');
  await expect(page.getByRole('link', { name: 'Skip to main content' })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(page.locator('main')).toBeFocused();
  const next = page
    .getByRole('navigation', { name: 'Previous and next page' })
    .getByRole('link', { name: /Next/ });
  await next.focus();
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/\/help\/user\/(?!reporting)/);
  await page.getByRole('link', { name: 'Open the map' }).click();
  await expect(page).toHaveURL(/\/views\/map/);
  await expect(page.getByRole('searchbox', { name: 'Search reports' })).toBeVisible();
});

test('the guide fits a small phone, also in dark mode', { tag: '@slow' }, async ({ open }) => {
  test.setTimeout(testLimit(180_000));
  const phone = { viewport: { width: 360, height: 740 }, hasTouch: true, colorScheme: 'dark' as const };
  const page = await open(`${waypost.baseUrl}/help`, phone);
  const background = () => page.evaluate(() => getComputedStyle(document.documentElement).backgroundColor);
  expect(await background()).toBe('rgb(16, 22, 30)');
  for (const path of [
    '/help',
    '/help/user/reporting',
    '/help/administrator/operations',
    '/help/api/posts',
    '/help?q=map',
  ]) {
    await page.goto(waypost.baseUrl + path);
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    expect([path, await fitsWidth(page)]).toEqual([path, true]);
    await expectAccessible(page, `${path} on a phone`);
  }
  await page.getByRole('link', { name: 'Contents' }).click();
  await expect(page.getByRole('navigation', { name: 'Contents' })).toBeInViewport();
  // The theme that is chosen in the app takes precedence over the system's.
  await page.evaluate(() => localStorage.setItem('waypost.theme', 'light'));
  await page.reload();
  expect(await background()).toBe('rgb(251, 250, 247)');
});
