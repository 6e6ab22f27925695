/** The shift view for whoever coordinates the review. */
import { readFile } from 'node:fs/promises';
import { expect } from '@playwright/test';
import { expectAccessible, test } from '../support/browser.ts';
import { setUpDemo, verifierLogin } from '../support/demo-posts.ts';

const { open: openScreen, requestJson, getAdminToken } = setUpDemo();

test('the coordinator sees what waits, releases a report, saves the numbers and opens the wall', {
  tag: '@slow',
}, async ({ open }) => {
  const token = await getAdminToken();
  const { results } = await requestJson<{ results: { id: number; title: string | null }[] }>(
    'POST',
    '/review/claims',
    { count: 5 },
    token,
  );
  // Messages have no title.
  const claimed = results.find(({ title }) => title !== null);
  const page = await openScreen(verifierLogin, open, '/review');
  await page.getByRole('link', { name: 'Shift overview' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Shift overview' })).toBeVisible();
  const { total } = await requestJson<{ total: number }>('GET', '/review/shift');
  await expect(page.getByText('Waiting', { exact: true }).locator('..')).toContainText(String(total));
  await expectAccessible(page, 'the shift view');

  await page.getByRole('button', { name: `Release “${claimed?.title}”` }).press('Enter');
  await expect(page.getByText('Report released.')).toBeVisible();
  const claims = await requestJson<{ results: { post_id: number }[] }>('GET', '/review/claims');
  expect(claims.results.map(({ post_id }) => post_id)).not.toContain(claimed?.id);

  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Download CSV' }).press('Enter'),
  ]);
  expect(download.suggestedFilename()).toMatch(/^shift-\d{12}\.csv$/);
  const csv = await readFile(await download.path(), 'utf8');
  expect(csv).toContain(`Waiting,,${total}`);

  await page.getByRole('link', { name: 'Wall screen' }).press('Enter');
  await expect(page.getByRole('link', { name: 'Leave wall screen' })).toBeVisible();
  await expect(page.getByRole('navigation')).toHaveCount(0);
  await expectAccessible(page, 'the shift view on a wall');
});
