/** Versions of areas, so that nobody overwrites a change that they have not seen. */
import { sql } from 'kysely';
import type { Tx } from '../kernel/db/database.ts';

export const name = '0306-area-versions';

export async function up(tx: Tx): Promise<void> {
  await sql`alter table areas add column version integer not null default 1`.execute(tx);
}
