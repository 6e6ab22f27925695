/** Queries for categories. */
import { type Insertable, type Selectable, sql, type Updateable } from 'kysely';
import type { Tx } from '../kernel/db/database.ts';
import { toLikePattern } from '../kernel/db/paging.ts';
import type { Viewer } from '../kernel/security/viewer.ts';
import type { Tables } from '../migrations/tables.ts';
import { isCategoryVisible } from './categories.rules.ts';

/** A category with the roles of its parent and the ids of its children. */
export type CategoryRow = Selectable<Tables['categories']> & {
  /** Roles of the parent; null at the top level and for a parent that everyone sees. */
  parent_role: string[] | null;
  /** Ids of its children. */
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

const isId = (idOrName: string) => /^\d{1,15}$/.test(idOrName);

/** The names of the categories that the viewer may see. */
export const readVisibleCategoryNames = async (tx: Tx, viewer: Viewer): Promise<string[]> =>
  (await selectCategories(tx).execute())
    .filter((category) => isCategoryVisible(viewer, category))
    .map(({ tag }) => tag);

/**
 * Finds categories by id or name, since clients send either. Case is ignored; of two categories with the same name, the older
 * one is found. Those that the viewer may not see count as missing, and do not hide others of the same name.
 * @returns categories by the reference as text; references without a match have no entry
 */
export async function findVisibleCategories(
  tx: Tx,
  viewer: Viewer,
  idsOrNames: readonly (number | string)[],
): Promise<Map<string, CategoryRow>> {
  const references = [...new Set(idsOrNames.map(String))];
  if (references.length === 0) return new Map();
  const ids = references.filter(isId).map(Number);
  const names = references.map((reference) => reference.trim().toLowerCase());
  const matching = await selectCategories(tx)
    .where((eb) =>
      eb.or([
        eb('categories.id', '=', sql<number>`any(${ids}::bigint[])`),
        eb(sql`lower(categories.tag)`, '=', sql`any(${names}::text[])`),
      ]),
    )
    .orderBy('categories.id')
    .execute();
  const rows = matching.filter((category) => isCategoryVisible(viewer, category));
  const categories = new Map<string, CategoryRow>();
  for (const reference of references) {
    const name = reference.trim().toLowerCase();
    const category =
      rows.find(({ id }) => String(id) === reference) ?? rows.find(({ tag }) => tag.toLowerCase() === name);
    if (category) categories.set(reference, category);
  }
  return categories;
}

/**
 * Serializes changes of categories until the end of the transaction, since levels, roles and slugs depend on other rows.
 * Reads are not blocked.
 */
export const lockCategories = async (tx: Tx): Promise<void> => {
  await sql`lock table categories in share row exclusive mode`.execute(tx);
};

/** The category with this id. */
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

/** All categories that match. There are few of them, so callers filter by visibility. */
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

/** Existing slugs that equal `slug` or begin with it and a dash, such as `slug-2`. */
export async function findSimilarSlugs(tx: Tx, slug: string): Promise<Set<string>> {
  const rows = await tx
    .selectFrom('categories')
    .select('slug')
    .where((eb) => eb.or([eb('slug', '=', slug), eb(sql`left(slug, ${slug.length + 1})`, '=', `${slug}-`)]))
    .execute();
  return new Set(rows.map((row) => row.slug));
}

/** Inserts a category. @returns its id */
export async function insertCategory(tx: Tx, category: Insertable<Tables['categories']>): Promise<number> {
  const { id } = await tx.insertInto('categories').values(category).returning('id').executeTakeFirstOrThrow();
  return id;
}

/** Updates a category. */
export const updateCategoryRow = async (
  tx: Tx,
  id: number,
  change: Updateable<Tables['categories']>,
): Promise<void> => {
  await tx.updateTable('categories').set(change).where('id', '=', id).execute();
};

/** The categories with these ids, in any order. Visibility is not checked. */
export const findCategoriesById = async (tx: Tx, ids: readonly number[]): Promise<CategoryRow[]> =>
  ids.length === 0
    ? []
    : selectCategories(tx).where('categories.id', '=', sql<number>`any(${ids}::bigint[])`).execute();

/** Sets priorities from 1 in the order of the ids. */
export const renumberPriorities = async (tx: Tx, ids: readonly number[]): Promise<void> => {
  await sql`
    update categories set priority = place.at
    from unnest(${ids}::bigint[]) with ordinality as place (id, at)
    where categories.id = place.id`.execute(tx);
};

/** Sets the roles of the children, which are those of their parent (spec 3 §4). */
export const passRoleToChildren = async (tx: Tx, parentId: number, role: string[] | null): Promise<void> => {
  await tx.updateTable('categories').set({ role }).where('parent_id', '=', parentId).execute();
};

/** Deletes a category. Its children move to the top level, and it is removed from posts. */
export const deleteCategoryRow = async (tx: Tx, id: number): Promise<void> => {
  await tx.deleteFrom('categories').where('id', '=', id).execute();
};
