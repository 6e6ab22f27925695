/** Words that were removed from public posts, until it is checked whether another one has them. */
import { sql } from 'kysely';
import type { Tx } from '../kernel/db/database.ts';

export const name = '0201-removed-words';

export async function up(tx: Tx): Promise<void> {
  // Without a key, so that writers do not wait for one another.
  await sql`create table removed_words (word text collate "C" not null)`.execute(tx);
}
