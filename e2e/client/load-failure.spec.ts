/** A page whose scripts are missing says so and offers to load it again, instead of showing its empty shape. */
import { expect } from '@playwright/test';
import { expectAccessible, test } from '../support/browser.ts';
import { endWaypost, startWaypost, type Waypost } from '../support/waypost.ts';

let waypost: Waypost;
test.beforeAll(async () => {
  waypost = await startWaypost();
});
test.afterAll(() => endWaypost(waypost));

for (const [part, files] of [
  ['first script', /\/assets\/index-[^/]+\.js$/],
  ['program', /\/assets\/start-[^/]+\.js$/],
] as const)
  test(`a page without its ${part} is explained, and works once the file is there`, {
    tag: '@full',
  }, async ({ browser }) => {
    // Not `open`, which fails for errors in the console.
    const context = await browser.newContext({
      serviceWorkers: 'block',
      viewport: { width: 390, height: 844 },
      locale: 'ar-EG',
    });
    const page = await context.newPage();
    await page.route(files, (route) => route.fulfill({ status: 404, body: '' }));
    await page.goto(`${waypost.baseUrl}/views/list`);
    const alert = page.getByRole('alert');
    await expect(alert).toContainText('تعذّر تحميل جزء من هذه الصفحة.');
    await expect(page.locator('html')).toHaveAttribute('dir', 'rtl');
    await expectAccessible(page, 'a page without its scripts');
    await page.screenshot({ path: test.info().outputPath('load-failure.png') });
    await page.unroute(files);
    await page.route(files, (route) => route.abort());
    await page.goto(`${waypost.baseUrl}/views/list?lang=fr`);
    await expect(alert).toContainText('Une partie de cette page');
    await page.unroute(files);
    await page.getByRole('button', { name: 'Réessayer' }).click();
    await expect(page.locator('.loading-screen')).toHaveCount(0);
    await context.close();
  });
