/** What other domains may use of browse. */
export { isPersonalFilter, namesSets, postsThatFit, type Question } from './fitting-posts.sql.ts';
export { keepCounts } from './keep-counts.ts';
export { postPage } from './list-posts.ts';
export { matching } from './matching.sql.ts';
export { withSearches } from './searches-of-posts.ts';
