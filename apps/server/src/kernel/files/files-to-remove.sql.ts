/**
 * Queries about files whose rows are deleted, and that a job removes from the store (docs/decisions/0106). Triggers record them in the
 * transaction that deletes or changes the row: `migrations/functions/files-to-remove.sql`.
 */
import { sql } from 'kysely';
import type { Db, Tx } from '../db/database.ts';

/** Records files to remove that no row names. Those of deleted rows are recorded by triggers. */
export async function recordFilesToRemove(tx: Tx, names: readonly string[]): Promise<void> {
  if (names.length === 0) return;
  await sql`
    insert into files_to_remove (file) select unnest(${names}::text[]) on conflict do nothing`.execute(tx);
}

/** Whether there are files to remove. */
export async function hasFilesToRemove(tx: Tx): Promise<boolean> {
  const { rows } = await sql<{ found: boolean }>`
    select exists (select from files_to_remove) as found`.execute(tx);
  return rows[0]?.found === true;
}

/** Files to remove: first those that were not tried yet, so that one which cannot be removed does not keep the others. */
export async function findFilesToRemove(db: Db, limit: number): Promise<string[]> {
  const rows = await db
    .selectFrom('files_to_remove')
    .select('file')
    .orderBy('tried', (order) => order.asc().nullsFirst())
    .orderBy('recorded')
    .limit(limit)
    .execute();
  return rows.map(({ file }) => file);
}

/** Records that files are removed. */
export const deleteFilesToRemove = async (db: Db, names: readonly string[]): Promise<void> => {
  await db.deleteFrom('files_to_remove').where('file', '=', sql<string>`any(${names}::text[])`).execute();
};

/** Records that a file could not be removed. */
export const markRemovalFailed = async (db: Db, name: string): Promise<void> => {
  await db.updateTable('files_to_remove').set({ tried: sql<Date>`now()` }).where('file', '=', name).execute();
};

/** Number of files to remove, and since when the oldest waits; null without any. */
export const countFilesToRemove = (tx: Tx): Promise<{ count: number; oldest: Date | null }> =>
  tx
    .selectFrom('files_to_remove')
    .select((eb) => [eb.fn.countAll<number>().as('count'), eb.fn.min('recorded').as('oldest')])
    .executeTakeFirstOrThrow();
