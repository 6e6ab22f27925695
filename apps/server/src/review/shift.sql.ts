/** Queries for the shift view. */
import { type RawBuilder, sql } from 'kysely';
import type { Tx } from '../kernel/db/database.ts';
import { isActiveLock } from '../posts/posts.public.ts';

/** Minutes that half of the waiting posts have waited at least; null when there are none. @param condition on `posts` */
export async function readMedianMinutes(
  tx: Tx,
  condition: RawBuilder<boolean>,
  now: Date,
): Promise<number | null> {
  const { rows } = await sql<{ median: number | null }>`
    select floor(extract(epoch from ${now}::timestamptz - percentile_disc(0.5) within group (order by posts.created)) / 60)::int
      as median
    from posts where posts.status = 'draft' and ${condition}`.execute(tx);
  const median = rows[0]?.median ?? null;
  return median === null ? null : Math.max(0, median);
}

/** Numbers of waiting posts by language, the largest first. @param condition on `posts` */
export async function countByLocale(
  tx: Tx,
  condition: RawBuilder<boolean>,
): Promise<{ locale: string; count: number }[]> {
  const { rows } = await sql<{ locale: string; count: number }>`
    select posts.locale, count(*)::int as count from posts where posts.status = 'draft' and ${condition}
    group by posts.locale order by count desc, posts.locale limit 50`.execute(tx);
  return rows;
}

/** Number of waiting posts that reviewers have claimed. Open editors do not count. @param condition on `posts` */
export async function countClaimedPosts(tx: Tx, condition: RawBuilder<boolean>): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from post_locks join posts on posts.id = post_locks.post_id
    where post_locks.is_claim and ${isActiveLock} and posts.status = 'draft' and ${condition}`.execute(tx);
  return rows[0]?.count ?? 0;
}

/**
 * Numbers of posts that were taken out of the review within the last hour, by member, the largest first. A decision that was undone
 * does not count: the post waits again, or somebody decided it again.
 */
export async function countDecisions(tx: Tx): Promise<{ user_id: number | null; count: number }[]> {
  const { rows } = await sql<{ user_id: number | null; count: number }>`
    select user_id, count(*)::int as count from (
      select distinct on (post_revisions.post_id) post_revisions.user_id
      from post_revisions join posts on posts.id = post_revisions.post_id
      where post_revisions.replaced ->> 'status' = 'draft' and post_revisions.created > now() - interval '1 hour'
        and posts.status <> 'draft'
      order by post_revisions.post_id, post_revisions.revision desc
    ) as decision
    group by user_id order by count desc, user_id`.execute(tx);
  return rows;
}
