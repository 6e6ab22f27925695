/** Queries about which rows stored files belong to, and about the check that finds files without one. */
import { type Selectable, sql } from 'kysely';
import type { Db, Tx } from '../kernel/db/database.ts';
import type { Tables } from '../migrations/tables.ts';

/**
 * Those of the names that no row needs: of no picture, import and map archive, and of no export that is being written or has not expired.
 * Chunks of an archive are needed until it is complete.
 */
export async function findUnusedFiles(db: Db, names: readonly string[]): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`
    select stored.name from unnest(${names}::text[]) as stored (name)
    where not exists (select from media where media.file = stored.name)
      and not exists (select from media where media.thumbnail = stored.name)
      and not exists (select from media where media.kept_original = stored.name)
      and not exists (select from export_jobs where export_jobs.file = stored.name
        and (file_size is not null or status not in ('SUCCESS', 'FAILED')))
      and not exists (select from imports where imports.file = stored.name)
      and not exists (select from map_archives where map_archives.file = stored.name
        or (state not in ('ready', 'failed') and starts_with(stored.name, map_archives.file || '.')))`.execute(
    db,
  );
  return rows.map(({ name }) => name);
}

/** The result of a check for files without a row. */
export type FileCheck = Selectable<Tables['file_checks']>;

/** Replaces the result of the last check. */
export async function saveFileCheck(tx: Tx, check: Omit<FileCheck, 'checked'>): Promise<void> {
  await tx.deleteFrom('file_checks').execute();
  await tx.insertInto('file_checks').values(check).execute();
}

/** The result of the last check; undefined before the first. */
export const findFileCheck = (tx: Tx): Promise<FileCheck | undefined> =>
  tx.selectFrom('file_checks').selectAll().executeTakeFirst();
