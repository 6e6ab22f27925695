/** Posts that become public hours after they were created. The condition of the partial indexes is that of public posts. */
import { sql } from 'kysely';
import type { Tx } from '../kernel/db/database.ts';

export const name = '0189-publication-delay';

export async function up(tx: Tx): Promise<void> {
  await sql`alter table surveys add column publication_delay_hours integer not null default 0`.execute(tx);
  await sql`alter table posts add column public_from timestamptz`.execute(tx);
  await sql`create index posts_by_public_from on posts (public_from) where public_from is not null`.execute(
    tx,
  );
  await sql`drop index posts_public_cell, posts_public_created, posts_public_date`.execute(tx);
  await sql`
    create index posts_public_cell on posts (masked_cell) include (id, survey_id)
    where status = 'published' and published_to = '{}' and public_from is null and masked_cell is not null`.execute(
    tx,
  );
  for (const column of ['created', 'post_date'])
    await sql`
      create index ${sql.ref(column === 'created' ? 'posts_public_created' : 'posts_public_date')}
      on posts (${sql.ref(`masked_${column}`)} desc, id desc) include (survey_id)
      where status = 'published' and published_to = '{}' and public_from is null`.execute(tx);
}
