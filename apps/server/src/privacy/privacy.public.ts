/** Public interface of the domain `privacy`. */

export { removeTracesOfPosts } from './anonymize-posts.ts';
export { findFileCheck } from './unused-files.sql.ts';
