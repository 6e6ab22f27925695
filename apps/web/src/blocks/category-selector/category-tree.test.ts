import type { Category } from '@waypost/contract/categories/categories';
import { expect, test } from 'vitest';
import { buildCategoryTree, expandParents, toggleCategory, toggleFilterCategory } from './category-tree.ts';

const createCategory = (id: number, parent?: number): Category => ({
  id,
  url: '',
  ...(parent === undefined ? { parent_id: null } : { parent: { id: parent, url: '' } }),
  tag: `Category ${id}`,
  slug: '',
  type: 'category',
  color: null,
  icon: 'tag',
  description: null,
  priority: 10 - id,
  created: '2020-01-01T00:00:00+00:00',
  role: null,
  children: [],
  allowed_privileges: [],
});
const allCategories = [createCategory(1), createCategory(2, 1), createCategory(3, 1), createCategory(4)];

test('builds two levels by priority; a child whose parent is not offered is at the top', () => {
  const shape = (offered: number[]) =>
    buildCategoryTree(allCategories, offered).map((it) => [
      it.category.id,
      it.children.map((child) => child.id),
    ]);
  expect(shape([])).toEqual([
    [4, []],
    [1, [3, 2]],
  ]);
  expect(shape([2, 4])).toEqual([
    [4, []],
    [2, []],
  ]);
});

test('selecting all children selects the parent; deselecting the parent deselects the children', () => {
  const tree = buildCategoryTree(allCategories, []);
  expect(toggleCategory(tree, ['2'], 3)).toEqual(['2', '3', '1']);
  expect(toggleCategory(tree, ['1', '2', '3'], 1)).toEqual([]);
  expect(toggleCategory(tree, [], 1)).toEqual(['1']);
  expect(toggleCategory(tree, ['1', '2', '3'], 2)).toEqual(['1', '3']);
  expect(toggleCategory(tree, ['4'], 4)).toEqual([]);
});

test('in a filter, a parent and its children are selected and deselected together', () => {
  const tree = buildCategoryTree(allCategories, []);
  expect(toggleFilterCategory(tree, [], 1).toSorted()).toEqual(['1', '2', '3']);
  expect(toggleFilterCategory(tree, ['1', '2', '3', '4'], 1)).toEqual(['4']);
  expect(toggleFilterCategory(tree, ['1', '2', '3'], 2)).toEqual(['3']);
  expect(toggleFilterCategory(tree, ['3'], 2).toSorted()).toEqual(['1', '2', '3']);
  expect(toggleFilterCategory(tree, ['3'], 3)).toEqual([]);
  expect(toggleFilterCategory(tree, ['4'], 4)).toEqual([]);
  // A link that names the parent alone.
  expect(expandParents(tree, ['1']).toSorted()).toEqual(['1', '2', '3']);
  expect(toggleFilterCategory(tree, ['1'], 2)).toEqual(['3']);
  expect(expandParents(tree, ['1', '3'])).toEqual(['1', '3']);
});
