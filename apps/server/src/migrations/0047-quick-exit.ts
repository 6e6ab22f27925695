/** Surveys whose form can be left at once, by people who must not be seen with it. */
import { sql } from 'kysely';
import type { Tx } from '../kernel/db/database.ts';

export const name = '0047-quick-exit';

export async function up(tx: Tx): Promise<void> {
  await sql`alter table surveys add column quick_exit boolean not null default false`.execute(tx);
}
