/** What other domains may use of settings. */
export { isClosed, readFeatures, readMap, readProviders, readSite } from './read-settings.ts';
