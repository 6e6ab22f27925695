/** Public interface of the domain `categories`. */
export { canCreateCategories, isCategoryVisible } from './categories.rules.ts';
export {
  findCategoriesById,
  findVisibleCategories,
  readVisibleCategoryNames,
  searchCategories,
} from './categories.sql.ts';
export { createCategory } from './save-category.ts';
export { createUniqueSlug } from './slugs.ts';
