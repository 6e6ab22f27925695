/** What other domains may use of browse. */
export { postPage } from './list-posts.ts';
