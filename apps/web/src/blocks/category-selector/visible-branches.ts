/** Which categories the selector shows. Pure. */
import { foldText } from '../../ui/i18n/fold-text.ts';
import type { CategoryBranch } from './category-tree.ts';

/** Number of branches before "show all" (spec 3 §9). */
const initialBranchCount = 2;
/** From this number of branches on there is a search field. */
export const searchThreshold = 12;
/** Maximum number of branches shown at once: more would be slow to render. */
export const maxVisibleBoxes = 100;

/** The first branches, and those with a selected category. */
export const listInitialBranches = (
  tree: readonly CategoryBranch[],
  selectedIds: readonly string[],
): readonly CategoryBranch[] =>
  tree.filter(
    ({ category, children }, index) =>
      index < initialBranchCount ||
      [category, ...children].some(({ id }) => selectedIds.includes(String(id))),
  );

/** Branches whose name contains the text. A branch found by the names of its children shows only those children. */
export function filterBranches(
  tree: readonly CategoryBranch[],
  searchText: string,
): readonly CategoryBranch[] {
  const query = foldText(searchText.trim());
  if (query === '') return tree;
  return tree.flatMap((branch) => {
    if (foldText(branch.category.tag).includes(query)) return [branch];
    const children = branch.children.filter(({ tag }) => foldText(tag).includes(query));
    return children.length > 0 ? [{ ...branch, children }] : [];
  });
}

/** Ids of the categories whose own name contains the text; none for an empty text. */
export function listHits(tree: readonly CategoryBranch[], searchText: string): number[] {
  const query = foldText(searchText.trim());
  return tree
    .flatMap(({ category, children }) => [category, ...children])
    .filter(({ tag }) => query !== '' && foldText(tag).includes(query))
    .map(({ id }) => id);
}
