/** What other domains may use of places. */
export { findMentionedPlaces as mentionedPlaces } from './mentioned-places.ts';
