/** The actions of a report on a phone stand in one row, whatever the language. */
import { expect, type Page } from '@playwright/test';
import { test } from '../support/browser.ts';
import { setUpDemo, verifierLogin } from '../support/demo-posts.ts';
import { testLimit } from '../support/timing.ts';

const { open, requestJson } = setUpDemo();

/** The languages with the longest words for these actions, and one from right to left. */
const languages = ['fr', 'pt', 'ru', 'uk', 'ar'];

/** Vertical centers in pixels of the actions. */
const listCenters = (page: Page) =>
  page.locator('[data-post-actions] > :is(a, button)').evaluateAll((actions) =>
    actions.map((action) => {
      const { top, bottom } = action.getBoundingClientRect();
      return Math.round((top + bottom) / 2);
    }),
  );

test('review, the choice of a survey, sharing and the menu stand in one row on a phone', {
  tag: '@slow',
}, async ({ open: openPage }) => {
  test.setTimeout(testLimit(120_000));
  const { results } = await requestJson<{ results: { id: number }[] }>(
    'GET',
    '/posts?form=none&status=draft&limit=1',
  );
  const page = await open(verifierLogin, openPage, `/posts/${results[0]?.id}`);
  await page.setViewportSize({ width: 390, height: 800 });
  for (const language of languages) {
    await page.goto(`${page.url().split('?')[0]}?lang=${language}`);
    await expect(page.locator('html')).toHaveAttribute('lang', language);
    await expect.poll(async () => (await listCenters(page)).length, language).toBe(4);
    expect(new Set(await listCenters(page)).size, language).toBe(1);
  }
});
