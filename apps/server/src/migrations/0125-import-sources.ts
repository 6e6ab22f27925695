/** What the rows of an import come from, if its file was no CSV. */
import { sql } from 'kysely';
import type { Tx } from '../kernel/db/database.ts';

export const name = '0125-import-sources';

export async function up(tx: Tx): Promise<void> {
  await sql`alter table imports add column source jsonb`.execute(tx);
}
