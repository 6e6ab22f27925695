/** What other domains may use of places. */
export { type MentionedPlace, mentionedPlaces } from './mentioned-places.ts';
