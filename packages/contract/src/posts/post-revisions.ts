/** Revisions: what each save of a post changed, and the way back (spec 2; ours, API v3 only reserves the addresses). */
import { z } from 'zod';
import { PostStatus } from '../browse/post-filters.ts';
import { defineEndpoint } from '../common/endpoint.ts';
import { listQuery, listResponse } from '../common/list-envelope.ts';
import { Privileges } from '../common/permissions.ts';
import { ApiDate, Id, IdOut, Relation } from '../common/scalars.ts';
import { Point, Post, PostValues } from './posts.ts';

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

const RevisionUser = Relation.extend({ realname: z.string().nullable() });
const RevisionSurvey = Relation.extend({ name: z.string().nullable() });

/** A field as the post's own entity has it; answers as `values` has them; null for none. */
export const RevisedValue = z.union([
  z.string(),
  z.null(),
  z.array(z.union([z.string(), z.number(), Point])),
  RevisionUser,
  RevisionSurvey,
]);
export type RevisedValue = z.infer<typeof RevisedValue>;

/** What changed, in short. */
export const RevisionChange = z.object({
  field: RevisedField,
  /** Of `values`: the attribute's key. */
  key: z.string().optional(),
  /** Of `values`: the attribute's label; null when the survey has it no more. */
  label: z.string().nullable().optional(),
});

/** What changed, from what to what. */
export const DetailedRevisionChange = RevisionChange.extend({ before: RevisedValue, after: RevisedValue });
export type DetailedRevisionChange = z.infer<typeof DetailedRevisionChange>;

export const PostRevision = z.object({
  /** Counts up from 1, which is the post as it was made. The latest is the `revision` of the post. */
  id: IdOut,
  url: z.string(),
  post_id: IdOut,
  user_id: z.null().optional(),
  user: RevisionUser.optional(),
  created: ApiDate,
  /** Which revision was restored by this one, if any. */
  restored: IdOut.nullable(),
  changes: z.array(RevisionChange),
  allowed_privileges: Privileges,
});
export type PostRevision = z.infer<typeof PostRevision>;

/** The post as that revision left it. */
export const PostSnapshot = z.object({
  title: z.string().nullable(),
  content: z.string().nullable(),
  status: PostStatus,
  published_to: z.array(z.string()),
  completed_stages: z.array(z.number().int()),
  form: RevisionSurvey.nullable(),
  user: RevisionUser.nullable(),
  author_realname: z.string().nullable(),
  author_email: z.string().nullable(),
  post_date: ApiDate,
  locale: z.string(),
  slug: z.string().nullable(),
  values: PostValues,
});
export type PostSnapshot = z.infer<typeof PostSnapshot>;

export const DetailedPostRevision = PostRevision.extend({
  changes: z.array(DetailedRevisionChange),
  post: PostSnapshot,
});
export type DetailedPostRevision = z.infer<typeof DetailedPostRevision>;

const postParams = z.object({ id: Id });
const revisionParams = z.object({ id: Id, revisionId: Id });
const revisionNeeds = ['Manage Posts'] as const;

export const listRevisions = defineEndpoint({
  name: 'listRevisions',
  method: 'GET',
  path: '/posts/{id}/revisions',
  summary: 'Who saved a post when, and what changed; the latest first',
  scope: 'posts',
  needs: revisionNeeds,
  params: postParams,
  query: listQuery(['id']),
  response: listResponse(PostRevision),
});

export const readRevision = defineEndpoint({
  name: 'readRevision',
  method: 'GET',
  path: '/posts/{id}/revisions/{revisionId}',
  summary: 'One revision: each change from what to what, and the whole post as it was then',
  scope: 'posts',
  needs: revisionNeeds,
  params: revisionParams,
  response: DetailedPostRevision,
});

export const restoreRevision = defineEndpoint({
  name: 'restoreRevision',
  method: 'POST',
  path: '/posts/{id}/revisions/{revisionId}/restore',
  summary: 'Save a post as it was then; pictures, posts, categories and fields that are gone are left out',
  scope: 'posts',
  needs: revisionNeeds,
  params: revisionParams,
  response: Post.nullable(),
});
