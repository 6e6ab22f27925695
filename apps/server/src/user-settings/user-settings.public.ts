/** What other domains may use of people's settings. */
export { readUserSetting } from './user-settings.sql.ts';
