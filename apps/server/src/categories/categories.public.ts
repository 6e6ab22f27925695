/** What other domains may use of categories. */
export { findCategories } from './categories.sql.ts';
