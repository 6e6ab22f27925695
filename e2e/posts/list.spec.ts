/** The list of posts: bulk actions with undo, and the same posts as a table. */
import { expect, type Page } from '@playwright/test';
import { expectAccessible, test } from '../support/browser.ts';
import { defaultStatuses, setUpDemo, verifierLogin } from '../support/demo-posts.ts';
import { testLimit } from '../support/timing.ts';

const { countPosts, getAdminToken, open, requestJson, surveyId } = setUpDemo();

const reportCount = (page: Page, expected: number) => page.getByText(new RegExp(`^${expected} reports?$`));

test('a bulk action: one report fails, the others leave the list, and undo restores them', {
  tag: '@core',
}, async ({ open: openPage }) => {
  const ids: number[] = [];
  for (const name of ['North gate', 'South gate', 'West gate']) {
    const post = { title: `${name} quagmire`, content: 'The way is deep in mud.', status: 'published' };
    ids.push((await requestJson<{ id: number }>('POST', '/posts', post)).id);
  }
  await requestJson('PUT', `/posts/${ids[0]}/lock`, undefined, await getAdminToken());

  const page = await open(verifierLogin, openPage, '/views/data?q=quagmire');
  const card = (name: string) => page.getByRole('article').filter({ hasText: name });
  await card('West gate').getByRole('link').click();
  await expect(page.getByRole('heading', { level: 1, name: 'West gate quagmire' })).toBeVisible();
  await page.getByRole('button', { name: 'Bulk actions' }).click();
  await page.getByRole('checkbox', { name: 'Select all 3 loaded' }).check();
  await expectAccessible(page, 'bulk actions');
  await page.getByRole('button', { name: 'Mark as' }).click();
  await page.getByRole('menuitem', { name: 'Archived' }).click();
  await page.getByRole('button', { name: 'Mark 3 reports' }).click();
  const report = page.getByRole('dialog').getByRole('alert');
  await expect(report).toContainText('1 failed');
  await expect(report).toContainText('North gate quagmire');
  await page.getByRole('dialog').getByRole('button', { name: 'Close' }).last().click();
  await expect(reportCount(page, 1)).toBeVisible();
  await expect(card('West gate')).toHaveCount(0);
  await expect(page.getByRole('heading', { level: 1, name: 'West gate quagmire' })).toHaveCount(0);
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(reportCount(page, 3)).toBeVisible();
  await expect(page.getByText('Undone for 2 reports.')).toBeVisible();
  expect(await countPosts('q=quagmire&status=published')).toBe(3);

  // The failed report stays selected. The administrator still holds its lock.
  await page.getByRole('checkbox', { name: 'Select North gate quagmire' }).uncheck();
  await page.getByRole('checkbox', { name: 'Select South gate quagmire' }).check();
  await page.getByRole('button', { name: 'Delete', exact: true }).click();
  await page.getByRole('button', { name: 'Delete 1 report' }).click();
  await expect(reportCount(page, 2)).toBeVisible();
  await page.getByRole('button', { name: 'Exit bulk actions' }).click();
  await expect(page.getByRole('checkbox')).toHaveCount(0);
});

test('the list as a table: columns, sorting, keyboard', { tag: '@full' }, async ({ open: openPage }) => {
  test.setTimeout(testLimit(180_000));
  const form = await surveyId('Flood report');
  const page = await open(verifierLogin, openPage, `/views/data?form=${form}`);
  await page.getByRole('button', { name: 'Show as table' }).click();
  await expect(page).toHaveURL(/view=table/);
  const table = page.getByRole('table');
  await expect(table.getByRole('columnheader')).toContainText(['Title', 'Status', 'Survey']);
  await page.getByRole('button', { name: 'Columns' }).click();
  const menu = page.getByRole('dialog', { name: 'Columns' });
  await menu.getByRole('checkbox', { name: 'Who helped?' }).check();
  await menu.getByRole('checkbox', { name: 'Author' }).uncheck();
  await page.keyboard.press('Escape');
  await expect(table.getByRole('columnheader', { name: 'Who helped?' })).toHaveCount(1);
  await expect(table.getByRole('columnheader', { name: 'Author' })).toHaveCount(0);
  await table.getByRole('button', { name: 'Title' }).click();
  await expect(table.getByRole('columnheader', { name: 'Title' })).toHaveAttribute('aria-sort', 'ascending');
  const { results } = await requestJson<{ results: { title: string }[] }>(
    'GET',
    `/posts?form=${form}&${defaultStatuses}&orderby=title&order=asc&order_unlocked_on_top=true&limit=3`,
  );
  const titles = table.locator('tbody th');
  await expect(titles.nth(2)).toHaveText(results[2]?.title ?? '');
  await page.reload();
  await expect(titles.nth(2)).toHaveText(results[2]?.title ?? '');
  await expect(table.getByRole('columnheader', { name: 'Who helped?' })).toHaveCount(1);
  await expectAccessible(page, 'the table');
  await titles.first().getByRole('link').focus();
  await page.keyboard.press('ArrowDown');
  await expect(titles.nth(1).getByRole('link')).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { level: 1, name: results[1]?.title ?? '' })).toBeVisible();
  await expect(table).toBeVisible();
  await page.getByRole('button', { name: 'Show as list' }).click();
  await expect(page.getByRole('article').first()).toBeVisible();
});
