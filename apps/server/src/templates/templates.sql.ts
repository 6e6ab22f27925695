/** Queries of templates: what reports use. */
import { sql } from 'kysely';
import type { Tx } from '../kernel/db/database.ts';

/** Ids of the categories that reports have. */
export async function findCategoriesOfPosts(tx: Tx, ids: readonly number[]): Promise<Set<number>> {
  if (ids.length === 0) return new Set();
  const { rows } = await sql<{ id: number }>`
    select id from unnest(${ids}::bigint[]) as category (id)
    where exists (select from post_categories where category_id = category.id)`.execute(tx);
  return new Set(rows.map((row) => row.id));
}
