/** Categories in two levels, and what choosing one does to the others (spec 2 §2). Pure. */
import type { Category } from '@waypost/contract/categories/categories';

export interface CategoryBranch {
  category: Category;
  children: Category[];
}

/**
 * The categories a field offers.
 * @param offeredIds ids; none means all. A child whose parent is not offered stands at the top.
 */
export function buildCategoryTree(
  categories: readonly Category[],
  offeredIds: readonly number[],
): CategoryBranch[] {
  const shown = categories
    .filter((it) => offeredIds.length === 0 || offeredIds.includes(it.id))
    .sort((a, b) => a.priority - b.priority || a.id - b.id);
  const ids = new Set(shown.map((it) => it.id));
  const branches = new Map<number, CategoryBranch>();
  for (const category of shown)
    if (category.parent === undefined || !ids.has(category.parent.id))
      branches.set(category.id, { category, children: [] });
  for (const category of shown)
    if (!branches.has(category.id)) branches.get(category.parent?.id ?? 0)?.children.push(category);
  return [...branches.values()];
}

/**
 * Choosing all children chooses their parent; leaving out the parent leaves out the children. The parent alone can be
 * chosen, since "something about roads" is an answer, too.
 * @param selectedIds ids before
 * @returns ids after, in the order of the tree
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
  const turnedOn = !next.delete(String(id));
  if (turnedOn) next.add(String(id));
  if (String(id) === parent && !turnedOn) for (const child of children) next.delete(child);
  if (children.length > 0 && children.every((it) => next.has(it))) next.add(parent);
  return [...next];
}
