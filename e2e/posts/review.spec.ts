/** Reviewing reports with the keyboard alone. */
import { expect } from '@playwright/test';
import { expectAccessible, test } from '../support/browser.ts';
import { setUpDemo, verifierLogin } from '../support/demo-posts.ts';

const { open: openScreen, requestJson, createWaitingReport, surveyId } = setUpDemo();

/** Archives what the demo has waiting. */
async function emptyQueue(): Promise<void> {
  const waiting = await requestJson<{ results: { id: number }[] }>('GET', '/posts?status=draft&limit=500');
  for (const { id } of waiting.results) await requestJson('PUT', `/posts/${id}`, { status: 'archived' });
}

test('reports are archived, skipped and brought back without a pointer, and published once their tasks are complete', {
  tag: '@slow',
}, async ({ open }) => {
  await emptyQueue();
  const ids: number[] = [];
  for (const title of ['First bridge', 'Second bridge', 'Third bridge', 'Fourth bridge'])
    ids.push(await createWaitingReport(title));
  const page = await openScreen(verifierLogin, open, '/review');
  const report = (title: string) => page.getByRole('heading', { level: 2, name: title });
  await expect(report('First bridge')).toBeVisible();
  await expectAccessible(page, 'the review');
  // Its required task is missing.
  await page.keyboard.press('p');
  const tasks = page.getByRole('region', { name: 'Tasks' });
  await expect(tasks.getByRole('alert')).toBeVisible();
  await page.keyboard.press('Escape');
  await page.keyboard.press('a');
  await expect(report('Second bridge')).toBeVisible();
  await page.keyboard.press('n');
  await expect(report('Third bridge')).toBeVisible();
  await page.keyboard.press('a');
  await expect(report('Fourth bridge')).toBeVisible();
  await page.keyboard.press('u');
  await expect(report('Third bridge')).toBeVisible();
  await page.keyboard.press('b');
  await expect(report('Second bridge')).toBeVisible();
  await page.keyboard.press('?');
  await expect(page.getByRole('dialog', { name: 'Keyboard shortcuts' })).toBeVisible();
  await expectAccessible(page, 'the keyboard shortcuts');
  await page.keyboard.press('Escape');
  await page.keyboard.press('r');
  await expect(page.getByText('Review paused')).toBeVisible();
  const statusOf = async (index: number) =>
    (await requestJson<{ status: string }>('GET', `/posts/${ids[index]}`)).status;
  await expect
    .poll(() => Promise.all([0, 1, 2, 3].map(statusOf)))
    .toEqual(['archived', 'draft', 'draft', 'draft']);
  await expect
    .poll(async () => (await requestJson<{ count: number }>('GET', '/review/claims')).count)
    .toBe(0);
});

test('categories are chosen and taken back, a report is claimed for longer and its translation shown, by key', {
  tag: '@slow',
}, async ({ open }) => {
  await emptyQueue();
  const form = await surveyId('Flood report');
  const { results } = await requestJson<{ results: { id: number }[] }>(
    'GET',
    `/posts?form=${form}&status=published&limit=1`,
  );
  const id = results[0]?.id ?? 0;
  await requestJson('PUT', `/posts/${id}`, { status: 'draft' });
  const page = await openScreen(verifierLogin, open, `/review?form=${form}`);
  const readTags = async () =>
    (await requestJson<{ tags: { id: number }[] }>('GET', `/posts/${id}`)).tags.map(({ id }) => id);
  const before = await readTags();
  await expect(page.getByRole('button', { name: 'Choose categories' })).toBeEnabled();
  await page.keyboard.press('k');
  const dialog = page.getByRole('dialog', { name: 'Choose categories' });
  await expect(dialog.getByRole('checkbox').first()).toBeVisible();
  await expectAccessible(page, 'the choice of categories');
  await expect(dialog.getByRole('textbox', { name: 'Find a category' })).toBeFocused();
  await page.keyboard.press('Tab');
  await page.keyboard.press('Space');
  await page.keyboard.press('Enter');
  await expect(dialog).toBeHidden();
  await expect.poll(readTags).not.toEqual(before);
  await page.keyboard.press('u');
  await expect.poll(readTags).toEqual(before);
  await page.keyboard.press('i');
  await expect(page.getByText(/You have this report until/)).toBeVisible();
  await page.keyboard.press('l');
  await expect(page.getByRole('region', { name: 'Translation' })).toBeVisible();
  await expectAccessible(page, 'the translation');
});
