/** Adds a list of categories by name (spec 3 §2). */
import type { CategoryList } from '@waypost/contract/categories/categories';
import type { z } from 'zod';
import type { Tx } from '../kernel/db/database.ts';
import { requirePrivilege } from '../kernel/security/require-privilege.ts';
import type { Viewer } from '../kernel/security/viewer.ts';
import { categoryPrivileges } from './categories.rules.ts';
import { type CategoryRow, lockCategories, searchCategories } from './categories.sql.ts';
import { createCategory } from './save-category.ts';
import { createUniqueSlug } from './slugs.ts';

const isNamed = (name: string) => (category: CategoryRow) =>
  category.tag.toLowerCase() === name.toLowerCase();

/**
 * Adds the categories that do not exist at their place yet; case is ignored. Children look like their parent.
 * @returns the new ones
 */
export async function createCategories(
  tx: Tx,
  viewer: Viewer,
  { categories }: z.output<typeof CategoryList>,
): Promise<CategoryRow[]> {
  requirePrivilege(viewer, categoryPrivileges(viewer, { role: null, parent_role: null }), 'create', 'tags');
  await lockCategories(tx);
  const stored = await searchCategories(tx, { orderby: 'priority' });
  const created: CategoryRow[] = [];
  const add = async (tag: string, parent: CategoryRow | null): Promise<CategoryRow> => {
    const siblings = [...stored, ...created].filter((it) => it.parent_id === (parent?.id ?? null));
    const existing = siblings.find(isNamed(tag));
    if (existing) return existing;
    const category = await createCategory(tx, viewer, {
      tag,
      slug: await createUniqueSlug(tx, tag),
      type: 'category',
      priority: Math.max(0, ...siblings.map(({ priority }) => priority)) + 1,
      parent_id: parent?.id ?? null,
      ...(parent ? { color: parent.color, icon: parent.icon } : {}),
    });
    created.push(category);
    return category;
  };
  for (const { tag, children } of categories) {
    const parent = await add(tag, null);
    for (const child of children) await add(child, parent);
  }
  return created;
}
