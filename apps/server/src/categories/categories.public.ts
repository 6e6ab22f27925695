/** Public interface of the domain `categories`. */
export { canCreateCategories, isCategoryVisible } from './categories.rules.ts';
export {
  type CategoryRow,
  findCategoriesById,
  findVisibleCategories,
  lockCategories,
  readVisibleCategoryNames,
  searchCategories,
} from './categories.sql.ts';
export { orderCategories } from './order-categories.ts';
export { createCategory, deleteCategory, updateCategory } from './save-category.ts';
export { createUniqueSlug } from './slugs.ts';
