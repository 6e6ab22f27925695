/** Which categories a selector shows. Pure. */
import type { CategoryBranch } from './category-tree.ts';

/** Before the rest is asked for (spec 3 §9). */
const initialBranchCount = 2;
/** From so many on a search helps more than the eye. */
export const searchThreshold = 12;
/** Boxes for more would be slow to draw, and nobody reads them all. */
export const maxVisibleBoxes = 100;

/** The first ones, and those with something chosen in them. */
export const listInitialBranches = (
  tree: readonly CategoryBranch[],
  selectedIds: readonly string[],
): readonly CategoryBranch[] =>
  tree.filter(
    ({ category, children }, at) =>
      at < initialBranchCount || [category, ...children].some(({ id }) => selectedIds.includes(String(id))),
  );

const normaliseForSearch = (text: string) => text.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase();

/** Those whose name holds the words, or the name of one of their children, which are then the only ones shown. */
export function filterBranches(
  tree: readonly CategoryBranch[],
  searchText: string,
): readonly CategoryBranch[] {
  const wanted = normaliseForSearch(searchText.trim());
  if (wanted === '') return tree;
  return tree.flatMap((branch) => {
    if (normaliseForSearch(branch.category.tag).includes(wanted)) return [branch];
    const children = branch.children.filter(({ tag }) => normaliseForSearch(tag).includes(wanted));
    return children.length > 0 ? [{ ...branch, children }] : [];
  });
}
