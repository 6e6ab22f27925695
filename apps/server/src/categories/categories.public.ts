/** What other domains may use of categories. */
export { type CategoryAccess, isCategoryVisible } from './categories.rules.ts';
export { type CategoryRow, findCategories } from './categories.sql.ts';
