/** The picture of a card. */
import { fireEvent, screen } from '@testing-library/dom';
import { readMedia } from '@waypost/contract/media/media';
import { listPosts } from '@waypost/contract/posts/posts';
import { beforeEach, expect, test } from 'vitest';
import { apiServer, renderScreen } from '../../testing/render-screen.tsx';
import { createTestPage, createTestPost } from '../../testing/test-entities.ts';

const thumbnail = { url: 'https://example.org/storage/a/b/bridge-small.webp', caption: 'The bridge' };

beforeEach(() => {
  apiServer.on(listPosts, () =>
    createTestPage([
      createTestPost({ id: 1, values: { photo: ['7'] }, thumbnail }),
      createTestPost({ id: 2, thumbnail: { ...thumbnail, caption: null } }),
      createTestPost({ id: 3, thumbnail: null }),
    ]),
  );
});

test('comes with the list, without a request of each card', async () => {
  await renderScreen('/list/noui');
  const cards = await screen.findAllByRole('article');
  const pictures = cards.map((card) => card.querySelector('img'));
  expect(pictures.map((it) => it?.getAttribute('src'))).toEqual([thumbnail.url, thumbnail.url, undefined]);
  expect(pictures.map((it) => it?.alt)).toEqual(['The bridge', '', undefined]);
  expect(apiServer.requests(readMedia)).toEqual([]);
  expect(apiServer.requests(listPosts)[0]?.search.get('with')).toContain('thumbnail');
});

test('leaves its place where it cannot be loaded, such as without a network', async () => {
  await renderScreen('/list/noui');
  fireEvent.error(await screen.findByAltText('The bridge'));
  await expect.poll(() => screen.queryByAltText('The bridge')).toBeNull();
});
