/** What other domains may use of imports. */
export {
  findPersonInImports as findNamedIn,
  removePersonFromImports as forgetNamedIn,
} from './find-person-in-imports.ts';
