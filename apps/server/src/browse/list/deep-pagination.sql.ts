/** Pages far down a list, without walking past all that is above them: whole days are passed by their counts. */
import { type RawBuilder, sql } from 'kysely';
import type { Tx } from '../../kernel/db/database.ts';
import { type PrecomputedCount, secondsPerDay } from '../counts/precomputed-counts.sql.ts';

/** Posts that are walked past as quickly as they are counted. */
const minOffset = 20;

/** Where a page begins. */
interface PageStart {
  /** Leaves out posts of whole days, on `posts`. */
  condition: RawBuilder<boolean>;
  /** How many those are. */
  skippedCount: number;
}

/**
 * @param precomputed the posts of the list
 * @param kind the time by which they are ordered
 * @param column the same, of `posts`, as the viewer is shown it
 * @returns undefined where walking is all that can be done, or as quick
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
  // Whole days within a span leave out those at its ends.
  if (offset < minOffset || precomputed.timeRange) return undefined;
  const { rows } = await sql<{ day: number; passed: number }>`
    select day, passed::bigint as passed from (
      select day, coalesce(sum(sum(n)) over (
        order by day ${sql.raw(order)} rows between unbounded preceding and 1 preceding), 0) as passed
      from counted_days where kind = ${kind} and ${precomputed.dayCondition} group by day
    ) as days where passed <= ${offset} order by day ${sql.raw(order === 'asc' ? 'desc' : 'asc')} limit 1`.execute(
    tx,
  );
  const [first] = rows;
  if (!first) return undefined;
  const edge = (order === 'asc' ? first.day : first.day + 1) * secondsPerDay;
  const compare = sql.raw(order === 'asc' ? '>=' : '<');
  return { condition: sql`${column} ${compare} to_timestamp(${edge}::float8)`, skippedCount: first.passed };
}
