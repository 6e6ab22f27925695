/** The interface of this domain for other domains. */

export { startCountMaintenance } from './counts/maintain-counts.ts';
export {
  type FilterQuestion,
  isPersonalFilter,
  matchPostsToFilters,
  refersToSets,
} from './filters/match-posts.sql.ts';
export { buildMatchingQuery } from './filters/matching-posts.sql.ts';
export { addSavedSearches } from './filters/saved-searches-of-posts.ts';
export { readPostPage } from './list/list-posts.ts';
