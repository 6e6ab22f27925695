import type { Category } from '@waypost/contract/categories/categories';
import { expect, test } from 'vitest';
import type { CategoryBranch } from './category-tree.ts';
import { filterBranches, listInitialBranches } from './visible-branches.ts';

const createCategory = (id: number, tag: string) => ({ id, tag }) as Category;
const tree: CategoryBranch[] = [
  {
    category: createCategory(1, 'Roads'),
    children: [createCategory(11, 'Bridge'), createCategory(12, 'Tunnel')],
  },
  { category: createCategory(2, 'Water'), children: [] },
  { category: createCategory(3, 'Énergie'), children: [createCategory(31, 'Gas')] },
  { category: createCategory(4, 'Health'), children: [] },
];
const namesOf = (shown: readonly CategoryBranch[]) =>
  shown.map((it) => [it.category.tag, ...it.children.map(({ tag }) => tag)].join(' > '));

test('shows the first two branches and those with a selected category', () => {
  expect(listInitialBranches(tree, []).map((it) => it.category.id)).toEqual([1, 2]);
  expect(listInitialBranches(tree, ['31']).map((it) => it.category.id)).toEqual([1, 2, 3]);
});

test('a search finds names in both levels, with or without accents', () => {
  expect(namesOf(filterBranches(tree, 'bri'))).toEqual(['Roads > Bridge']);
  expect(namesOf(filterBranches(tree, ' ENERG'))).toEqual(['Énergie > Gas']);
  expect(namesOf(filterBranches(tree, 'x'))).toEqual([]);
  expect(filterBranches(tree, '')).toBe(tree);
});
