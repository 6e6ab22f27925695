/** What other domains may use of people. */
export { findRoleIds, knownRoles, readNames } from './people.sql.ts';
export { viewerByToken } from './tokens.ts';
