/** The interface of this domain for other domains. */
export { findMentionedPlaces } from './mentioned-places.ts';
