/** How many notifications were sent today (UTC), by account and in all; who waits for tomorrow (limits.notificationsPerDay). */
import { sql } from 'kysely';
import type { Tx } from '../kernel/db/database.ts';

/** Notifications that may be sent in a day, to one account and in all; 0 is without bound. */
export interface NotificationLimits {
  account: number;
  deployment: number;
}

/** What keeps somebody from being notified until the next day. */
export type PauseReason = 'account' | 'deployment';

const today = sql`(now() at time zone 'UTC')::date`;

/** When the next day begins, in UTC. */
export function startOfNextDay(now = new Date()): Date {
  return new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth(), now.getUTCDate() + 1));
}

/**
 * Whether a limit of today is reached. The rows of today stay locked until the end of the transaction, so that others that are
 * about to notify the same account, or any other, wait and count this one.
 */
export async function findReachedLimit(
  tx: Tx,
  userId: number,
  limits: NotificationLimits,
): Promise<PauseReason | undefined> {
  const countOf = async (user: number | null): Promise<number> => {
    const { rows } = await sql<{ sent: number }>`
      insert into notification_counts as counts (day, user_id) values (${today}, ${user}::bigint)
      on conflict on constraint notification_counts_once do update set sent = counts.sent
      returning sent`.execute(tx);
    return rows[0]?.sent ?? 0;
  };
  if (limits.account > 0 && (await countOf(userId)) >= limits.account) return 'account';
  if (limits.deployment > 0 && (await countOf(null)) >= limits.deployment) return 'deployment';
  return undefined;
}

/** Counts what was sent to one account. */
export async function countSentNotifications(tx: Tx, userId: number, sent: number): Promise<void> {
  await sql`
    insert into notification_counts as counts (day, user_id, sent)
    values (${today}, ${userId}, ${sent}), (${today}, null, ${sent})
    on conflict on constraint notification_counts_once do update set sent = counts.sent + excluded.sent`.execute(
    tx,
  );
}

/** Notes that notifications of an account wait for tomorrow, and of the deployment where its limit is the reason. */
export async function recordPause(tx: Tx, userId: number, reason: PauseReason): Promise<void> {
  await sql`
    insert into notification_counts as counts (day, user_id, paused)
    select ${today}, who, now() from unnest(${reason === 'account' ? [userId] : [userId, null]}::bigint[]) as who
    on conflict on constraint notification_counts_once
      do update set paused = coalesce(counts.paused, excluded.paused)`.execute(tx);
}

/** Whether notifications of an account wait for tomorrow. */
export async function isPaused(tx: Tx, userId: number): Promise<boolean> {
  const { rows } = await sql`
    select from notification_counts where day = ${today} and user_id = ${userId} and paused is not null`.execute(
    tx,
  );
  return rows.length > 0;
}

/** Of today: how many were sent, and of how many accounts notifications wait. */
export async function readNotificationCounts(tx: Tx): Promise<{ sent: number; paused: number }> {
  const { rows } = await sql<{ sent: number; paused: number }>`
    select coalesce(sum(sent) filter (where user_id is null), 0)::bigint as sent,
      count(*) filter (where user_id is not null and paused is not null) as paused
    from notification_counts where day = ${today}`.execute(tx);
  return rows[0] ?? { sent: 0, paused: 0 };
}

/** Counts of days that are over tell nothing any more. */
export const deletePastCounts = async (tx: Tx): Promise<void> => {
  await sql`delete from notification_counts where day < ${today}`.execute(tx);
};
