/** What other domains may use of pictures. */
export { createMedia, type StoredPicture, storePicture } from './create-media.ts';
export { discardMedia, type MediaPlace } from './discard-media.ts';
export { findMedia, keepMedia, knownMedia } from './media.sql.ts';
