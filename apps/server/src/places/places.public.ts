/** What other domains may use of places. */
export { mentionedPlaces } from './mentioned-places.ts';
