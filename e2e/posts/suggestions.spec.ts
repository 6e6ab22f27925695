/** Suggestions in review, with the keyboard alone: survey and category of a message are accepted and undone. */
import { expect } from '@playwright/test';
import { expectAccessible, test } from '../support/browser.ts';
import { setUpDemo, verifierLogin } from '../support/demo-posts.ts';
import { scaled } from '../support/timing.ts';

const { open: openScreen, requestJson, getAdminToken } = setUpDemo();

interface Model {
  trained: string | null;
  is_training: boolean;
}

test('a message gets its survey and category by key, and each is undone', { tag: '@slow' }, async ({
  open,
}) => {
  const adminToken = await getAdminToken();
  const path = '/review/suggestion-model';
  await requestJson('POST', path, undefined, adminToken);
  await expect
    .poll(
      async () => {
        const { trained, is_training } = await requestJson<Model>('GET', path, undefined, adminToken);
        return trained !== null && !is_training;
      },
      { timeout: scaled(20_000) },
    )
    .toBe(true);
  const waiting = await requestJson<{ results: { id: number }[] }>('GET', '/posts?status=draft&limit=500');
  for (const { id } of waiting.results) await requestJson('PUT', `/posts/${id}`, { status: 'archived' });
  const content = 'The river is over its bank behind the market. Water is in the houses and still rising.';
  const { id } = await requestJson<{ id: number }>('POST', '/posts', {
    title: 'River rising',
    content,
    status: 'draft',
  });
  const read = () => requestJson<{ form: { id: number } | null; tags: unknown[] }>('GET', `/posts/${id}`);

  const page = await openScreen(verifierLogin, open, '/review');
  await expect(page.getByRole('heading', { level: 2, name: 'River rising' })).toBeVisible();
  const suggestions = page.getByRole('region', { name: 'Suggestions' });
  await expect(suggestions.getByText(/^Survey · \d+% certain$/)).toBeVisible();
  await expectAccessible(page, 'the suggestions');
  await page.keyboard.press('g');
  await expect(suggestions.getByText(/^Category · \d+% certain$/).first()).toBeVisible();
  expect((await read()).form).not.toBeNull();
  await page.keyboard.press('g');
  await expect.poll(async () => (await read()).tags.length).toBe(1);
  await page.keyboard.press('u');
  await expect.poll(async () => (await read()).tags.length).toBe(0);
  await page.keyboard.press('u');
  await expect(suggestions.getByText(/^Survey · \d+% certain$/)).toBeVisible();
  expect(await read()).toMatchObject({ form: null, tags: [] });
});
