import { screen } from '@testing-library/dom';
import { listCategories } from '@waypost/contract/categories/categories';
import { readPost } from '@waypost/contract/posts/posts';
import { listAttributes } from '@waypost/contract/surveys/attributes';
import { readSurvey } from '@waypost/contract/surveys/surveys';
import { listTasks } from '@waypost/contract/surveys/tasks';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { apiServer, renderScreen } from '../../../testing/render-screen.tsx';
import { createTestPage, createTestPost, createTestSurvey } from '../../../testing/test-entities.ts';

let sendPost: () => void;
beforeEach(() => {
  const isSent = new Promise<void>((resolve) => {
    sendPost = resolve;
  });
  apiServer.on(readPost, async () => {
    await isSent;
    return createTestPost({ id: 7, title: 'Bridge closed' });
  });
  apiServer.on(readSurvey, () => createTestSurvey());
  apiServer.on(listTasks, () => createTestPage([]));
  apiServer.on(listCategories, () => createTestPage([]));
  apiServer.on(listAttributes, () => createTestPage([]));
});
afterEach(() => {
  for (const tag of document.head.querySelectorAll('meta[property^="og:"]')) tag.remove();
});

/** The tags that the server writes into the page. */
function addPreview(tags: { title: string; url: string }): void {
  for (const [name, content] of Object.entries({ ...tags, site_name: 'River watch' })) {
    const tag = document.createElement('meta');
    tag.setAttribute('property', `og:${name}`);
    tag.content = content;
    document.head.append(tag);
  }
}

test('a page that was loaded for a report has its title before the report is loaded', async () => {
  addPreview({ title: 'Bridge closed since Monday', url: 'https://example.org/posts/7?lang=en' });
  await renderScreen('/posts/7');
  expect(await screen.findByRole('heading', { level: 1, name: 'Bridge closed since Monday' })).toBeVisible();
  sendPost();
  expect(await screen.findByRole('heading', { level: 1, name: 'Bridge closed' })).toBeVisible();
});

test.each([
  ['another report', { title: 'Bridge closed', url: 'https://example.org/posts/70' }],
  ['a report whose title is not public', { title: 'River watch', url: 'https://example.org/posts/7' }],
])('a page that was loaded for %s does not name it', async (_, tags) => {
  addPreview(tags);
  await renderScreen('/posts/7');
  expect(await screen.findByRole('heading', { level: 1, name: 'Report' })).toBeVisible();
  sendPost();
  expect(await screen.findByRole('heading', { level: 1, name: 'Bridge closed' })).toBeVisible();
});
