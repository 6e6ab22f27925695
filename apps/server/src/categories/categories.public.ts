/** What other domains may use of categories. */
export { isCategoryVisible } from './categories.rules.ts';
export { findCategories, searchCategories } from './categories.sql.ts';
