/** How many notifications were sent on a day, by account, and which accounts wait for the next day because a limit is reached. */
import { sql } from 'kysely';
import type { Tx } from '../kernel/db/database.ts';

export const name = '0061-notification-counts';

export async function up(tx: Tx): Promise<void> {
  await sql`
    create table notification_counts (
      -- In UTC.
      day date not null,
      -- Null for the whole deployment.
      user_id bigint references users on delete cascade,
      sent integer not null default 0,
      -- Since when notifications of that day wait for the next one.
      paused timestamptz,
      constraint notification_counts_once unique nulls not distinct (day, user_id)
    );
    create index notification_counts_by_user on notification_counts (user_id) where user_id is not null`.execute(
    tx,
  );
}
