/** Public interface of the domain `imports`. */
export { findPersonInImports, removePersonFromImports } from './find-person-in-imports.ts';
