/**
 * Masks all posts again: on PostgreSQL 18, posts of a batch or an import that followed a single post on the same connection were
 * stored without masks, categories and search index.
 */
import { sql } from 'kysely';
import { disableStatementTimeout, type Tx } from '../kernel/db/database.ts';

export const name = '0074-mask-posts-again';

export async function up(tx: Tx): Promise<void> {
  // A new database has no posts, and gets the functions after the last migration.
  const { rows } = await sql<{
    exists: boolean;
  }>`select to_regproc('mask_posts') is not null as exists`.execute(tx);
  if (!rows[0]?.exists) return;
  await disableStatementTimeout(tx);
  await sql`select mask_posts(array(select id from posts))`.execute(tx);
}
