/** What other domains may use of pictures. */
export { discardMedia, type MediaPlace } from './discard-media.ts';
export { findMedia, knownMedia } from './media.sql.ts';
