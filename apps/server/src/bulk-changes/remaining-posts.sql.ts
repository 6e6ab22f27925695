/** Queries for the posts of bulk changes that an undo can set back. */
import { type RawBuilder, sql } from 'kysely';
import { disableStatementTimeout, type Tx } from '../kernel/db/database.ts';
import type { Viewer } from '../kernel/security/viewer.ts';
import { canManagePosts, isVisibleTo, type PostRow } from '../posts/posts.public.ts';
import type { BulkChangeRow } from './bulk-changes.sql.ts';

/**
 * Nobody has changed the changed field since, not even to the same value again. A condition on `bulk_changes`,
 * `bulk_change_posts` and `posts`.
 */
const isUntouched = sql<boolean>`(
  case bulk_changes.action
    when 'set-status' then posts.status = bulk_changes.status else posts.survey_id = bulk_changes.survey_id end
  and not exists (
    select from post_revisions where post_revisions.post_id = posts.id
      and post_revisions.revision > bulk_change_posts.revision
      and post_revisions.replaced ?| case bulk_changes.action
        when 'set-status' then array['status', 'published_to'] else array['form', 'values', 'completed_stages'] end))`;

/** An undo was refused, for example because the post was locked, and the post is still as the change left it. */
const canBeTriedAgain = sql<boolean>`(
  bulk_change_posts.outcome = 'kept'
  and coalesce(bulk_change_posts.faults -> 0 ->> 'problem', '') <> 'bulk-change.changed-since'
  and ${isUntouched})`;

/** Posts of a bulk change of a field that an undo would try to set back, from `bulk_changes`. */
const fromRemainingPosts = sql`
  from bulk_change_posts join posts on posts.id = bulk_change_posts.post_id
  where bulk_change_posts.bulk_change_id = bulk_changes.id
    and bulk_change_posts.outcome in ('changed', 'kept')
    and (bulk_change_posts.outcome = 'changed' or ${canBeTriedAgain})`;

const changesField = sql<boolean>`bulk_changes.action in ('set-status', 'assign-survey')`;

/** The bulk change of a collection has posts to set back. @param isEditable a condition on `sets` */
const hasRemainingInSet = (isEditable: RawBuilder<boolean>) => sql<boolean>`(
  bulk_changes.action in ('add-to-collection', 'remove-from-collection')
  and exists (select from sets where sets.id = bulk_changes.set_id and ${isEditable})
  and exists (
    select from bulk_change_posts
    where bulk_change_posts.bulk_change_id = bulk_changes.id and bulk_change_posts.outcome = 'changed'))`;

async function findIds(tx: Tx, ids: readonly number[], condition: RawBuilder<boolean>): Promise<number[]> {
  const rows = await tx
    .selectFrom('bulk_changes')
    .select('id')
    .where('id', 'in', ids)
    .where(condition)
    .execute();
  return rows.map(({ id }) => id);
}

/** Whether there are posts that an undo would try to set back, whoever asks for it. */
export async function hasRemainingPosts(tx: Tx, id: number): Promise<boolean> {
  const condition = sql<boolean>`(
    ${changesField} and exists (select ${fromRemainingPosts}) or ${hasRemainingInSet(sql`true`)})`;
  return (await findIds(tx, [id], condition)).length > 0;
}

/** Those of the bulk changes that the viewer can undo by a permission, or as the owner of the collection. */
export function findUndoableByPermission(tx: Tx, viewer: Viewer, ids: readonly number[]): Promise<number[]> {
  const isEditable = viewer.can('Manage Collections and Saved Searches')
    ? sql<boolean>`true`
    : sql<boolean>`sets.user_id = ${viewer.id}`;
  const inSet = hasRemainingInSet(isEditable);
  if (!canManagePosts(viewer)) return findIds(tx, ids, inSet);
  const visible = isVisibleTo(viewer);
  return findIds(
    tx,
    ids,
    sql<boolean>`(${changesField} and exists (select ${fromRemainingPosts} and ${visible}) or ${inSet})`,
  );
}

/** What decides whether an author may set back a post: posts that agree in it are one row. */
export interface OwnRemainingPosts extends Pick<BulkChangeRow, 'id' | 'action'> {
  status: PostRow['status'];
  survey_id: number | null;
  previous_status: PostRow['status'] | null;
}

/** The viewer's own posts that an undo of these bulk changes would try to set back. */
export async function listOwnRemainingPosts(
  tx: Tx,
  viewer: Viewer,
  ids: readonly number[],
): Promise<OwnRemainingPosts[]> {
  const { rows } = await sql<OwnRemainingPosts>`
    select bulk_changes.id, bulk_changes.action, own.* from bulk_changes
    cross join lateral (
      select distinct posts.status, posts.survey_id, bulk_change_posts.previous_status
      ${fromRemainingPosts} and posts.user_id = ${viewer.id} and ${isVisibleTo(viewer)}) as own
    where bulk_changes.id = any(${ids}::bigint[]) and ${changesField}`.execute(tx);
  return rows;
}

/** Has the next undo try again the posts for which an earlier one was refused. @returns how many */
export async function requeueRefusedPosts(tx: Tx, id: number): Promise<number> {
  await disableStatementTimeout(tx);
  const { rows } = await sql<{ count: number }>`
    with again as (
      update bulk_change_posts set outcome = 'changed', faults = null
      from bulk_changes, posts
      where bulk_changes.id = ${id} and bulk_change_posts.bulk_change_id = bulk_changes.id
        and posts.id = bulk_change_posts.post_id and ${canBeTriedAgain}
      returning 1)
    update bulk_changes set kept = kept - (select count(*) from again) where id = ${id}
    returning (select count(*) from again) as count`.execute(tx);
  return rows[0]?.count ?? 0;
}

/** Those of the posts whose changed field nobody has changed since. */
export async function findUntouchedPosts(
  tx: Tx,
  id: number,
  postIds: readonly number[],
): Promise<Set<number>> {
  const { rows } = await sql<{ id: number }>`
    select posts.id from bulk_change_posts
    join bulk_changes on bulk_changes.id = bulk_change_posts.bulk_change_id
    join posts on posts.id = bulk_change_posts.post_id
    where bulk_changes.id = ${id} and bulk_change_posts.post_id = any(${postIds}::bigint[])
      and ${isUntouched}`.execute(tx);
  return new Set(rows.map((row) => row.id));
}
