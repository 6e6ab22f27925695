/** What other domains may use of settings. */
export { isClosed, readFeatures, readMap } from './read-settings.ts';
