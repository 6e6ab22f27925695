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
  const result = page.getByRole('region', { name: 'Mark as: Archived' });
  await expect(result).toContainText('Partly done · Changed: 2 · Not changed: 1');
  await expect(reportCount(page, 1)).toBeVisible();
  await expect(card('West gate')).toHaveCount(0);
  await expect(page.getByRole('heading', { level: 1, name: 'West gate quagmire' })).toHaveCount(0);
  await result.getByRole('button', { name: 'Show reports' }).click();
  const failures = page.getByRole('dialog');
  await expect(failures.getByRole('link', { name: 'North gate quagmire' })).toBeVisible();
  await expect(failures).toContainText('is working on this report.');
  await expectAccessible(page, 'reports that were not changed');
  await failures.getByRole('button', { name: 'Close' }).click();
  await result.getByRole('button', { name: 'Undo' }).click();
  await expect(result).toContainText('Undone · Restored: 2');
  await expect(reportCount(page, 3)).toBeVisible();
  expect(await countPosts('q=quagmire&status=published')).toBe(3);

  // Shift selects the reports in between. The administrator still holds the lock of one.
  await page.getByRole('checkbox', { name: 'Select West gate quagmire' }).click();
  await page.getByRole('checkbox', { name: 'Select North gate quagmire' }).click({ modifiers: ['Shift'] });
  await expect(page.getByRole('checkbox', { name: '3 selected' })).toBeChecked();
  await page.getByRole('button', { name: 'More actions' }).click();
  await page.getByRole('menuitem', { name: 'Delete' }).click();
  await page.getByRole('button', { name: 'Delete 3 reports' }).click();
  await expect(page.getByRole('region', { name: 'Delete reports' })).toContainText(
    'Changed: 2 · Not changed: 1',
  );
  await expect(reportCount(page, 1)).toBeVisible();
  await page.getByRole('button', { name: 'Exit bulk actions' }).click();
  await expect(page.getByRole('checkbox')).toHaveCount(0);
});

test('the list as a table: columns, sorting, keyboard', { tag: '@slow' }, async ({ open: openPage }) => {
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
