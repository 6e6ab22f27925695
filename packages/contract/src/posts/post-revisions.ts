/**
 * Revisions: the changes of each save of a post, and how to restore one (spec 2 §3; an extension: API v3 only reserves
 * the paths).
 */
import { z } from 'zod';
import { PostStatus } from '../browse/post-filters.ts';
import { defineEndpoint } from '../common/endpoint.ts';
import { listQuery, listResponse } from '../common/list-envelope.ts';
import { Privileges } from '../common/permissions.ts';
import { ApiDate, Id, IdOut, Relation } from '../common/scalars.ts';
import { ConsentUse } from '../surveys/survey-consent.ts';
import { Point, Post, PostValues } from './posts.ts';
import { SuggestionKind } from './suggestion-kinds.ts';

/** Fields that revisions record. Answers are recorded by attribute key. */
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
  'merged_into',
  'merged_posts',
  'consent',
  'values',
] as const;
export const RevisedField = z.enum(revisedFields);
export type RevisedField = z.infer<typeof RevisedField>;

const RevisionUser = Relation.extend({ realname: z.string().nullable() });
const RevisionSurvey = Relation.extend({ name: z.string().nullable() });

/** What the reporter agreed to or not, such as `publish:yes` and `share:no`; empty for no answer. */
const RevisedConsent = z.array(z.templateLiteral([ConsentUse, ':', z.enum(['yes', 'no'])]));
export type RevisedConsent = z.infer<typeof RevisedConsent>;

/** The value of a field as in the post entity; answers as in `values`; null for none. */
export const RevisedValue = z.union([
  z.string(),
  z.null(),
  z.array(z.union([z.string(), z.number(), Point])),
  RevisionUser,
  RevisionSurvey,
  z.number(),
]);
export type RevisedValue = z.infer<typeof RevisedValue>;

/** A changed field, without its values. */
export const RevisionChange = z.object({
  field: RevisedField,
  /** For `values`: the attribute's key. */
  key: z.string().optional(),
  /** For `values`: the attribute's label; null if the survey no longer has it. */
  label: z.string().nullable().optional(),
  /** For `status`: the status after the change. */
  status: PostStatus.optional(),
});

/** A changed field with its values before and after. */
export const DetailedRevisionChange = RevisionChange.extend({ before: RevisedValue, after: RevisedValue });
export type DetailedRevisionChange = z.infer<typeof DetailedRevisionChange>;

/** A revision in the list. */
export const PostRevision = z.object({
  /** Counts from 1, the post as it was created. The latest equals `revision` of the post. */
  id: IdOut,
  url: z.string(),
  post_id: IdOut,
  user_id: z.null().optional(),
  user: RevisionUser.optional(),
  created: ApiDate,
  /** The revision that this one restored, if any. */
  restored: IdOut.nullable(),
  /** The kind of the suggestion that was accepted; null if none was. */
  suggestion: SuggestionKind.nullable(),
  changes: z.array(RevisionChange),
  allowed_privileges: Privileges,
});
export type PostRevision = z.infer<typeof PostRevision>;

/** The post after that revision. */
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
  /** Id of the post that stands for this one. */
  merged_into: IdOut.nullable(),
  /** Ids of the posts that are merged into this one. */
  merged_posts: z.array(z.number().int()),
  consent: RevisedConsent,
  values: PostValues,
});
export type PostSnapshot = z.infer<typeof PostSnapshot>;

/** A revision with the values of each change and the post after it. */
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
  summary: 'One revision with the values before and after, and the post at that time',
  scope: 'posts',
  needs: revisionNeeds,
  params: revisionParams,
  response: DetailedPostRevision,
});

export const restoreRevision = defineEndpoint({
  name: 'restoreRevision',
  method: 'POST',
  path: '/posts/{id}/revisions/{revisionId}/restore',
  summary: 'Restore a revision; deleted pictures, posts, categories and attributes are left out',
  scope: 'posts',
  needs: revisionNeeds,
  params: revisionParams,
  response: Post.nullable(),
});
