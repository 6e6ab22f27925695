import { expect, test } from 'vitest';
import { listVisiblePages } from './visible-pages.ts';

test.each([
  [1, 1, [1]],
  [1, 3, [1, 2, 3]],
  [1, 9, [1, 2, 3, 4, 5]],
  [5, 9, [3, 4, 5, 6, 7]],
  [9, 9, [5, 6, 7, 8, 9]],
  [40, 9, [5, 6, 7, 8, 9]],
])('links on page %i of %i', (page, pages, links) => {
  expect(listVisiblePages(page, pages)).toEqual(links);
});
