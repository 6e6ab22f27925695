/** The dates of a post by which a list can be sorted (spec 2 §9). */
import type { Post } from '@waypost/contract/posts/posts';

const dateGetters = {
  created: (post: Post) => post.created,
  updated: (post: Post) => post.updated ?? post.created,
  post_date: (post: Post) => post.post_date,
};

/** A sort field that is a date. */
export type PostDateField = keyof typeof dateGetters;

/** Whether a sort field is a date. */
export const isPostDateField = (field: string): field is PostDateField => field in dateGetters;

/** The date in API v3 format; a post that was never changed was last changed when it was created. */
export const getPostDate = (post: Post, field: PostDateField): string => dateGetters[field](post);
