/** Putting categories that stand beside one another into an order: priorities are numbered, which every client sorts by. */
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
 * @param ids of siblings; those left out keep their priority
 * @returns the categories in their new order
 * @throws ValidationError at `/ids` for one that is not there, and for ids of different parents
 */
export async function orderCategories(
  tx: Tx,
  viewer: Viewer,
  ids: readonly number[],
): Promise<CategoryRow[]> {
  requirePrivilege(viewer, categoryPrivileges(viewer, { role: null, parent_role: null }), 'update', 'tags');
  await lockCategories(tx);
  const wanted = [...new Set(ids)];
  const found = new Map((await findCategoriesById(tx, wanted)).map((row) => [row.id, row]));
  const missing = wanted.find((id) => !found.has(id));
  if (missing !== undefined) throw validationError('tags', 'ids', 'exists', { value: missing });
  const parents = new Set([...found.values()].map((row) => row.parent_id));
  if (parents.size > 1) throw validationError('tags', 'ids', 'notSiblings');
  await renumberPriorities(tx, wanted);
  const after = await findCategoriesById(tx, wanted);
  return after.toSorted((a, b) => a.priority - b.priority);
}
