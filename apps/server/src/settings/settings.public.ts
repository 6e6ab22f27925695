/** What other domains may use of settings. */
export { isClosed, readFeatures, readMap, readSite } from './read-settings.ts';
