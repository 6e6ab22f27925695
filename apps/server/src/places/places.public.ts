/** The interface of this domain for other domains. */
export { findMentionedPlaces } from './mentioned-places.ts';
export { findNearest as findNearestPlaces } from './places.sql.ts';
