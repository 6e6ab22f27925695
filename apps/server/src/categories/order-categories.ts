/** Reorders sibling categories by setting their priorities, which clients sort by. */
import type { Tx } from '../kernel/db/database.ts';
import { validationError } from '../kernel/http/problem.ts';
import { requirePrivilege } from '../kernel/security/require-privilege.ts';
import type { Viewer } from '../kernel/security/viewer.ts';
import { categoryPrivileges } from './categories.rules.ts';
import {
  type CategoryRow,
  findCategoriesById,
  lockCategories,
  renumberPriorities,
} from './categories.sql.ts';

/**
 * @param ids ids of siblings in the new order; others keep their priority
 * @returns the categories in their new order
 * @throws ValidationError at `/ids` for an unknown id, and for categories with different parents
 */
export async function orderCategories(
  tx: Tx,
  viewer: Viewer,
  ids: readonly number[],
): Promise<CategoryRow[]> {
  requirePrivilege(viewer, categoryPrivileges(viewer, { role: null, parent_role: null }), 'update', 'tags');
  await lockCategories(tx);
  const distinctIds = [...new Set(ids)];
  const categoriesById = new Map((await findCategoriesById(tx, distinctIds)).map((row) => [row.id, row]));
  const missing = distinctIds.find((id) => !categoriesById.has(id));
  if (missing !== undefined) throw validationError('tags', 'ids', 'exists', { value: missing });
  const parents = new Set([...categoriesById.values()].map((row) => row.parent_id));
  if (parents.size > 1) throw validationError('tags', 'ids', 'notSiblings');
  await renumberPriorities(tx, distinctIds);
  const after = await findCategoriesById(tx, distinctIds);
  return after.toSorted((a, b) => a.priority - b.priority);
}
