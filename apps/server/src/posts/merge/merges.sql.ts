/** Queries about merged posts. Their status and what is derived from it follow by triggers (`functions/merged-posts.sql`). */
import { type RawBuilder, sql } from 'kysely';
import { anyOfIds } from '../../kernel/db/any-of-ids.ts';
import type { Tx } from '../../kernel/db/database.ts';

/** Ids of the posts that are merged into a post, the oldest first. */
export async function readMergedPostIds(tx: Tx, primaryId: number): Promise<number[]> {
  const rows = await tx
    .selectFrom('posts')
    .select('id')
    .where('merged_into', '=', primaryId)
    .orderBy('id')
    .execute();
  return rows.map(({ id }) => id);
}

/** Numbers of posts that are merged into these posts; those without any are absent. */
export async function countMergedPosts(tx: Tx, ids: readonly number[]): Promise<Map<number, number>> {
  const { rows } = await sql<{ id: number; count: number }>`
    select merged_into as id, count(*)::int as count from posts
    where merged_into = ${anyOfIds(ids)} group by merged_into`.execute(tx);
  return new Map(rows.map(({ id, count }) => [id, count]));
}

/** Sets the post that others are merged into, with a revision each. @param replaced what the revisions replace, as JSON */
async function writePrimary(
  tx: Tx,
  userId: number | null,
  primaryId: number | null,
  ids: readonly number[],
  replaced: RawBuilder<unknown>,
): Promise<void> {
  await sql`
    update posts set merged_into = ${primaryId}::bigint, revision = revision + 1, updated = now()
    where id = ${anyOfIds(ids)}`.execute(tx);
  await sql`
    insert into post_revisions (post_id, revision, user_id, replaced)
    select id, revision, ${userId}::bigint, ${replaced} from posts where id = ${anyOfIds(ids)}`.execute(tx);
}

/** Merges posts into another one. */
export const writeMerge = (
  tx: Tx,
  userId: number | null,
  primaryId: number,
  ids: readonly number[],
): Promise<void> =>
  writePrimary(
    tx,
    userId,
    primaryId,
    ids,
    sql`jsonb_build_object('status', status_before_merge, 'merged_into', null)`,
  );

/** Splits posts from the one that they are merged into. */
export const writeSplit = (
  tx: Tx,
  userId: number | null,
  primaryId: number,
  ids: readonly number[],
): Promise<void> =>
  writePrimary(
    tx,
    userId,
    null,
    ids,
    sql`jsonb_build_object('status', 'archived', 'merged_into', ${primaryId}::bigint)`,
  );

/** When a post was merged, and by whom. */
export interface MergeRow {
  post_id: number;
  created: Date;
  user_id: number | null;
}

/** When these posts were merged last. */
export async function readMerges(tx: Tx, ids: readonly number[]): Promise<MergeRow[]> {
  const { rows } = await sql<MergeRow>`
    select distinct on (post_id) post_id, created, user_id from post_revisions
    where post_id = ${anyOfIds(ids)} and replaced ? 'merged_into'
    order by post_id, revision desc`.execute(tx);
  return rows;
}
