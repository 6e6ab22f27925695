/**
 * Bulk changes: one change of many posts, chosen one by one or by filters. An extension (API v3 §2.25). It runs in the
 * background, can be stopped, and can be undone unless it deletes.
 */
import { z } from 'zod';
import { PostStatus } from '../browse/post-filters.ts';
import { defineEndpoint } from '../common/endpoint.ts';
import { ErrorEntry } from '../common/error-envelope.ts';
import { limits } from '../common/limits.ts';
import { listQuery, listResponse } from '../common/list-envelope.ts';
import { Privileges } from '../common/permissions.ts';
import { ApiDate, Id, IdOut, listIn, Relation, RelationIn } from '../common/scalars.ts';
import { ChosenFilters } from './chosen-filters.ts';

export const bulkActions = [
  'set-status',
  'delete',
  'add-to-collection',
  'remove-from-collection',
  'assign-survey',
] as const;
/** What a bulk change does with each post. */
export const BulkAction = z.enum(bulkActions);
export type BulkAction = z.infer<typeof BulkAction>;

export const bulkChangeStates = ['running', 'done', 'stopped', 'failed', 'undoing', 'undone'] as const;
/** The state of a bulk change. */
export type BulkChangeState = (typeof bulkChangeStates)[number];

/** A bulk change as a client requests it. Exactly one of `post_ids` and `filters` chooses the posts. */
export const BulkChangeInput = z.object({
  action: BulkAction,
  /** For `set-status`. */
  status: PostStatus.optional(),
  /** For `add-to-collection` and `remove-from-collection`. */
  collection: RelationIn.optional(),
  /** For `assign-survey`, which only changes posts without a survey. */
  form: RelationIn.optional(),
  post_ids: listIn(z.array(Id).max(limits.bulkChange.chosenPosts)).optional(),
  /** Filters of `GET /posts`, with the same default status; `{}` chooses all posts of that status. */
  filters: ChosenFilters.optional(),
});
export type BulkChangeInput = z.output<typeof BulkChangeInput>;

const count = z.number().int().min(0);
const NamedRelation = Relation.extend({
  /** Null when the caller may not see it, or when it was deleted. */
  name: z.string().nullable(),
});

/** A bulk change with its progress. */
export const BulkChange = z.object({
  id: IdOut,
  url: z.string(),
  /** Who requested it; null when the account was deleted. */
  user: Relation.nullable(),
  action: BulkAction,
  status: PostStatus.nullable(),
  collection: NamedRelation.nullable(),
  form: NamedRelation.nullable(),
  state: z.enum(bulkChangeStates),
  /** Why it failed as a whole; posts that were changed before that stay changed. */
  failure: z.enum(['rights', 'collection', 'survey', 'server']).nullable(),
  /** Chosen posts. */
  total: count,
  /** Posts that were changed, and posts that did not need it. */
  changed: count,
  unchanged: count,
  /** Posts that could not be changed. */
  failed: count,
  /** Changed posts that were set back, and those that the undo could not set back. */
  undone: count,
  kept: count,
  /** Whether the caller can stop it now, and set back at least one post by an undo, or by another one. */
  can_stop: z.boolean(),
  can_undo: z.boolean(),
  created: ApiDate,
  finished: ApiDate.nullable(),
  allowed_privileges: Privileges,
});
export type BulkChange = z.infer<typeof BulkChange>;

/** A post that could not be changed or set back. */
export const BulkFailure = z.object({
  post_id: IdOut,
  /** Null when the post has no title. */
  title: z.string().nullable(),
  /** The beginning of its text, for a post without a title. */
  content: z.string().nullable(),
  /** Whether the post still exists and the caller may read it. */
  is_readable: z.boolean(),
  errors: z.array(ErrorEntry),
});
export type BulkFailure = z.infer<typeof BulkFailure>;

const idParams = z.object({ id: Id });

export const listBulkChanges = defineEndpoint({
  name: 'listBulkChanges',
  method: 'GET',
  path: '/bulk-changes',
  summary: 'Bulk changes of the last thirty days that the caller may see, the latest first',
  scope: 'posts',
  token: 'required',
  query: listQuery(['id']).extend({ user: z.union([z.literal('me'), Id]).optional() }),
  response: listResponse(BulkChange),
});

export const createBulkChange = defineEndpoint({
  name: 'createBulkChange',
  method: 'POST',
  path: '/bulk-changes',
  summary: 'Change many posts in the background; the rights are checked for each post',
  scope: 'posts',
  body: BulkChangeInput,
  response: BulkChange,
});

export const readBulkChange = defineEndpoint({
  name: 'readBulkChange',
  method: 'GET',
  path: '/bulk-changes/{id}',
  summary: 'A bulk change with its progress',
  scope: 'posts',
  token: 'required',
  params: idParams,
  response: BulkChange,
});

export const listBulkFailures = defineEndpoint({
  name: 'listBulkFailures',
  method: 'GET',
  path: '/bulk-changes/{id}/failures',
  summary: 'Posts that could not be changed, or after an undo, that were not set back',
  scope: 'posts',
  token: 'required',
  params: idParams,
  query: listQuery(['id']),
  response: listResponse(BulkFailure),
});

export const stopBulkChange = defineEndpoint({
  name: 'stopBulkChange',
  method: 'POST',
  path: '/bulk-changes/{id}/stop',
  summary: 'Stop a bulk change; posts that were changed stay changed',
  scope: 'posts',
  params: idParams,
  response: BulkChange,
});

export const undoBulkChange = defineEndpoint({
  name: 'undoBulkChange',
  method: 'POST',
  path: '/bulk-changes/{id}/undo',
  summary:
    'Set changed posts back in the background, except where somebody has changed them since; again for those that were refused',
  scope: 'posts',
  params: idParams,
  response: BulkChange,
});
