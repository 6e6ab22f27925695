import type { Category } from '@waypost/contract/categories';
import { expect, test } from 'vitest';
import type { CategoryBranch } from '../survey-form/category-tree.ts';
import { branchesWith, firstBranches } from './shown-branches.ts';

const category = (id: number, tag: string) => ({ id, tag }) as Category;
const tree: CategoryBranch[] = [
  { category: category(1, 'Roads'), children: [category(11, 'Bridge'), category(12, 'Tunnel')] },
  { category: category(2, 'Water'), children: [] },
  { category: category(3, 'Énergie'), children: [category(31, 'Gas')] },
  { category: category(4, 'Health'), children: [] },
];
const names = (shown: readonly CategoryBranch[]) =>
  shown.map((it) => [it.category.tag, ...it.children.map(({ tag }) => tag)].join(' > '));

test('the first two are shown, and whatever is chosen', () => {
  expect(firstBranches(tree, []).map((it) => it.category.id)).toEqual([1, 2]);
  expect(firstBranches(tree, ['31']).map((it) => it.category.id)).toEqual([1, 2, 3]);
});

test('a search finds names in both levels, with or without accents', () => {
  expect(names(branchesWith(tree, 'bri'))).toEqual(['Roads > Bridge']);
  expect(names(branchesWith(tree, ' ENERG'))).toEqual(['Énergie > Gas']);
  expect(names(branchesWith(tree, 'x'))).toEqual([]);
  expect(branchesWith(tree, '')).toBe(tree);
});
