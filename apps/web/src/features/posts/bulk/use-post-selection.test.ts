import { expect, test } from 'vitest';
import { createTestPost } from '../../../testing/test-entities.ts';
import { findRange } from './use-post-selection.ts';

const posts = [7, 3, 9, 4].map((id) => createTestPost({ id }));

test('a range goes from one post to another in list order, in both directions', () => {
  expect(findRange(posts, 3, 4)).toEqual([3, 9, 4]);
  expect(findRange(posts, 4, 7)).toEqual([7, 3, 9, 4]);
  expect(findRange(posts, 9, 9)).toEqual([9]);
});

test('without a first post, or when it has left the list, the range is the second post alone', () => {
  expect(findRange(posts, undefined, 9)).toEqual([9]);
  expect(findRange(posts, 100, 9)).toEqual([9]);
});
