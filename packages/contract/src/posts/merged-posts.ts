/** Merging posts about one event into one of them, and splitting them again (docs/decisions/0060). */
import { z } from 'zod';
import { defineEndpoint } from '../common/endpoint.ts';
import { limits } from '../common/limits.ts';
import { ApiDate, Id, listIn, Relation } from '../common/scalars.ts';
import { Post } from './posts.ts';

const needs = ['Manage Posts'] as const;
const params = z.object({ id: Id });

/** Posts to merge or to split. */
export const MergeInput = z.object({ post_ids: listIn(z.array(Id).min(1).max(limits.mergedPosts)) });

/** A post that is merged into another one. */
export const MergedPost = z.object({
  /** As it would be after splitting: with its own status. */
  post: Post,
  /** When it was merged; null for callers without Manage Posts. */
  merged: ApiDate.nullable(),
  /** Who merged it; null for callers without Manage Posts, and when the account was deleted. */
  merged_by: Relation.extend({ realname: z.string().nullable() }).nullable(),
});
export type MergedPost = z.infer<typeof MergedPost>;

/** The posts that are merged into another one. */
export const MergedPosts = z.object({
  /** Number of all merged posts. */
  count: z.number().int(),
  /** Those that the caller may read, the oldest first. */
  results: z.array(MergedPost),
});
export type MergedPosts = z.infer<typeof MergedPosts>;

export const listMergedPosts = defineEndpoint({
  name: 'listMergedPosts',
  method: 'GET',
  path: '/posts/{id}/merged',
  summary:
    'The posts that are merged into this one, as far as the caller may read them, and the number of all',
  scope: 'posts',
  params,
  response: MergedPosts,
});

export const mergePosts = defineEndpoint({
  name: 'mergePosts',
  method: 'POST',
  path: '/posts/{id}/merged',
  summary: 'Merge posts into this one, which then stands for them; returns this one',
  scope: 'posts',
  needs,
  params,
  body: MergeInput,
  response: Post,
});

export const splitPosts = defineEndpoint({
  name: 'splitPosts',
  method: 'POST',
  path: '/posts/{id}/split',
  summary: 'Split merged posts from this one: each gets back the status that it had; returns this one',
  scope: 'posts',
  needs,
  params,
  body: MergeInput,
  response: Post,
});
