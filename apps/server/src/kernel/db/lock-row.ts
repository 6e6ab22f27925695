/** Locks for requests that read a row, judge a change by it, and write it. */
import { sql } from 'kysely';
import type { Tx } from './database.ts';

/** Tables whose rows are changed after a judgement of the stored row. */
type LockedTable = 'webhooks' | 'users' | 'roles' | 'sets';

/**
 * Locks a row until the end of the transaction. Call it before the row is read: a change that is judged by a row that another
 * request is changing would be allowed by what is true no longer, or would write back what the other one replaced. References to
 * the row can still be added. It does nothing where the row does not exist.
 */
export async function lockRow(tx: Tx, table: LockedTable, id: number): Promise<void> {
  await sql`select from ${sql.table(table)} where id = ${id} for no key update`.execute(tx);
}
