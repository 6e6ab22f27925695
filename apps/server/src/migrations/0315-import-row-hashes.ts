/**
 * A row is known by its id and its content, as a hash: ids are only unique within a file, and the next file often counts from 1 again. Rows
 * that were imported before this migration are no longer recognized.
 */
import { sql } from 'kysely';
import type { Tx } from '../kernel/db/database.ts';

export const name = '0315-import-row-hashes';

export async function up(tx: Tx): Promise<void> {
  await sql`
    alter table import_posts
      drop column external_id,
      add column row_hash bytea,
      add constraint import_posts_unique unique (survey_id, row_hash)`.execute(tx);
}
