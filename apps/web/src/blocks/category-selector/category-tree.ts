/** The tree of categories in two levels, and its selection (spec 2 §2). Pure. */
import type { Category } from '@waypost/contract/categories/categories';

/** A top-level category with its children. */
export interface CategoryBranch {
  category: Category;
  children: Category[];
}

/**
 * The tree of the categories that a field offers, sorted by priority.
 * @param offeredIds ids; none means all. A child whose parent is not offered is at the top level.
 */
export function buildCategoryTree(
  categories: readonly Category[],
  offeredIds: readonly number[],
): CategoryBranch[] {
  const offered = categories
    .filter((it) => offeredIds.length === 0 || offeredIds.includes(it.id))
    .sort((a, b) => a.priority - b.priority || a.id - b.id);
  const ids = new Set(offered.map((it) => it.id));
  const branches = new Map<number, CategoryBranch>();
  for (const category of offered)
    if (category.parent === undefined || !ids.has(category.parent.id))
      branches.set(category.id, { category, children: [] });
  for (const category of offered)
    if (!branches.has(category.id)) branches.get(category.parent?.id ?? 0)?.children.push(category);
  return [...branches.values()];
}

const toCategoryId = (answer: unknown): string => {
  const id = typeof answer === 'object' && answer !== null && 'id' in answer ? answer.id : answer;
  return typeof id === 'string' || typeof id === 'number' ? String(id) : '';
};

/** Ids of the categories of an answer, which are numbers, texts or objects with an id. */
export const toCategoryIds = (answers: readonly unknown[]): string[] =>
  answers.map(toCategoryId).filter((it) => it !== '');

/** A branch by the id of its category or of one of its children. */
const findBranch = (tree: readonly CategoryBranch[], id: number): CategoryBranch | undefined =>
  tree.find(({ category, children }) => [category, ...children].some((it) => it.id === id));

/**
 * Toggles a category of an answer. Selecting all children selects their parent; deselecting the parent deselects the children. The
 * parent can be selected alone, since "something about roads" is an answer, too.
 * @param selectedIds ids before
 * @returns ids after
 */
export function toggleCategory(
  tree: readonly CategoryBranch[],
  selectedIds: readonly string[],
  id: number,
): string[] {
  const next = new Set(selectedIds);
  const branch = findBranch(tree, id);
  if (!branch) return [...selectedIds];
  const parent = String(branch.category.id);
  const children = branch.children.map((it) => String(it.id));
  const isSelected = !next.delete(String(id));
  if (isSelected) next.add(String(id));
  if (String(id) === parent && !isSelected) for (const child of children) next.delete(child);
  if (children.length > 0 && children.every((it) => next.has(it))) next.add(parent);
  return [...next];
}

/**
 * Completes the categories of a filter: a parent that is selected without any of its children stands for all of them.
 * @param selectedIds ids, for example of a link
 */
export function expandParents(tree: readonly CategoryBranch[], selectedIds: readonly string[]): string[] {
  const selected = new Set(selectedIds);
  for (const { category, children } of tree) {
    const childIds = children.map((it) => String(it.id));
    if (selected.has(String(category.id)) && !childIds.some((id) => selectedIds.includes(id)))
      for (const id of childIds) selected.add(id);
  }
  return [...selected];
}

/**
 * Toggles a category of a filter. A parent and its children are selected and deselected together; a parent is selected
 * exactly if all of its children are.
 * @param selectedIds ids before
 * @returns ids after
 */
export function toggleFilterCategory(
  tree: readonly CategoryBranch[],
  selectedIds: readonly string[],
  id: number,
): string[] {
  const branch = findBranch(tree, id);
  if (!branch) return [...selectedIds];
  const next = new Set(expandParents(tree, selectedIds));
  const isSelected = !next.has(String(id));
  const parent = String(branch.category.id);
  const children = branch.children.map((it) => String(it.id));
  const toggledIds = String(id) === parent ? [parent, ...children] : [String(id)];
  for (const toggled of toggledIds)
    if (isSelected) next.add(toggled);
    else next.delete(toggled);
  if (children.length > 0)
    if (children.every((child) => next.has(child))) next.add(parent);
    else next.delete(parent);
  return [...next];
}
