/** Query of the database check. */
import { sql } from 'kysely';
import type { Tx } from '../kernel/db/database.ts';

/** Names of the migrations that were applied. */
export async function readAppliedMigrations(tx: Tx): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`select name from migrations order by name`.execute(tx);
  return rows.map((row) => row.name);
}
