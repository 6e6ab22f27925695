/** Daily limits of notifications (`limits.notificationsPerDay`): counts by account and deployment, for the current day in UTC. */
import { sql } from 'kysely';
import type { Tx } from '../kernel/db/database.ts';

/** Maximum notifications per day, to one account and in total; 0: unlimited. */
export interface NotificationLimits {
  account: number;
  deployment: number;
}

/** The limit that was reached. */
export type PauseReason = 'account' | 'deployment';

const today = sql`(now() at time zone 'UTC')::date`;

/** Start of the next day in UTC. By the time of the transaction, as `today`: the day may change before the transaction ends. */
export async function readStartOfNextDay(tx: Tx): Promise<Date> {
  const start = sql<Date>`(${today} + 1)::timestamp at time zone 'UTC'`;
  return (await tx.selectNoFrom(start.as('start')).executeTakeFirstOrThrow()).start;
}

/**
 * Returns the limit that is reached today, if any. Today's rows stay locked until the end of the transaction, so that concurrent
 * deliveries wait and include this one in their count.
 */
export async function findReachedLimit(
  tx: Tx,
  userId: number,
  limits: NotificationLimits,
): Promise<PauseReason | undefined> {
  const lockCount = async (user: number | null): Promise<number> => {
    const { rows } = await sql<{ sent: number }>`
      insert into notification_counts as counts (day, user_id) values (${today}, ${user}::bigint)
      on conflict on constraint notification_counts_unique do update set sent = counts.sent
      returning sent`.execute(tx);
    return rows[0]?.sent ?? 0;
  };
  if (limits.account > 0 && (await lockCount(userId)) >= limits.account) return 'account';
  if (limits.deployment > 0 && (await lockCount(null)) >= limits.deployment) return 'deployment';
  return undefined;
}

/** Adds sent notifications to the counts of an account and of the deployment. */
export async function countSentNotifications(tx: Tx, userId: number, sent: number): Promise<void> {
  await sql`
    insert into notification_counts as counts (day, user_id, sent)
    values (${today}, ${userId}, ${sent}), (${today}, null, ${sent})
    on conflict on constraint notification_counts_unique do update set sent = counts.sent + excluded.sent`.execute(
    tx,
  );
}

/** Records that notifications of an account are paused until tomorrow, and of the deployment if its limit is the reason. */
export async function recordPause(tx: Tx, userId: number, reason: PauseReason): Promise<void> {
  await sql`
    insert into notification_counts as counts (day, user_id, paused)
    select ${today}, who, now() from unnest(${reason === 'account' ? [userId] : [userId, null]}::bigint[]) as who
    on conflict on constraint notification_counts_unique
      do update set paused = coalesce(counts.paused, excluded.paused)`.execute(tx);
}

/** Whether notifications of an account are paused until tomorrow. */
export async function isPaused(tx: Tx, userId: number): Promise<boolean> {
  const { rows } = await sql`
    select from notification_counts where day = ${today} and user_id = ${userId} and paused is not null`.execute(
    tx,
  );
  return rows.length > 0;
}

/** How many notifications were sent today, and how many accounts are paused. */
export async function readNotificationCounts(tx: Tx): Promise<{ sent: number; paused: number }> {
  const { rows } = await sql<{ sent: number; paused: number }>`
    select coalesce(sum(sent) filter (where user_id is null), 0)::bigint as sent,
      count(*) filter (where user_id is not null and paused is not null) as paused
    from notification_counts where day = ${today}`.execute(tx);
  return rows[0] ?? { sent: 0, paused: 0 };
}

/** Deletes the counts of past days. */
export const deletePastCounts = async (tx: Tx): Promise<void> => {
  await sql`delete from notification_counts where day < ${today}`.execute(tx);
};
