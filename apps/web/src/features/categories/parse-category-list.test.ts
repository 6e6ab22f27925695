import { expect, test } from 'vitest';
import { countListed, isNameValid, parseCategoryList } from './parse-category-list.ts';

test('indented lines are below the line above, by spaces, tabs or bullets', () => {
  const list = parseCategoryList('Water\n  Flood\n\t- Drought\n\nRoads\n    1. Potholes\n');
  expect(list).toEqual([
    { tag: 'Water', children: ['Flood', 'Drought'] },
    { tag: 'Roads', children: ['Potholes'] },
  ]);
  expect(countListed(list)).toBe(5);
});

test('a list that is indented as a whole has its first level there', () => {
  expect(parseCategoryList('    One\n        Two\n    Three')).toEqual([
    { tag: 'One', children: ['Two'] },
    { tag: 'Three', children: [] },
  ]);
});

test('deeper levels are joined to the second, and names that are there twice are taken once', () => {
  expect(parseCategoryList('A1\n  B1\n    C1\n  b1\na1\n  D1')).toEqual([
    { tag: 'A1', children: ['B1', 'C1', 'D1'] },
  ]);
});

test('rows of a table have what is below in their further cells', () => {
  expect(parseCategoryList('水\t洪水\t干旱\nRoads\t')).toEqual([
    { tag: '水', children: ['洪水', '干旱'] },
    { tag: 'Roads', children: [] },
  ]);
  expect(parseCategoryList(' \n')).toEqual([]);
  expect([isNameValid('x'), isNameValid('xy'), isNameValid('x'.repeat(256))]).toEqual([false, true, false]);
});
