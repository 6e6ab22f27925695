/** The interface of this domain for other domains. */

export { startCountMaintenance } from './counts/maintain-counts.ts';
export { readDataVersion } from './counts/precomputed-counts.sql.ts';
export { isPersonalFilter, refersToSets } from './filters/filter-key.rules.ts';
export { kilometresBetween, kmPerDegree } from './filters/location.sql.ts';
export {
  type FilterQuestion,
  matchPostsToFilters,
} from './filters/match-posts.sql.ts';
export { buildMatchingQuery } from './filters/matching-posts.sql.ts';
export { addSavedSearches } from './filters/saved-searches-of-posts.ts';
export { readPostPage } from './list/list-posts.ts';
export { pruneRemovedWords } from './search/prune-vocabulary.ts';
export { readStats } from './stats/read-stats.ts';
export { readExtent, readMapDots } from './tiles/read-extent.ts';
export { readSurveyPins } from './tiles/survey-pins.ts';
