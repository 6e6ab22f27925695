/** Public interface of the domain `privacy`. */

export { removeTracesOfPosts } from './anonymize-posts.ts';
