/** The keyboard focus follows a report: into it when it is opened, and back to its card when it is closed. */
import { expect, type Page } from '@playwright/test';
import { test } from '../support/browser.ts';
import { setUpDemo, verifierLogin } from '../support/demo-posts.ts';
import { testLimit } from '../support/timing.ts';

const { open } = setUpDemo();

const card = (page: Page, at: number) => page.getByRole('article').getByRole('link').nth(at);
const focusedPost = (page: Page) => page.evaluate(() => document.activeElement?.getAttribute('data-post'));

for (const [address, width] of [
  ['/views/data', 1280],
  ['/views/data', 390],
  ['/views/map', 1280],
] as const)
  test(`Enter opens a report of ${address} and focuses it at ${width} px; Back and Escape return to its card`, {
    tag: '@slow',
  }, async ({ open: openPage }) => {
    test.setTimeout(testLimit(120_000));
    const page = await open(verifierLogin, openPage, address);
    await page.setViewportSize({ width, height: 800 });
    await card(page, 0).focus();
    let id: string | null | undefined = null;
    for (let step = 0; step < 8; step++) {
      const previousId = await focusedPost(page);
      await page.keyboard.press('ArrowDown');
      await expect.poll(() => focusedPost(page)).not.toBe(previousId);
      id = await focusedPost(page);
    }
    for (const key of ['Back', 'Escape']) {
      await page.keyboard.press('Enter');
      await expect(page).toHaveURL(new RegExp(`/posts/${id}(?!\\d)`));
      await expect(page.getByRole('heading', { level: 1 }).last()).toBeFocused();
      if (key === 'Back') await page.getByRole('link', { name: /^Back to/ }).press('Enter');
      else await page.keyboard.press('Escape');
      await expect(page).toHaveURL(new RegExp(address));
      await expect(page.locator(`[data-post="${id}"]`)).toBeFocused();
      await expect(page.locator(`[data-post="${id}"]`)).toBeInViewport();
    }
  });

test('a click opens a report and leaves the focus in the list, where the arrow keys go on', {
  tag: '@full',
}, async ({ open: openPage }) => {
  const page = await open(verifierLogin, openPage, '/views/data');
  await card(page, 1).click();
  await expect(page).toHaveURL(/\/posts\/\d/);
  await expect(card(page, 1)).toBeFocused();
  await page.keyboard.press('ArrowDown');
  await expect(card(page, 2)).toBeFocused();
});
