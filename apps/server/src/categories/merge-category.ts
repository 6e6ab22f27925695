/** Merges a category into another one: what used the first uses the second afterwards. */

import { recordChange } from '../audit/audit.public.ts';
import type { Tx } from '../kernel/db/database.ts';
import { validationError } from '../kernel/http/problem.ts';
import type { Viewer } from '../kernel/security/viewer.ts';
import { type CategoryRow, deleteCategoryRow, findCategory, lockCategories } from './categories.sql.ts';
import {
  findSearchesByCategory,
  moveChildren,
  movePosts,
  replaceInAttributes,
  updateCategoryFilter,
} from './merge.sql.ts';
import { readAuthorizedCategory } from './save-category.ts';

/** A list of ids as clients write it: numbers, digits, or one text with commas. */
function replaceInList(value: unknown, from: number, to: number): unknown {
  if (typeof value === 'string' && value.includes(',')) return replaceInList(value.split(','), from, to);
  const isFrom = (id: unknown) => String(id).trim() === String(from);
  if (!Array.isArray(value)) return isFrom(value) ? to : value;
  if (!value.some(isFrom)) return value;
  const replaced: unknown[] = value.map((id) => (isFrom(id) ? to : id));
  return replaced.filter((id, index) => replaced.findIndex((it) => String(it) === String(id)) === index);
}

/** The filter by categories of a saved search, with one replaced; the same value where nothing changes. */
export function replaceInFilter(tags: unknown, from: number, to: number): unknown {
  if (typeof tags !== 'object' || tags === null || Array.isArray(tags)) return replaceInList(tags, from, to);
  return Object.fromEntries(Object.entries(tags).map(([how, ids]) => [how, replaceInList(ids, from, to)]));
}

async function replaceInSearches(tx: Tx, from: number, to: number): Promise<void> {
  for (const { id, filter } of await findSearchesByCategory(tx)) {
    const tags = replaceInFilter(filter['tags'], from, to);
    if (JSON.stringify(tags) !== JSON.stringify(filter['tags'])) await updateCategoryFilter(tx, id, tags);
  }
}

/**
 * Merges a category into another one.
 * @returns the other one
 * @throws ValidationError at `/into` when it does not exist, is the same, or cannot take the children
 */
export async function mergeCategory(
  tx: Tx,
  viewer: Viewer,
  id: number,
  into: () => number,
): Promise<CategoryRow> {
  await readAuthorizedCategory(tx, viewer, id, 'delete');
  await lockCategories(tx);
  const category = await readAuthorizedCategory(tx, viewer, id, 'delete');
  const targetId = into();
  const target = await findCategory(tx, targetId);
  if (!target || targetId === id) throw validationError('tags', 'into', 'exists', { value: targetId });
  if (category.children.length > 0 && target.parent_id !== null)
    throw validationError('tags', 'into', 'parentIsChild');
  const posts = await movePosts(tx, id, targetId);
  await replaceInAttributes(tx, id, targetId);
  await replaceInSearches(tx, id, targetId);
  await moveChildren(tx, id, targetId, target.role);
  await deleteCategoryRow(tx, id);
  await recordChange(tx, viewer, {
    action: 'delete',
    subject: 'tags',
    id,
    name: category.tag,
    details: { merged_into: { from: category.tag, to: target.tag }, posts: { from: 0, to: posts } },
  });
  return (await findCategory(tx, targetId)) ?? target;
}
