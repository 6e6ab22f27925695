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

/** Minutes after which a file that could not be removed is tried again. */
const retryMinutes = 10;
const isDue = sql<boolean>`(tried is null or tried < now() - make_interval(mins => ${retryMinutes}))`;

/** Whether there are files to remove now. */
export async function hasFilesToRemove(tx: Tx): Promise<boolean> {
  const { rows } = await sql<{ found: boolean }>`
    select exists (select from files_to_remove where ${isDue}) as found`.execute(tx);
  return rows[0]?.found === true;
}

/** The files to remove now that wait the longest. */
export async function findFilesToRemove(db: Db, limit: number): Promise<string[]> {
  const rows = await db
    .selectFrom('files_to_remove')
    .select('file')
    .where(isDue)
    .orderBy('recorded')
    .limit(limit)
    .execute();
  return rows.map(({ file }) => file);
}

/** Records that files are removed. */
export const deleteFilesToRemove = async (db: Db, names: readonly string[]): Promise<void> => {
  await db.deleteFrom('files_to_remove').where('file', '=', sql<string>`any(${names}::text[])`).execute();
};

/** Records that files could not be removed: they are tried again later. */
export const postponeRemoval = async (db: Db, names: readonly string[]): Promise<void> => {
  await db
    .updateTable('files_to_remove')
    .set({ tried: sql<Date>`now()` })
    .where('file', '=', sql<string>`any(${names}::text[])`)
    .execute();
};

/** Number of files to remove, and since when the oldest waits; null without any. */
export const countFilesToRemove = (tx: Tx): Promise<{ count: number; oldest: Date | null }> =>
  tx
    .selectFrom('files_to_remove')
    .select((eb) => [eb.fn.countAll<number>().as('count'), eb.fn.min('recorded').as('oldest')])
    .executeTakeFirstOrThrow();
