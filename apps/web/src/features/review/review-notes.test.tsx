/** What the review screen says beside its actions. */
import { screen, waitFor } from '@testing-library/dom';
import { readPostConsent } from '@waypost/contract/posts/post-consent';
import { type Post, updatePost } from '@waypost/contract/posts/posts';
import { beforeEach, expect, test } from 'vitest';
import { apiServer, renderScreen } from '../../testing/render-screen.tsx';
import { adminAccount } from '../../testing/test-entities.ts';
import { answerReview, waitingPost } from './review-server.fixture.ts';

let queue: Post[] = [];
beforeEach(() => {
  answerReview(apiServer, {
    read: () => queue,
    remove: (id) => {
      queue = queue.filter((post) => post.id !== id);
    },
  });
});

const open = () => renderScreen('/review', { account: adminAccount });

test('that the reporter refused publishing is said before the report is decided', async () => {
  queue = [waitingPost(1)];
  apiServer.on(readPostConsent, () => ({
    asked: null,
    current: null,
    earlier: [],
    refused: [{ use: 'publish' as const, reason: 'declined' as const }],
    choices: [],
    can_change: null,
  }));
  await open();
  const note = await screen.findByText("The reporter didn't agree to publishing this report.");
  expect(note.closest('footer')).not.toBeNull();
});

test('a title in another direction keeps its order inside the notice', async () => {
  queue = [waitingPost(1, { title: 'فيضان' }), waitingPost(2)];
  apiServer.on(updatePost, ({ params }) => waitingPost(params.id, { status: 'archived', revision: 2 }));
  const person = await open();
  await screen.findByRole('heading', { level: 2, name: 'فيضان' });
  await person.keyboard('a');
  expect(await screen.findByText('Archived: \u2068فيضان\u2069')).toBeVisible();
  await waitFor(() => expect(apiServer.requests(updatePost)).toHaveLength(1));
});

test('a report that becomes public later is said to', async () => {
  queue = [waitingPost(1, { public_from: '2030-03-01T10:00:00+00:00' }), waitingPost(2)];
  apiServer.on(updatePost, ({ params }) => waitingPost(params.id, { status: 'published', revision: 2 }));
  const person = await open();
  await screen.findByRole('heading', { level: 2, name: 'Report 1' });
  await person.keyboard('p');
  expect(await screen.findByText(/^Public from .*2030/)).toBeVisible();
  await waitFor(() => expect(apiServer.requests(updatePost)).toHaveLength(1));
});
