/** The interface of this domain for other domains. */
export { findMentionedPlaces as mentionedPlaces } from './mentioned-places.ts';
