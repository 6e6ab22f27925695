/** What other domains may use of people's settings. */
export { type KeptKeys, readUserSetting, sealStoredKeys } from './kept-keys.ts';
