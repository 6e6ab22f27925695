/** A lock belongs to the login that it was taken in, and goes with it: on logout, on "log out everywhere", with a new password. */
import { sql } from 'kysely';
import type { Tx } from '../kernel/db/database.ts';

export const name = '0011-locks-of-sessions';

export async function up(tx: Tx): Promise<void> {
  await sql`
    alter table post_locks add column session_id bigint references sessions on delete cascade;
    create index post_locks_by_session on post_locks (session_id)`.execute(tx);
}
