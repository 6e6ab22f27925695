/** Which messages of reporters somebody of the team has seen. */
import { sql } from 'kysely';
import type { Tx } from '../kernel/db/database.ts';

export const name = '0175-seen-reporter-messages';

export async function up(tx: Tx): Promise<void> {
  // Messages of the team are not counted.
  await sql`alter table receipt_messages add column seen boolean not null default false`.execute(tx);
}
