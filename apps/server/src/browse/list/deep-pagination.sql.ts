/** Pages far down a list: whole days are skipped by their precomputed counts instead of reading their posts. */
import { type RawBuilder, sql } from 'kysely';
import type { Tx } from '../../kernel/db/database.ts';
import { type PrecomputedCount, secondsPerDay } from '../counts/precomputed-counts.sql.ts';

/** Offset below which reading the posts is as fast. */
const minOffset = 20;

/** Where to start reading a page. */
interface PageStart {
  /** Condition on `posts` that excludes the skipped days. */
  condition: RawBuilder<boolean>;
  /** Number of posts on the skipped days. */
  skippedCount: number;
}

/**
 * Finds the whole days before a page.
 * @param precomputed counts of the posts of the list
 * @param page.kind the time by which the list is sorted
 * @param page.column the column of `posts` with this time that the viewer may see
 * @returns undefined where days cannot be skipped, or skipping would not be faster
 */
export async function skipWholeDays(
  tx: Tx,
  precomputed: PrecomputedCount,
  {
    kind,
    column,
    order,
    offset,
  }: { kind: 'created' | 'post_date'; column: RawBuilder<unknown>; order: 'asc' | 'desc'; offset: number },
): Promise<PageStart | undefined> {
  // Counts with a time range do not include the days at its ends.
  if (offset < minOffset || precomputed.timeRange) return undefined;
  const { rows } = await sql<{ day: number; passed: number }>`
    select day, passed::bigint as passed from (
      select day, coalesce(sum(sum(post_count)) over (
        order by day ${sql.raw(order)} rows between unbounded preceding and 1 preceding), 0) as passed
      from current_counts_by_day where kind = ${kind} and ${precomputed.dayCondition} group by day
    ) as days where passed <= ${offset} order by day ${sql.raw(order === 'asc' ? 'desc' : 'asc')} limit 1`.execute(
    tx,
  );
  const [first] = rows;
  if (!first) return undefined;
  const boundarySeconds = (order === 'asc' ? first.day : first.day + 1) * secondsPerDay;
  const compare = sql.raw(order === 'asc' ? '>=' : '<');
  return {
    condition: sql`${column} ${compare} to_timestamp(${boundarySeconds}::float8)`,
    skippedCount: first.passed,
  };
}
