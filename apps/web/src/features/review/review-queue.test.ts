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

/** A server that saves each revision after the one before, when the test says so. */
function createRevisionApi(ids: readonly number[]) {
  const requests: string[] = [];
  let releaseSaves: () => void = () => undefined;
  let saves: Promise<void> = Promise.resolve();
  const waiting = ids.map((id): Post => createTestPost({ id, status: 'draft', revision: 1 }));
  const posts = new Map(waiting.map((post) => [post.id, post]));
  const api: ReviewApi = {
    ...createApi([]),
    claim: async (count) => waiting.splice(0, count),
    save: async (post, change) => {
      requests.push(`save ${post.id} ${'status' in change ? change.status : ''} on ${post.revision}`);
      await saves;
      const saved = { ...post, ...('status' in change ? change : {}), revision: (post.revision ?? 0) + 1 };
      posts.set(post.id, saved as Post);
      return { kind: 'saved', post: saved as Post };
    },
    claimAgain: async (id) => posts.get(id),
    release: async (released) => void requests.push(`release ${released.join(' ')}`),
  };
  return {
    api,
    requests,
    holdSaves: () => {
      saves = new Promise((resolve) => {
        releaseSaves = resolve;
      });
    },
    finishSaves: () => releaseSaves(),
  };
}

test('a decision while an undo is being saved is based on the undo, also when it comes back', async () => {
  const { api, requests, holdSaves, finishSaves } = createRevisionApi([1, 2]);
  const queue = new ReviewQueue(api);
  await queue.open();
  await queue.decide({ status: 'published' });
  holdSaves();
  const undone = queue.undo();
  const decided = queue.decide({ status: 'archived' }, { values: { verdict: ['Seen'] } });
  await expect.poll(() => requests.length).toBe(2);
  api.save = async (post) => {
    requests.push(`refused on ${post.revision}`);
    return { kind: 'refused', reasons: ['Missing'] };
  };
  finishSaves();
  await Promise.all([undone, decided]);
  expect(requests).toEqual(['save 1 published on 1', 'save 1 draft on 2', 'refused on 3']);
  const [returned] = queue.getState().next;
  expect(returned).toMatchObject({ post: { id: 1, revision: 3 }, reasons: ['Missing'] });
  expect(returned?.draft).toEqual({ values: { verdict: ['Seen'] } });
  // It is decided again, so that it is not said to be under review.
  expect(queue.getState().notice?.kind).toBe('returned');
});

test('undos release what the window then holds beyond three reports, from the end', async () => {
  const { api, requests } = createRevisionApi([1, 2, 3, 4, 5, 6]);
  const queue = new ReviewQueue(api);
  await queue.open();
  await queue.decide({ status: 'published' });
  await queue.decide({ status: 'published' });
  await queue.undo();
  await queue.undo();
  const { current, next } = queue.getState();
  expect([current, ...next].map((it) => it?.post.id)).toEqual([1, 2, 3]);
  expect(requests.filter((it) => it.startsWith('release'))).toEqual(['release 5', 'release 4']);
});

test('a report that is skipped while its undo is being saved is not held afterwards', async () => {
  const { api, requests, holdSaves, finishSaves } = createRevisionApi([1, 2]);
  const queue = new ReviewQueue(api);
  await queue.open();
  await queue.decide({ status: 'published' });
  holdSaves();
  const undone = queue.undo();
  await queue.pass();
  finishSaves();
  await undone;
  expect(requests.at(-1)).toBe('release 1');
  expect(queue.getState().current?.post.id).toBe(2);
});
