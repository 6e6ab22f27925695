/** Queries that replace a category by another one, in posts, fields and saved searches. */
import { sql } from 'kysely';
import { disableStatementTimeout, type Tx } from '../kernel/db/database.ts';

/**
 * Moves posts to another category. Their columns and counts follow by triggers.
 * @returns the number of posts
 */
export async function movePosts(tx: Tx, from: number, to: number): Promise<number> {
  await disableStatementTimeout(tx);
  // In the order in which other writes lock posts.
  const { rows } = await sql<{ id: number }>`
    select id from posts where exists (select from post_categories where post_id = posts.id and category_id = ${from})
    order by id for no key update`.execute(tx);
  await sql`
    insert into post_categories (post_id, attribute_id, category_id)
    select post_id, attribute_id, ${to} from post_categories where category_id = ${from}
    on conflict do nothing`.execute(tx);
  await sql`delete from post_categories where category_id = ${from}`.execute(tx);
  return rows.length;
}

/** Replaces the category in the options and the default of fields. */
export async function replaceInAttributes(tx: Tx, from: number, to: number): Promise<void> {
  await sql`
    update attributes set options = (
      select jsonb_agg(option order by place) from (
        select option, min(place) as place from (
          select case when option = to_jsonb(${from}::bigint) then to_jsonb(${to}::bigint) else option end as option, place
          from jsonb_array_elements(options) with ordinality as element (option, place)
        ) as replaced group by option
      ) as distinct_options)
    where type = 'tags' and options @> to_jsonb(${from}::bigint)`.execute(tx);
  await sql`
    update attributes set default_value = ${String(to)}
    where type = 'tags' and default_value = ${String(from)}`.execute(tx);
}

/** Saved searches that filter by categories. They are locked. */
export async function findSearchesByCategory(
  tx: Tx,
): Promise<{ id: number; filter: Record<string, unknown> }[]> {
  const { rows } = await sql<{ id: number; filter: Record<string, unknown> }>`
    select id, filter from sets where filter ? 'tags' order by id for no key update`.execute(tx);
  return rows;
}

/** Replaces the filter by categories of a saved search. */
export const updateCategoryFilter = async (tx: Tx, id: number, tags: unknown): Promise<void> => {
  await sql`update sets set filter = filter || jsonb_build_object('tags', ${JSON.stringify(tags)}::jsonb)
    where id = ${id}`.execute(tx);
};

/** Moves the children of a category below another one, with its roles. */
export const moveChildren = async (
  tx: Tx,
  from: number,
  to: number,
  role: string[] | null,
): Promise<void> => {
  await tx.updateTable('categories').set({ parent_id: to, role }).where('parent_id', '=', from).execute();
};
