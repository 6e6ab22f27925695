/** Mentions that were removed from a note are remembered, so that nobody gets a second mail about it. */
import { sql } from 'kysely';
import type { Tx } from '../kernel/db/database.ts';

export const name = '0156-removed-mentions';

export async function up(tx: Tx): Promise<void> {
  await sql`alter table post_note_mentions add column removed boolean not null default false`.execute(tx);
}
