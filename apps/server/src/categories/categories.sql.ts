/** Every query about categories. */
import { type Selectable, sql } from 'kysely';
import type { Tx } from '../kernel/db.ts';
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
    .where((is) =>
      is.or([
        is('categories.id', '=', sql<number>`any(${ids}::bigint[])`),
        is(sql`lower(categories.tag)`, '=', sql`any(${names}::text[])`),
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
