/** Which categories a selector shows. Pure. */
import type { CategoryBranch } from '../survey-form/category-tree.ts';

/** Before the rest is asked for (spec 3 §9). */
const firstShown = 2;
/** From so many on a search helps more than the eye. */
export const searchedFrom = 12;
/** Boxes for more would be slow to draw, and nobody reads them all. */
export const drawnAtMost = 100;

/** The first ones, and those with something chosen in them. */
export const firstBranches = (
  tree: readonly CategoryBranch[],
  chosen: readonly string[],
): readonly CategoryBranch[] =>
  tree.filter(
    ({ category, children }, at) =>
      at < firstShown || [category, ...children].some(({ id }) => chosen.includes(String(id))),
  );

const plain = (text: string) => text.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase();

/** Those whose name holds the words, or the name of one of their children, which are then the only ones shown. */
export function branchesWith(tree: readonly CategoryBranch[], words: string): readonly CategoryBranch[] {
  const wanted = plain(words.trim());
  if (wanted === '') return tree;
  return tree.flatMap((branch) => {
    if (plain(branch.category.tag).includes(wanted)) return [branch];
    const children = branch.children.filter(({ tag }) => plain(tag).includes(wanted));
    return children.length > 0 ? [{ ...branch, children }] : [];
  });
}
