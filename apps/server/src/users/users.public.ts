/** Public interface of the domain `users`. */

export {
  findViewerByToken,
  hashSecret,
  readViewerByUserId,
  readViewersByUserId,
} from './authentication/tokens.ts';
export { SessionActivityRecorder } from './sessions/session-activity.ts';
export {
  findAdministrators,
  findExistingRoleNames,
  findRoleIds,
  findRoleNamesWithPermission,
  findUserNames,
  readUserLanguage,
} from './users.sql.ts';
