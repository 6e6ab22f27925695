/** Jobs that change what the public sees of posts when nobody writes to them: after a delay, and as reports from one area are counted. */
import { sql } from 'kysely';
import { type Db, inTransaction, type Tx } from '../../kernel/db/database.ts';
import type { MountContext } from '../../kernel/http/route.ts';
import { defineJob, EmptyPayload } from '../../kernel/jobs/job.ts';

/** Makes posts public whose delay is over. */
export const releasePostsJob = defineJob({ name: 'release-posts', payload: EmptyPayload });

/** Counts the posts in changed squares, and shows or hides their places (`functions/place-masks.sql`). */
export const countMaskCellsJob = defineJob({ name: 'count-mask-cells', payload: EmptyPayload });

/** Posts, or squares, of a transaction. */
const batchSize = 500;

async function isFound(tx: Tx, rows: ReturnType<typeof sql>): Promise<boolean> {
  const result = await sql<{ found: boolean }>`select exists (${rows}) as found`.execute(tx);
  return result.rows[0]?.found ?? false;
}

/** Whether the delay of a post is over. */
const hasDuePosts = (tx: Tx) => isFound(tx, sql`select from posts where public_from <= now()`);

const hasChangedCells = (tx: Tx) => isFound(tx, sql`select from changed_mask_cells`);

/** @returns the number of posts */
async function releaseDuePosts(tx: Tx): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    with due as materialized (
      select array(select id from posts where public_from <= now() order by public_from, id limit ${batchSize}) as ids
    )
    select cardinality(ids) as count from due cross join lateral mask_posts(ids)`.execute(tx);
  return rows[0]?.count ?? 0;
}

/** @returns the number of squares */
async function countChangedCells(tx: Tx): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select update_revealed_mask_cells(${batchSize}) as count`.execute(tx);
  return rows[0]?.count ?? 0;
}

async function repeat(db: Db, change: (tx: Tx) => Promise<number>): Promise<void> {
  while ((await inTransaction(db, 'writes', change)) === batchSize);
}

/** Registers the jobs, and what starts them. */
export function registerVisibilityJobs({ db, jobs }: MountContext): void {
  jobs.register(releasePostsJob, () => repeat(db, releaseDuePosts));
  jobs.watch(releasePostsJob, hasDuePosts);
  jobs.register(countMaskCellsJob, () => repeat(db, countChangedCells));
  jobs.watch(countMaskCellsJob, hasChangedCells);
}
