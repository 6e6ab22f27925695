/** Public interface of the domain `users`. */

export {
  findViewerByToken as viewerByToken,
  hashSecret as hashOf,
  readViewerByUserId as viewerOfAccount,
  readViewersByUserId as viewersOfUsers,
} from './authentication/tokens.ts';
export { SessionActivityRecorder as SessionUse } from './sessions/session-activity.ts';
export {
  findAdministrators as readAdministrators,
  findExistingRoleNames as knownRoles,
  findRoleIds,
  findUserNames as readNames,
  readUserLanguage as readLanguage,
} from './users.sql.ts';
