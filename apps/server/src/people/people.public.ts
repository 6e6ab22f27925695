/** What other domains may use of people. */
export { findRoleIds, knownRoles, readNames } from './people.sql.ts';
export { hashOf, viewerByToken, viewerOfAccount, viewersOfUsers } from './tokens.ts';
