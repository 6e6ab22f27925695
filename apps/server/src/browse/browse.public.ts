/** What other domains may use of browse. */
export { keepWords } from './keep-words.ts';
export { postPage } from './list-posts.ts';
