/** Counts the posts that wait for review. */
import { reviewAgeHours } from '@waypost/contract/review/review-summary';
import { type RawBuilder, sql } from 'kysely';
import type { Tx } from '../kernel/db/database.ts';
import { isActiveLock } from '../posts/posts.public.ts';

/** Number of waiting posts of one survey, source and age. */
export interface WaitingGroup {
  survey_id: number | null;
  name: string | null;
  source: 'sms' | 'email' | 'twitter' | null;
  /** Index of the age in `reviewAgeHours`; its length for the oldest. */
  age: number;
  count: number;
  oldest: Date;
}

/**
 * Groups of the waiting posts.
 * @param condition on `posts`: which of them count
 * @param now the ages are counted from here
 */
export async function readWaitingGroups(
  tx: Tx,
  condition: RawBuilder<boolean>,
  now: Date,
): Promise<WaitingGroup[]> {
  const limits = sql`array[${sql.join(
    [...reviewAgeHours].reverse().map((hours) => new Date(now.getTime() - hours * 3_600_000)),
  )}]::timestamptz[]`;
  const { rows } = await sql<WaitingGroup>`
    select waiting.survey_id, surveys.name, waiting.source,
      ${reviewAgeHours.length} - waiting.bucket as age, waiting.count, waiting.oldest
    from (
      select posts.survey_id, posts.source, width_bucket(posts.created, ${limits}) as bucket,
        count(*)::int as count, min(posts.created) as oldest
      from posts where posts.status = 'draft' and ${condition}
      group by 1, 2, 3
    ) as waiting left join surveys on surveys.id = waiting.survey_id`.execute(tx);
  return rows;
}

/**
 * Number of waiting posts that others hold.
 * @param condition on `posts`: which of them count
 * @param userId those that this user holds do not count
 */
export async function countHeldPosts(
  tx: Tx,
  condition: RawBuilder<boolean>,
  userId: number | null,
): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from post_locks join posts on posts.id = post_locks.post_id
    where ${isActiveLock} and posts.status = 'draft' and post_locks.user_id is distinct from ${userId} and ${condition}`.execute(
    tx,
  );
  return rows[0]?.count ?? 0;
}
