/** Links that look like buttons keep their colors, whatever the order in which style sheets load. */
import { expect } from '@playwright/test';
import { expectAccessible, test } from '../support/browser.ts';
import { logIn } from '../support/log-in.ts';
import { testLimit } from '../support/timing.ts';
import { admin, endWaypost, startWaypost, type Waypost } from '../support/waypost.ts';

let waypost: Waypost;
test.beforeAll(async () => {
  waypost = await startWaypost();
});
test.afterAll(() => endWaypost(waypost));

for (const late of ['start', 'libraries', 'none'])
  test(`the text of a button is readable, late style sheet: ${late}`, { tag: '@slow' }, async ({ open }) => {
    test.setTimeout(testLimit(180_000));
    const page = await open(`${waypost.baseUrl}/settings/webhooks`);
    await logIn(page, admin);
    const add = page.getByRole('link', { name: 'Add a webhook' }).first();
    await expect(add).toBeVisible();
    await page.route(`**/assets/${late}-*.css`, async (route) => {
      await new Promise((resolve) => setTimeout(resolve, 1500));
      await route.continue();
    });
    await page.reload();
    await expect(add).toBeVisible();
    const { color, background } = await add.evaluate((it) => {
      const style = getComputedStyle(it);
      return { color: style.color, background: style.backgroundColor };
    });
    expect(color).not.toBe(background);
    await expectAccessible(page, 'a link that looks like a button');
  });
