/** Query about which rows stored files belong to. */
import { sql } from 'kysely';
import type { Db } from '../kernel/db/database.ts';

/**
 * Those of the names that no row needs: of no picture, export, import and map archive. Chunks of an archive are needed until it is
 * complete.
 */
export async function findUnusedFiles(db: Db, names: readonly string[]): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`
    select stored.name from unnest(${names}::text[]) as stored (name)
    where not exists (select from media where media.file = stored.name)
      and not exists (select from media where media.thumbnail = stored.name)
      and not exists (select from media where media.kept_original = stored.name)
      and not exists (select from export_jobs where export_jobs.file = stored.name)
      and not exists (select from imports where imports.file = stored.name)
      and not exists (select from map_archives where map_archives.file = stored.name
        or (state not in ('ready', 'failed') and starts_with(stored.name, map_archives.file || '.')))`.execute(
    db,
  );
  return rows.map(({ name }) => name);
}
