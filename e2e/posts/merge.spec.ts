/** Merging reports about one event, without a pointer, and splitting them again. */
import { expect } from '@playwright/test';
import { expectAccessible, test } from '../support/browser.ts';
import { setUpDemo, verifierLogin } from '../support/demo-posts.ts';

const { open: openScreen, requestJson, countPosts, createWaitingReport } = setUpDemo();

/** In the South Atlantic, far from all other reports. */
const place = { lat: -37.1, lon: -12.28 };

test('a reviewer merges two reports with the keyboard, everyone finds one, and it is split again', {
  tag: '@slow',
}, async ({ open }) => {
  const waiting = await requestJson<{ results: { id: number }[] }>('GET', '/posts?status=draft&limit=500');
  for (const { id } of waiting.results) await requestJson('PUT', `/posts/${id}`, { status: 'archived' });
  const content = 'The warehouse beside the harbour burns, smoke above Edinburgh of the Seven Seas.';
  const primary = (
    await requestJson<{ id: number }>('POST', '/posts', { title: 'Warehouse fire', content, status: 'draft' })
  ).id;
  const second = await createWaitingReport('Fire at the harbour', { content: `${content} Hurry!`, place });
  await createWaitingReport('Boats missing', { content: 'Three boats did not return.', place });
  const total = await countPosts('');

  const page = await openScreen(verifierLogin, open, '/review');
  const report = (title: string) => page.getByRole('heading', { level: 2, name: title });
  await expect(report('Warehouse fire')).toBeVisible();
  await page.keyboard.press('n');
  await expect(report('Fire at the harbour')).toBeVisible();
  await expect(page.getByRole('region', { name: 'Related reports' })).toContainText('Warehouse fire');
  await page.keyboard.press('d');
  const dialog = page.getByRole('dialog', { name: 'Merge reports' });
  const candidate = dialog.getByRole('radio', { name: /^Warehouse fire/ });
  await expect(candidate).toBeVisible();
  await candidate.focus();
  await page.keyboard.press('Space');
  await expect(dialog.getByRole('radiogroup', { name: 'Which report stays?' })).toBeVisible();
  await expectAccessible(page, 'the dialog that merges reports');
  await dialog.getByRole('button', { name: 'Merge reports' }).focus();
  await page.keyboard.press('Enter');
  await expect(report('Boats missing')).toBeVisible();
  expect(await countPosts('')).toBe(total - 1);

  await requestJson('PUT', `/posts/${primary}`, { status: 'published' });
  const visitor = await openScreen(null, open, `/posts/${primary}`);
  await expect(visitor.getByText("1 merged report isn't public.")).toBeVisible();
  const detail = await openScreen(verifierLogin, open, `/posts/${second}`);
  await expect(detail).toHaveURL(new RegExp(`/posts/${primary}`));
  const merged = detail.getByRole('region', { name: 'Merged reports' });
  await expect(merged.getByText('Fire at the harbour')).toBeVisible();
  await merged.getByRole('button', { name: 'Show report: Fire at the harbour' }).press('Enter');
  await expect(merged.getByText('12-345')).toBeVisible();
  await expectAccessible(detail, 'the page of a report with merged reports');
  await merged.getByRole('button', { name: 'Split off: Fire at the harbour' }).press('Enter');
  await expect(detail.getByText('Report split off.')).toBeVisible();
  await expect(merged).toBeHidden();
  expect(await countPosts('')).toBe(total);
  expect((await requestJson<{ status: string }>('GET', `/posts/${second}`)).status).toBe('draft');
});
