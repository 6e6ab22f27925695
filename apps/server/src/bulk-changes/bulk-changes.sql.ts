/** Queries for bulk changes and their posts. */
import { type Insertable, type RawBuilder, type Selectable, sql, type Updateable } from 'kysely';
import { disableStatementTimeout, type Tx } from '../kernel/db/database.ts';
import { type Page, type PageWindow, readPage } from '../kernel/db/paging.ts';
import type { Viewer } from '../kernel/security/viewer.ts';
import type { Tables } from '../migrations/tables.ts';
import { canManagePosts, contentStart, isSetVisibleTo, isVisibleTo } from '../posts/posts.public.ts';
import type { BulkFault } from './bulk-changes.rules.ts';

/** A row of `bulk_changes`. */
export type BulkChangeRow = Selectable<Tables['bulk_changes']>;

/** A bulk change with the names of its collection and survey, as far as the viewer may see them. */
export type NamedBulkChange = BulkChangeRow & { set_name: string | null; survey_name: string | null };

/** What happened to one post. */
export interface PostOutcome {
  post_id: number;
  outcome: 'changed' | 'unchanged' | 'failed' | 'undone' | 'kept';
  revision?: number;
  previous_status?: string;
  faults?: readonly BulkFault[];
}

/**
 * Bulk changes that the viewer may see, stop and undo: their own, and with Manage Posts those of others, unless they change a
 * collection that the viewer may not edit.
 */
function isVisibleChange(viewer: Viewer): RawBuilder<boolean> {
  const own = sql<boolean>`bulk_changes.user_id = ${viewer.id}`;
  if (!canManagePosts(viewer)) return own;
  if (viewer.can('Manage Collections and Saved Searches')) return sql`true`;
  return sql`(${own} or bulk_changes.action not in ('add-to-collection', 'remove-from-collection')
    or exists (select from sets where sets.id = bulk_changes.set_id and sets.user_id = ${viewer.id}))`;
}

const selectChanges = (tx: Tx, viewer: Viewer) =>
  tx
    .selectFrom('bulk_changes')
    .selectAll('bulk_changes')
    .select([
      sql<string | null>`(
        select name from sets where sets.id = bulk_changes.set_id and ${isSetVisibleTo(viewer)})`.as(
        'set_name',
      ),
      sql<string | null>`(select name from surveys where surveys.id = bulk_changes.survey_id)`.as(
        'survey_name',
      ),
    ])
    .where(isVisibleChange(viewer));

/** The bulk change with this id, if the viewer may see it. */
export const findBulkChange = (tx: Tx, viewer: Viewer, id: number): Promise<NamedBulkChange | undefined> =>
  selectChanges(tx, viewer).where('bulk_changes.id', '=', id).executeTakeFirst();

/** A page of the bulk changes that the viewer may see, the latest first. @param userId only those of this account */
export function searchBulkChanges(
  tx: Tx,
  viewer: Viewer,
  { userId, order = 'desc', ...window }: PageWindow & { userId?: number; order?: 'asc' | 'desc' | undefined },
): Promise<Page<NamedBulkChange>> {
  const changes = selectChanges(tx, viewer);
  const matching = userId === undefined ? changes : changes.where('bulk_changes.user_id', '=', userId);
  return readPage(matching.orderBy('bulk_changes.id', order), window);
}

/** The bulk change, locked until the end of the transaction. */
export const lockBulkChange = (tx: Tx, id: number): Promise<BulkChangeRow | undefined> =>
  tx.selectFrom('bulk_changes').selectAll().where('id', '=', id).forUpdate().executeTakeFirst();

/** Number of unfinished bulk changes of an account. */
export async function countUnfinished(tx: Tx, userId: number): Promise<number> {
  const { count } = await tx
    .selectFrom('bulk_changes')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('state', 'in', ['running', 'undoing'])
    .where((eb) => eb.or([eb('user_id', '=', userId), eb('undo_user_id', '=', userId)]))
    .executeTakeFirstOrThrow();
  return count;
}

/** Number of posts that an account has put into bulk changes in the last 24 hours, also into stopped ones. */
export async function countPostsOfDay(tx: Tx, userId: number): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select coalesce(sum(total), 0)::bigint as count from bulk_changes
    where user_id = ${userId} and created > now() - interval '24 hours'`.execute(tx);
  return rows[0]?.count ?? 0;
}

/** Inserts a bulk change without posts. @returns its id */
export async function insertBulkChange(tx: Tx, row: Insertable<Tables['bulk_changes']>): Promise<number> {
  const { id } = await tx.insertInto('bulk_changes').values(row).returning('id').executeTakeFirstOrThrow();
  return id;
}

/** Updates a bulk change. */
export async function updateBulkChange(
  tx: Tx,
  id: number,
  change: Updateable<Tables['bulk_changes']>,
): Promise<void> {
  await tx.updateTable('bulk_changes').set(change).where('id', '=', id).execute();
}

/** Adds posts by their ids, whether they exist or not. */
export async function insertChosenPosts(tx: Tx, id: number, postIds: ReadonlySet<number>): Promise<void> {
  await sql`
    insert into bulk_change_posts (bulk_change_id, post_id)
    select ${id}::bigint, chosen from unnest(${[...postIds]}::bigint[]) as chosen`.execute(tx);
}

/** Removes the posts that a bulk change has not reached, when it ends: nobody reads them any more. */
export async function deletePendingPosts(tx: Tx, id: number): Promise<void> {
  await tx
    .deleteFrom('bulk_change_posts')
    .where('bulk_change_id', '=', id)
    .where('outcome', '=', 'pending')
    .execute();
}

/**
 * Adds posts that meet any of the conditions; none if they are more than `max`, since rows that are rolled back take up the disk, too.
 * @param conditions on `posts`; each post meets at most one
 * @returns how many meet them, at most `max` + 1
 */
export async function insertMatchingPosts(
  tx: Tx,
  id: number,
  conditions: readonly RawBuilder<boolean>[],
  max: number,
): Promise<number> {
  if (conditions.length === 0) return 0;
  const selects = conditions.map((condition) => sql`(select posts.id from posts where ${condition})`);
  const { rows } = await sql<{ count: number }>`
    with matches as materialized (
      select id from (${sql.join(selects, sql` union all `)}) as posts limit ${max + 1}),
    added as (
      insert into bulk_change_posts (bulk_change_id, post_id)
      select ${id}::bigint, id from matches where (select count(*) from matches) <= ${max})
    select count(*) as count from matches`.execute(tx);
  return rows[0]?.count ?? 0;
}

/** The next posts with this outcome, in the order of their ids. */
export const readNextPosts = (
  tx: Tx,
  id: number,
  outcome: 'pending' | 'changed',
  limit: number,
): Promise<{ post_id: number; previous_status: BulkChangeRow['status'] }[]> =>
  tx
    .selectFrom('bulk_change_posts')
    .select(['post_id', 'previous_status'])
    .where('bulk_change_id', '=', id)
    .where('outcome', '=', outcome)
    .orderBy('post_id')
    .limit(limit)
    .execute();

/** Stores what happened to posts and adds it to the counts of the bulk change. */
export async function recordOutcomes(tx: Tx, id: number, outcomes: readonly PostOutcome[]): Promise<void> {
  await sql`
    update bulk_change_posts set outcome = new.outcome, faults = new.faults,
      revision = coalesce(new.revision, bulk_change_posts.revision),
      previous_status = coalesce(new.previous_status, bulk_change_posts.previous_status)
    from json_to_recordset(${JSON.stringify(outcomes)}::json) as new (
      post_id bigint, outcome text, revision integer, previous_status text, faults jsonb)
    where bulk_change_id = ${id} and bulk_change_posts.post_id = new.post_id`.execute(tx);
  const countOf = (outcome: PostOutcome['outcome']) =>
    outcomes.filter((result) => result.outcome === outcome).length;
  await sql`
    update bulk_changes set changed = changed + ${countOf('changed')}, unchanged = unchanged + ${countOf('unchanged')},
      failed = failed + ${countOf('failed')}, undone = undone + ${countOf('undone')}, kept = kept + ${countOf('kept')}
    where id = ${id}`.execute(tx);
}

/** A post that could not be changed or set back. The title is null where the viewer may not read the post. */
export interface FailedPost {
  post_id: number;
  faults: BulkFault[] | null;
  title: string | null;
  content: string | null;
  is_readable: boolean;
  /** The author of the post, if visitors do not see who it is. */
  hidden_author_id: number | null;
}

/** A page of the posts that failed; of an undo, those that were left as they are. */
export async function searchFailedPosts(
  tx: Tx,
  viewer: Viewer,
  id: number,
  outcome: 'failed' | 'kept',
  window: PageWindow,
): Promise<Page<FailedPost>> {
  const ofReadable = (column: RawBuilder<unknown>) =>
    sql`(select ${column} from posts where posts.id = bulk_change_posts.post_id and ${isVisibleTo(viewer)})`;
  const title = ofReadable(sql`posts.title`);
  const query = tx
    .selectFrom('bulk_change_posts')
    .select([
      'post_id',
      'faults',
      sql<string | null>`${title}`.as('title'),
      sql<string | null>`${ofReadable(contentStart)}`.as('content'),
      sql<boolean>`exists ${title}`.as('is_readable'),
      sql<number | null>`(
        select user_id from posts where posts.id = bulk_change_posts.post_id and user_id is distinct from masked_user_id)`.as(
        'hidden_author_id',
      ),
    ])
    .where('bulk_change_id', '=', id)
    .where('outcome', '=', outcome)
    .orderBy('post_id')
    .$narrowType<{ faults: BulkFault[] | null }>();
  return readPage(query, window);
}

/** Ids of unfinished bulk changes, locked until the end of the transaction; those that are locked already are skipped. */
export async function lockUnfinishedIds(tx: Tx): Promise<number[]> {
  const rows = await tx
    .selectFrom('bulk_changes')
    .select('id')
    .where('state', 'in', ['running', 'undoing'])
    .forUpdate()
    .skipLocked()
    .execute();
  return rows.map((row) => row.id);
}

/** Deletes finished bulk changes that are older than `maxAgeSeconds`. They can then no longer be undone. */
export const deleteOldBulkChanges = async (tx: Tx, maxAgeSeconds: number): Promise<void> => {
  await disableStatementTimeout(tx);
  await tx
    .deleteFrom('bulk_changes')
    .where('state', 'not in', ['running', 'undoing'])
    .where('created', '<', sql<Date>`now() - make_interval(secs => ${maxAgeSeconds})`)
    .execute();
};
