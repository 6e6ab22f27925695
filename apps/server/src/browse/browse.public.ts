/** What other domains may use of browse. */
export { keepCounts } from './keep-counts.ts';
export { keepWords } from './keep-words.ts';
export { postPage } from './list-posts.ts';
