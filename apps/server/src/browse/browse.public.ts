/** The interface of this domain for other domains. */

export { startCountMaintenance as keepCounts } from './counts/maintain-counts.ts';
export {
  type FilterQuestion as Question,
  isPersonalFilter,
  matchPostsToFilters as postsThatFit,
  refersToSets as namesSets,
} from './filters/match-posts.sql.ts';
export { buildMatchingQuery as matching } from './filters/matching-posts.sql.ts';
export { addSavedSearches as withSearches } from './filters/saved-searches-of-posts.ts';
export { readPostPage as postPage } from './list/list-posts.ts';
