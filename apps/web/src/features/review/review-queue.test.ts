import type { Post } from '@waypost/contract/posts/posts';
import { expect, test } from 'vitest';
import { createTestPost } from '../../testing/test-entities.ts';
import { ReviewQueue } from './review-queue.ts';
import type { ReviewApi } from './review-types.ts';

/** A server with these posts: each claim answers one, so that every claim may be the last. */
function createApi(ids: readonly number[]): ReviewApi {
  const waiting = ids.map((id): Post => createTestPost({ id, status: 'draft' }));
  return {
    claim: async () => waiting.splice(0, 1),
    save: async (post) => ({ kind: 'saved', post }),
    claimAgain: async () => undefined,
    renew: async (claimed) => [...claimed],
    release: async () => undefined,
    explain: (error) => [String(error)],
  };
}

test('a post that is decided just when a claim ends is followed by the next one', async () => {
  const queue = new ReviewQueue(createApi([1, 2, 3]));
  const decided: number[] = [];
  // As a program does, or a key that was pressed ahead: before anything else runs.
  queue.subscribe(() => {
    const { current } = queue.getState();
    if (current && !decided.includes(current.post.id)) {
      decided.push(current.post.id);
      queueMicrotask(() => void queue.decide({ status: 'published' }));
    }
  });
  await queue.open();
  await expect.poll(() => queue.getState().phase).toBe('waiting');
  expect(decided).toEqual([1, 2, 3]);
});

test('a decision that is refused after the queue was closed claims nothing again', async () => {
  const renewed: number[] = [];
  let refuse: () => void = () => undefined;
  const queue = new ReviewQueue({
    ...createApi([1]),
    save: () =>
      new Promise((resolve) => {
        refuse = () => resolve({ kind: 'refused', reasons: ['Missing'] });
      }),
    renew: async (claimed) => {
      renewed.push(...claimed);
      return [...claimed];
    },
  });
  await queue.open();
  const decided = queue.decide({ status: 'published' });
  // The save begins when the version that it is based on is there.
  await Promise.resolve();
  queue.close();
  await expect.poll(() => refuse.name).toBe('refuse');
  refuse();
  await decided;
  expect(renewed).toEqual([]);
});
