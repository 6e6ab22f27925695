/** Every query about categories. */
import { type Insertable, type Selectable, sql, type Updateable } from 'kysely';
import type { Tx } from '../kernel/db/database.ts';
import { toLikePattern } from '../kernel/db/paging.ts';
import type { Tables } from '../migrations/tables.ts';

export type CategoryRow = Selectable<Tables['categories']> & {
  /** Roles of the parent; null at the top level and for a parent that everyone sees. */
  parent_role: string[] | null;
  /** Ids of the categories below it. */
  children: number[];
};

const selectCategories = (tx: Tx) =>
  tx
    .selectFrom('categories')
    .leftJoin('categories as parents', 'parents.id', 'categories.parent_id')
    .selectAll('categories')
    .select([
      'parents.role as parent_role',
      sql<number[]>`array(
        select child.id from categories child where child.parent_id = categories.id
        order by child.priority, child.id)`.as('children'),
    ]);

/** What a category may be called by: its number or its name. */
const isId = (word: string) => /^\d{1,15}$/.test(word);

/** What all of them are called. */
export const readCategoryNames = async (tx: Tx): Promise<string[]> =>
  (await tx.selectFrom('categories').select('tag').execute()).map((row) => row.tag);

/**
 * Finds categories by id or by name, as clients send either. Names fit whatever their case; of two with one name the
 * older one is meant. Whether the viewer may see them is not asked here.
 * @returns by the word that was given, as text; words that fit nothing have no entry
 */
export async function findCategories(
  tx: Tx,
  idsOrNames: readonly (number | string)[],
): Promise<Map<string, CategoryRow>> {
  const words = [...new Set(idsOrNames.map(String))];
  if (words.length === 0) return new Map();
  const ids = words.filter(isId).map(Number);
  const names = words.map((word) => word.trim().toLowerCase());
  const rows = await selectCategories(tx)
    .where((eb) =>
      eb.or([
        eb('categories.id', '=', sql<number>`any(${ids}::bigint[])`),
        eb(sql`lower(categories.tag)`, '=', sql`any(${names}::text[])`),
      ]),
    )
    .orderBy('categories.id')
    .execute();
  const found = new Map<string, CategoryRow>();
  for (const word of words) {
    const named = word.trim().toLowerCase();
    const row =
      rows.find((it) => String(it.id) === word) ?? rows.find((it) => it.tag.toLowerCase() === named);
    if (row) found.set(word, row);
  }
  return found;
}

/**
 * Lets one change of categories through at a time, until the transaction ends: levels, roles and slugs depend on other
 * rows. Reading goes on.
 */
export const lockCategories = async (tx: Tx): Promise<void> => {
  await sql`lock table categories in share row exclusive mode`.execute(tx);
};

export const findCategory = (tx: Tx, id: number): Promise<CategoryRow | undefined> =>
  selectCategories(tx).where('categories.id', '=', id).executeTakeFirst();

interface CategorySearch {
  tag?: string | undefined;
  type?: 'category' | 'status' | undefined;
  parent_id?: number | undefined;
  /** Part of the name. */
  q?: string | undefined;
  /** Only the top level. */
  level?: 'parent' | undefined;
  orderby?: 'id' | 'tag' | 'slug' | 'priority' | 'created' | undefined;
  order?: 'asc' | 'desc' | undefined;
}

/** All that match, whoever may see them: there are few, and the rules pick. */
export async function searchCategories(tx: Tx, search: CategorySearch): Promise<CategoryRow[]> {
  let matching = selectCategories(tx);
  if (search.tag) matching = matching.where('categories.tag', '=', search.tag);
  if (search.type) matching = matching.where('categories.type', '=', search.type);
  if (search.parent_id !== undefined)
    matching = matching.where('categories.parent_id', '=', search.parent_id);
  if (search.q) matching = matching.where('categories.tag', 'ilike', toLikePattern(search.q));
  if (search.level === 'parent') matching = matching.where('categories.parent_id', 'is', null);
  const { orderby = 'id', order = 'asc' } = search;
  const by = orderby === 'tag' ? sql`lower(categories.tag)` : sql.ref(`categories.${orderby}`);
  return matching.orderBy(by, order).orderBy('categories.id').execute();
}

/** Slugs in use that are `slug` itself or `slug-2` and so on. */
export async function findSimilarSlugs(tx: Tx, slug: string): Promise<Set<string>> {
  const rows = await tx
    .selectFrom('categories')
    .select('slug')
    .where((eb) => eb.or([eb('slug', '=', slug), eb(sql`left(slug, ${slug.length + 1})`, '=', `${slug}-`)]))
    .execute();
  return new Set(rows.map((row) => row.slug));
}

/** @returns its id */
export async function insertCategory(tx: Tx, category: Insertable<Tables['categories']>): Promise<number> {
  const { id } = await tx.insertInto('categories').values(category).returning('id').executeTakeFirstOrThrow();
  return id;
}

export const updateCategoryRow = async (
  tx: Tx,
  id: number,
  change: Updateable<Tables['categories']>,
): Promise<void> => {
  await tx.updateTable('categories').set(change).where('id', '=', id).execute();
};

/** Categories by their ids, in no order. */
export const findCategoriesById = (tx: Tx, ids: readonly number[]): Promise<CategoryRow[]> =>
  selectCategories(tx).where('categories.id', '=', sql<number>`any(${ids}::bigint[])`).execute();

/** Numbers priorities from 1, in the order of the ids. */
export const renumberPriorities = async (tx: Tx, ids: readonly number[]): Promise<void> => {
  await sql`
    update categories set priority = place.at
    from unnest(${ids}::bigint[]) with ordinality as place (id, at)
    where categories.id = place.id`.execute(tx);
};

/** Children are for the same roles as their parent (spec 3 §4). */
export const passRoleToChildren = async (tx: Tx, parentId: number, role: string[] | null): Promise<void> => {
  await tx.updateTable('categories').set({ role }).where('parent_id', '=', parentId).execute();
};

/** Its children move to the top level; posts lose it. */
export const deleteCategoryRow = async (tx: Tx, id: number): Promise<void> => {
  await tx.deleteFrom('categories').where('id', '=', id).execute();
};
