/** What other domains may use of imports. */
export { findNamedIn, forgetNamedIn } from './named-in-imports.ts';
