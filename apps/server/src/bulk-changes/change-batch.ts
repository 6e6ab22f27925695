/** Changes or sets back some posts of a bulk change. */
import { addPostsToSet, readAuthorizedSet, removePostsFromSet } from '../collections/collections.public.ts';
import type { Tx } from '../kernel/db/database.ts';
import { notFound, Problem, type RequestError } from '../kernel/http/problem.ts';
import type { Viewer } from '../kernel/security/viewer.ts';
import {
  changePosts,
  deletePosts,
  lockAuthorizedPosts,
  lockPostRows,
  type PostChange,
  type PostChangeResult,
} from '../posts/posts.public.ts';
import { readSurvey } from '../surveys/surveys.public.ts';
import type { BulkFault } from './bulk-changes.rules.ts';
import type { BulkChangeRow, PostOutcome, readNextPosts } from './bulk-changes.sql.ts';
import { findUntouchedPosts } from './remaining-posts.sql.ts';

/** The bulk change cannot go on, for any post. */
export class BulkChangeFailure extends Error {
  readonly reason: NonNullable<BulkChangeRow['failure']>;

  constructor(reason: NonNullable<BulkChangeRow['failure']>) {
    super(reason);
    this.reason = reason;
  }
}

/** What a batch works on. */
export interface Batch {
  tx: Tx;
  /** Whose rights count. */
  viewer: Viewer;
  row: BulkChangeRow;
  posts: Awaited<ReturnType<typeof readNextPosts>>;
}

/** An error in the form in which it is stored. */
const toFaults = (error: RequestError): BulkFault[] =>
  error instanceof Problem
    ? [{ problem: error.code, params: error.params }]
    : error.fieldErrors.map(
        ({ field, rule, params = {} }): BulkFault =>
          // The text of a single save says that what was typed is not saved.
          rule === 'postLocked' ? { problem: 'bulk-change.post-locked', params } : { field, rule, params },
      );

const refusedOutcome = (
  post_id: number,
  error: RequestError,
  outcome: 'failed' | 'kept' = 'failed',
): PostOutcome => ({ post_id, outcome, faults: toFaults(error) });

const changedSince = () => new Problem('bulk-change.changed-since');

const toOutcome = (result: PostChangeResult): PostOutcome => {
  const { id, outcome } = result;
  if (outcome === 'refused') return refusedOutcome(id, result.error);
  if (outcome === 'unchanged') return { post_id: id, outcome };
  return { post_id: id, outcome, revision: result.revision, previous_status: result.previousStatus };
};

/** @throws BulkChangeFailure when the viewer may not edit the collection any more, or it was deleted */
async function requireCollection({ tx, viewer, row }: Batch): Promise<number> {
  if (row.set_id === null) throw new BulkChangeFailure('collection');
  try {
    return (await readAuthorizedSet(tx, viewer, 'collection', row.set_id, 'update')).id;
  } catch (error) {
    if (!(error instanceof Problem)) throw error;
    throw new BulkChangeFailure(error.status === 404 ? 'collection' : 'rights');
  }
}

async function deleteBatch({ tx, viewer }: Batch, ids: readonly number[]): Promise<PostOutcome[]> {
  const { allowed, refused } = await lockAuthorizedPosts(tx, viewer, ids, 'delete');
  const deletedIds = allowed.map(({ post }) => post.id);
  await deletePosts(tx, deletedIds);
  return [
    ...deletedIds.map((post_id): PostOutcome => ({ post_id, outcome: 'changed' })),
    ...[...refused].map(([id, error]) => refusedOutcome(id, error)),
  ];
}

async function addBatch(batch: Batch, ids: readonly number[]): Promise<PostOutcome[]> {
  const { tx, viewer } = batch;
  const setId = await requireCollection(batch);
  const { allowed, refused } = await lockAuthorizedPosts(tx, viewer, ids, 'read');
  const allowedIds = allowed.map(({ post }) => post.id);
  const added = await addPostsToSet(tx, setId, allowedIds);
  return [
    ...allowedIds.map(
      (post_id): PostOutcome => ({ post_id, outcome: added.has(post_id) ? 'changed' : 'unchanged' }),
    ),
    ...[...refused].map(([id, error]) => refusedOutcome(id, error)),
  ];
}

async function removeBatch(batch: Batch, ids: readonly number[]): Promise<PostOutcome[]> {
  const setId = await requireCollection(batch);
  // Whoever may edit a collection may also remove posts from it that they may not read any more.
  const removed = await removePostsFromSet(batch.tx, setId, ids);
  return ids.map((post_id) => ({ post_id, outcome: removed.has(post_id) ? 'changed' : 'unchanged' }));
}

/** Changes the posts of a batch. @throws BulkChangeFailure */
export async function changeBatch(batch: Batch): Promise<PostOutcome[]> {
  const { tx, viewer, row } = batch;
  const ids = batch.posts.map(({ post_id }) => post_id);
  const changeAll = async (change: PostChange) =>
    (await changePosts(tx, viewer, new Map(ids.map((id) => [id, change])))).map(toOutcome);
  switch (row.action) {
    case 'delete':
      return deleteBatch(batch, ids);
    case 'add-to-collection':
      return addBatch(batch, ids);
    case 'remove-from-collection':
      return removeBatch(batch, ids);
    case 'set-status':
      return changeAll({ status: row.status ?? 'draft' });
    default:
      if (row.survey_id === null || !(await readSurvey(tx, row.survey_id)))
        throw new BulkChangeFailure('survey');
      return changeAll({ surveyId: row.survey_id });
  }
}

async function undoFieldChanges({ tx, viewer, row, posts }: Batch): Promise<PostOutcome[]> {
  const ids = posts.map(({ post_id }) => post_id);
  // Locked before they are compared: a save between the two would be overwritten.
  const existing = new Set((await lockPostRows(tx, ids, 'update')).map(({ id }) => id));
  const untouched = await findUntouchedPosts(tx, row.id, ids);
  const changes = new Map<number, PostChange>();
  const kept: PostOutcome[] = [];
  for (const { post_id, previous_status } of posts)
    if (untouched.has(post_id))
      changes.set(
        post_id,
        row.action === 'set-status' ? { status: previous_status ?? 'draft' } : { surveyId: null },
      );
    else
      kept.push(
        refusedOutcome(post_id, existing.has(post_id) ? changedSince() : notFound('posts', post_id), 'kept'),
      );
  const results = await changePosts(tx, viewer, changes, { isUndo: true });
  const outcomes = results.map(
    (result): PostOutcome =>
      result.outcome === 'refused'
        ? refusedOutcome(result.id, result.error, 'kept')
        : { post_id: result.id, outcome: 'undone' },
  );
  return [...outcomes, ...kept];
}

async function undoRemoval(batch: Batch, ids: readonly number[]): Promise<PostOutcome[]> {
  const setId = await requireCollection(batch);
  const existing = (await lockPostRows(batch.tx, ids, 'key share')).map(({ id }) => id);
  await addPostsToSet(batch.tx, setId, existing);
  return ids.map((id) =>
    existing.includes(id)
      ? { post_id: id, outcome: 'undone' }
      : refusedOutcome(id, notFound('posts', id), 'kept'),
  );
}

/** Sets the posts of a batch back, except where somebody has changed them since. @throws BulkChangeFailure */
export async function undoBatch(batch: Batch): Promise<PostOutcome[]> {
  const ids = batch.posts.map(({ post_id }) => post_id);
  switch (batch.row.action) {
    case 'set-status':
    case 'assign-survey':
      return undoFieldChanges(batch);
    case 'add-to-collection':
      await removePostsFromSet(batch.tx, await requireCollection(batch), ids);
      return ids.map((post_id) => ({ post_id, outcome: 'undone' }));
    case 'remove-from-collection':
      return undoRemoval(batch, ids);
    default:
      // A deletion cannot be undone.
      throw new BulkChangeFailure('server');
  }
}
