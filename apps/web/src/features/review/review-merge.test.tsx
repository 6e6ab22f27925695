import { screen, within } from '@testing-library/dom';
import { mergePosts, splitPosts } from '@waypost/contract/posts/merged-posts';
import { type Post, readPost, updatePost } from '@waypost/contract/posts/posts';
import { readPostContext } from '@waypost/contract/review/post-context';
import { beforeEach, expect, test } from 'vitest';
import { apiServer, renderScreen } from '../../testing/render-screen.tsx';
import { adminAccount } from '../../testing/test-entities.ts';
import { answerReview, waitingPost } from './review-server.fixture.ts';

const published = waitingPost(7, { title: 'Bridge down', status: 'published' });
const report = (id: number) => screen.findByRole('heading', { level: 2, name: `Report ${id}` });

beforeEach(() => {
  let queue: Post[] = [waitingPost(1), waitingPost(2)];
  answerReview(apiServer, {
    read: () => queue,
    remove: (id) => {
      queue = queue.filter((post) => post.id !== id);
    },
  });
  apiServer.on(readPostContext, () => ({
    duplicates: [
      {
        id: 7,
        title: 'Bridge down',
        status: 'published' as const,
        post_date: '2026-03-01T10:00:00+00:00',
        location: null,
        distance: null,
        seconds_later: 60,
        reasons: ['words' as const],
      },
    ],
    nearby: [],
    location: null,
    sender: { kind: 'unknown' as const, published: 0, draft: 0, archived: 0 },
    decisions: [],
    photos: [],
  }));
  apiServer.on(readPost, ({ params }) => (params.id === 7 ? published : waitingPost(params.id)));
  apiServer.on(mergePosts, ({ params, body }) => {
    queue = queue.filter((post) => !body.post_ids.includes(post.id));
    return params.id === 7 ? published : waitingPost(params.id, { revision: 5 });
  });
  apiServer.on(splitPosts, () => published);
});

/** Merges the current report into the possible duplicate, by the key. */
async function mergeByKey(person: Awaited<ReturnType<typeof renderScreen>>) {
  await person.keyboard('d');
  const dialog = within(await screen.findByRole('dialog', { name: 'Merge reports' }));
  await person.click(await dialog.findByRole('radio', { name: /^Bridge down/ }));
  await dialog.findByRole('radiogroup', { name: 'Which report stays?' });
  await person.click(dialog.getByRole('button', { name: 'Merge reports' }));
}

test('the current report is merged into a possible duplicate by a key, and the next one is shown', async () => {
  const person = await renderScreen('/review', { account: adminAccount });
  await report(1);
  await mergeByKey(person);
  expect(await report(2)).toBeVisible();
  expect(screen.queryByRole('dialog')).toBeNull();
  await screen.findByText('Merged into: Bridge down');
  // The button of the screen undoes decisions, of which there is none.
  const undo = screen.getAllByRole('button', { name: 'Undo' }).find((it) => !it.matches(':disabled'));
  if (undo) await person.click(undo);
  await screen.findByText('Report split off.');
  expect(await report(1)).toBeVisible();
});

test('the key that undoes decisions undoes a merge, after the decisions that were made since', async () => {
  const person = await renderScreen('/review', { account: adminAccount });
  await report(1);
  await mergeByKey(person);
  await report(2);
  await screen.findByText('Merged into: Bridge down');
  await expect.poll(() => screen.queryByRole('dialog')).toBeNull();
  await person.keyboard('a');
  await screen.findByText('Archived: Report 2');
  await person.keyboard('u');
  await report(2);
  await expect
    .poll(() => apiServer.requests(updatePost).map(({ body }) => body.status))
    .toEqual(['archived', 'draft']);
  expect(apiServer.requests(splitPosts)).toEqual([]);
  await person.keyboard('u');
  expect(await report(1)).toBeVisible();
  expect(apiServer.requests(splitPosts)).toHaveLength(1);
});

test('a report that stays is decided as it is after the merge', async () => {
  const person = await renderScreen('/review', { account: adminAccount });
  await report(1);
  const duplicates = within(await screen.findByRole('region', { name: 'Related reports' }));
  await person.click(duplicates.getByRole('button', { name: 'Merge with: Bridge down' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Merge reports' }));
  const choice = within(await dialog.findByRole('radiogroup', { name: 'Which report stays?' }));
  await person.click(choice.getByRole('radio', { name: /^Report 1/ }));
  await person.click(dialog.getByRole('button', { name: 'Merge reports' }));
  await screen.findByText('Merged into: Report 1');
  await expect.poll(() => screen.queryByRole('dialog')).toBeNull();
  await person.keyboard('a');
  await report(2);
  const readSaves = () =>
    apiServer.requests(updatePost).map(({ params, body }) => [params.id, body.based_on]);
  await expect.poll(readSaves).toEqual([[1, 5]]);
});
