/** Revisions: what each save of a post changed, and the way back (spec 2; ours, the wire only reserves the addresses). */
import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { listOfEntities, listQuery } from './envelope.ts';
import { PostStatus } from './post-filters.ts';
import { Point, Post, PostValues } from './posts.ts';
import { Privileges } from './privileges.ts';
import { Id, IdOut, Relation, WireDate } from './scalars.ts';

/** Fields of a post that revisions tell of; answers each by their key. */
export const revisedFields = [
  'title',
  'content',
  'status',
  'published_to',
  'completed_stages',
  'form',
  'user',
  'author_realname',
  'author_email',
  'post_date',
  'locale',
  'slug',
  'values',
] as const;
export const RevisedField = z.enum(revisedFields);
export type RevisedField = z.infer<typeof RevisedField>;

const Person = Relation.extend({ realname: z.string().nullable() });
const Survey = Relation.extend({ name: z.string().nullable() });

/** A field as the post's own entity has it; answers as `values` has them; null for none. */
export const RevisedValue = z.union([
  z.string(),
  z.null(),
  z.array(z.union([z.string(), z.number(), Point])),
  Person,
  Survey,
]);
export type RevisedValue = z.infer<typeof RevisedValue>;

/** What changed, in short. */
export const Change = z.object({
  field: RevisedField,
  /** Of `values`: the attribute's key. */
  key: z.string().optional(),
  /** Of `values`: the attribute's label; null when the survey has it no more. */
  label: z.string().nullable().optional(),
});

/** What changed, from what to what. */
export const FullChange = Change.extend({ before: RevisedValue, after: RevisedValue });
export type FullChange = z.infer<typeof FullChange>;

export const PostRevision = z.object({
  /** Counts up from 1, which is the post as it was made. The latest is the `revision` of the post. */
  id: IdOut,
  url: z.string(),
  post_id: IdOut,
  user_id: z.null().optional(),
  user: Person.optional(),
  created: WireDate,
  /** Which revision was restored by this one, if any. */
  restored: IdOut.nullable(),
  changes: z.array(Change),
  allowed_privileges: Privileges,
});
export type PostRevision = z.infer<typeof PostRevision>;

/** The post as that revision left it. */
export const RevisedPost = z.object({
  title: z.string().nullable(),
  content: z.string().nullable(),
  status: PostStatus,
  published_to: z.array(z.string()),
  completed_stages: z.array(z.number().int()),
  form: Survey.nullable(),
  user: Person.nullable(),
  author_realname: z.string().nullable(),
  author_email: z.string().nullable(),
  post_date: WireDate,
  locale: z.string(),
  slug: z.string().nullable(),
  values: PostValues,
});
export type RevisedPost = z.infer<typeof RevisedPost>;

export const FullPostRevision = PostRevision.extend({ changes: z.array(FullChange), post: RevisedPost });
export type FullPostRevision = z.infer<typeof FullPostRevision>;

const ofPost = z.object({ id: Id });
const one = z.object({ id: Id, revisionId: Id });
const needs = ['Manage Posts'] as const;

export const listRevisions = endpoint({
  name: 'listRevisions',
  method: 'GET',
  path: '/posts/{id}/revisions',
  summary: 'Who saved a post when, and what changed; the latest first',
  scope: 'posts',
  needs,
  params: ofPost,
  query: listQuery(['id']),
  answer: listOfEntities(PostRevision),
});

export const readRevision = endpoint({
  name: 'readRevision',
  method: 'GET',
  path: '/posts/{id}/revisions/{revisionId}',
  summary: 'One revision: each change from what to what, and the whole post as it was then',
  scope: 'posts',
  needs,
  params: one,
  answer: FullPostRevision,
});

export const restoreRevision = endpoint({
  name: 'restoreRevision',
  method: 'POST',
  path: '/posts/{id}/revisions/{revisionId}/restore',
  summary: 'Save a post as it was then; pictures, posts, categories and fields that are gone are left out',
  scope: 'posts',
  needs,
  params: one,
  answer: Post.nullable(),
});
