/** An emergency: an administrator hides everything public, shows it again, and ends all access. */
import { expect } from '@playwright/test';
import { expectAccessible, test } from '../support/browser.ts';
import { openAs } from '../support/log-in.ts';
import { admin, callApi, endWaypost, startWaypost, tokenFor, type Waypost } from '../support/waypost.ts';

let waypost: Waypost;
test.beforeAll(async () => {
  waypost = await startWaypost();
});
test.afterAll(() => endWaypost(waypost));

test('everything public is hidden at once, shown again, and all access ends', { tag: '@slow' }, async ({
  open,
}) => {
  const page = await openAs(admin, open, waypost.baseUrl, '/settings/emergency');
  const readPublicPosts = () => fetch(`${waypost.baseUrl}/api/v3/posts`).then(({ status }) => status);
  await expectAccessible(page, 'the emergency measures');
  await page.getByRole('button', { name: 'Hide everything now' }).click();
  await expect(page.getByText(/^Hidden now by /)).toBeVisible();
  expect(await readPublicPosts()).toBe(401);

  await page.goto(`${waypost.baseUrl}/views/list`);
  await page.getByRole('link', { name: 'Emergency measures' }).click();
  await page.getByRole('button', { name: 'Show everything again' }).click();
  const dialog = page.getByRole('dialog', { name: 'Show everything again?' });
  await expect(dialog).toBeVisible();
  await expectAccessible(page, 'the question before everything is shown again');
  await dialog.getByRole('button', { name: 'Show everything again' }).click();
  await expect(page.getByText('Visitors see the site again.')).toBeVisible();
  expect(await readPublicPosts()).toBe(200);
  await expect(page.getByRole('link', { name: 'Emergency measures' })).toHaveCount(0);

  const token = await tokenFor(waypost, 'admin');
  await page.getByRole('button', { name: 'End all access' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'End all access' }).click();
  await expect(page.getByText(/^All access has ended\. Logins: \d/)).toBeVisible();
  await expect(page.getByText("You're logged out.")).toBeVisible();
  expect((await callApi(waypost, token, 'GET', '/users/me')).status).toBe(401);
  expect(await readPublicPosts()).toBe(200);
});
