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

/**
 * Toggles a category. Selecting all children selects their parent; deselecting the parent deselects the children. The
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
  const branch = tree.find((it) => it.category.id === id || it.children.some((child) => child.id === id));
  if (!branch) return [...selectedIds];
  const parent = String(branch.category.id);
  const children = branch.children.map((it) => String(it.id));
  const isSelected = !next.delete(String(id));
  if (isSelected) next.add(String(id));
  if (String(id) === parent && !isSelected) for (const child of children) next.delete(child);
  if (children.length > 0 && children.every((it) => next.has(it))) next.add(parent);
  return [...next];
}
