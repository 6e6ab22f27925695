import { screen } from '@testing-library/dom';
import { type Post, readPost } from '@waypost/contract/posts/posts';
import { expect, test } from 'vitest';
import { apiServer, renderScreen } from '../../../testing/render-screen.tsx';
import { createTestPost } from '../../../testing/test-entities.ts';

async function openPost(areas: Post['areas']) {
  apiServer.on(readPost, () =>
    createTestPost({ id: 7, form: null, title: 'A wall fell', ...(areas ? { areas } : {}) }),
  );
  await renderScreen('/posts/7');
}

test('the page of a report names its areas', async () => {
  await openPost([
    { id: 1, name: 'Kilimani District' },
    { id: 2, name: 'Ward 3' },
  ]);
  expect(await screen.findByText('Areas: Kilimani District, Ward 3')).toBeVisible();
  expect(apiServer.requests(readPost).at(-1)?.query['with']).toContain('areas');
});

test('a report outside of all areas says nothing of them', async () => {
  await openPost([]);
  expect(await screen.findByRole('heading', { name: 'A wall fell' })).toBeVisible();
  expect(screen.queryByText(/Areas:/)).toBeNull();
});
