/** What other domains may use of pictures. */
export { knownMedia } from './media.sql.ts';
