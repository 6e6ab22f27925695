/** Conversations that the team has marked as done: they need no reply. */
import { sql } from 'kysely';
import type { Tx } from '../kernel/db/database.ts';

export const name = '0230-done-conversations';

export async function up(tx: Tx): Promise<void> {
  // The newest message that needs no reply.
  await sql`alter table contacts add column done_message_id bigint`.execute(tx);
  // Of no meaning for messages of the team.
  await sql`alter table receipt_messages add column done boolean not null default false`.execute(tx);
}
