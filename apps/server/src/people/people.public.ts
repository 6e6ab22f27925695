/** What other domains may use of people. */
export { knownRoles } from './people.sql.ts';
export { viewerByToken } from './tokens.ts';
