/** Posts that are merged into another one. */
import { sql } from 'kysely';
import type { Tx } from '../kernel/db/database.ts';

export const name = '0141-merged-posts';

export async function up(tx: Tx): Promise<void> {
  await sql`
    alter table posts
      add column merged_into bigint references posts on delete set null,
      add column status_before_merge text,
      -- What is merged is archived, so that nothing that shows published posts can show it beside the post that stands for it.
      add constraint posts_merged_check check (
        (merged_into is null and status_before_merge is null)
        or (merged_into <> id and status = 'archived' and status_before_merge in ('published', 'draft', 'archived')))`.execute(
    tx,
  );
  await sql`create index posts_by_primary on posts (merged_into, id) where merged_into is not null`.execute(
    tx,
  );
}
