/** What other domains may use of people. */
export { findRoleIds, knownRoles, readAdministrators, readLanguage, readNames } from './people.sql.ts';
export { SessionUse } from './session-use.ts';
export { hashOf, viewerByToken, viewerOfAccount, viewersOfUsers } from './tokens.ts';
