/** Public interface of the domain `collections`. */
export { canFeature, setPrivileges } from './collections.rules.ts';
export {
  addPostsToSet,
  deleteSetRow,
  insertPostsOfSet,
  isEmptySet,
  removePostsFromSet,
  type SetRow,
  searchSets,
} from './collections.sql.ts';
export { viewSet } from './collections.view.ts';
export {
  createSet,
  deleteSet,
  readAuthorizedSet,
  updateSet,
} from './save-set.ts';
