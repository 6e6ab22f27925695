/**
 * Imports take pictures. A row of `import_rows` with a post was imported, without what its faults name; one without a post was rejected.
 */
import { sql } from 'kysely';
import type { Tx } from '../kernel/db/database.ts';

export const name = '0316-import-pictures';

export async function up(tx: Tx): Promise<void> {
  await sql`
    alter table imports add column pictures bigint not null default 0;
    alter table import_rows add column post_id bigint references posts(id) on delete cascade;
    create index import_rows_by_post on import_rows (post_id) where post_id is not null`.execute(tx);
}
