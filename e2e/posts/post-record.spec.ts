/** What the team records about a report: notes with mentions, and who takes care of it. */
import { expect } from '@playwright/test';
import { expectAccessible, test } from '../support/browser.ts';
import { setUpDemo, verifierLogin } from '../support/demo-posts.ts';

const { open: openScreen, requestJson, getAdminToken } = setUpDemo();

test('a report gets a note with a mention and is handed over without a pointer, and the other finds it', {
  tag: '@slow',
}, async ({ open }) => {
  const waiting = await requestJson<{ results: { id: number }[] }>('GET', '/posts?status=draft&limit=500');
  for (const { id } of waiting.results) await requestJson('PUT', `/posts/${id}`, { status: 'archived' });
  const ids: number[] = [];
  for (const title of ['First bridge', 'Second bridge']) {
    const report = { title, content: 'The water rises.', status: 'draft' };
    ids.push((await requestJson<{ id: number }>('POST', '/posts', report)).id);
  }
  const { results: members } = await requestJson<{ results: { id: number; realname: string }[] }>(
    'GET',
    '/review/reviewers',
  );
  const adminId = (await requestJson<{ id: number }>('GET', '/users/me', undefined, await getAdminToken()))
    .id;
  const admin = members.find(({ id }) => id === adminId)?.realname ?? '';
  const page = await openScreen(verifierLogin, open, '/review');
  const report = (title: string) => page.getByRole('heading', { level: 2, name: title });
  await expect(report('First bridge')).toBeVisible();

  await page.getByRole('region', { name: 'Team notes' }).waitFor();
  await page.keyboard.press('o');
  await page.keyboard.type(`Please call the village, @${admin.slice(0, 3)}`);
  await expect(page.getByRole('option', { name: admin })).toBeVisible();
  await expectAccessible(page, 'the list of members');
  await page.keyboard.press('Enter');
  await page.keyboard.press('Control+Enter');
  const notes = page.getByRole('region', { name: 'Team notes' });
  await expect(notes.getByText(`@${admin}`, { exact: true })).toBeVisible();
  await page.keyboard.press('Escape');

  await page.keyboard.press('v');
  await expectAccessible(page, 'the form of a verification');
  await page.getByLabel('Number of sources').fill('3');
  await page.keyboard.press('Enter');
  await expect(
    page.getByRole('region', { name: 'Verification' }).getByText('Verified by 3 sources').first(),
  ).toBeVisible();
  const verified = await requestJson<{ results: { id: number }[] }>(
    'GET',
    '/posts?status=draft&verification=verified',
  );
  expect(verified.results.map(({ id }) => id)).toEqual([ids[0]]);

  await page.keyboard.press('s');
  const dialog = page.getByRole('dialog', { name: 'Assign this report' });
  await expect(dialog).toBeVisible();
  await expectAccessible(page, 'the choice of a person');
  await page.keyboard.type(admin);
  await page.keyboard.press('Enter');
  await expect(report('Second bridge')).toBeVisible();
  // Only the other gets it.
  const queue = await requestJson<{ results: { id: number }[] }>('POST', '/review/claims', { count: 5 });
  expect(queue.results.map(({ id }) => id)).toEqual([ids[1]]);
  const mine = await requestJson<{ results: { id: number }[] }>(
    'GET',
    '/posts?status=all&assignee=me',
    undefined,
    await getAdminToken(),
  );
  expect(mine.results.map(({ id }) => id)).toEqual([ids[0]]);

  await page.getByRole('button', { name: 'Undo' }).last().click();
  await expect
    .poll(async () => (await requestJson<{ user: object | null }>('GET', `/posts/${ids[0]}/assignment`)).user)
    .toBeNull();
});
