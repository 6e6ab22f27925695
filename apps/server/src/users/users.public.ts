/** Public interface of the domain `users`. */

export { deleteAllSessions } from './authentication/tokens.sql.ts';
export {
  findViewerByToken,
  hashSecret,
  readViewerByUserId,
  readViewersByUserId,
} from './authentication/tokens.ts';
export { revokeOpenInvitations } from './invitations/invitations.sql.ts';
export { createRole, deleteRole, updateRole } from './roles/save-role.ts';
export { SessionActivityRecorder } from './sessions/session-activity.ts';
export {
  findAdministrators,
  findExistingRoleNames,
  findRoleIds,
  findRoleNamesWithPermission,
  findUsedRoleNames,
  findUserNames,
  type RoleRow,
  readRoles,
  readUserLanguage,
} from './users.sql.ts';
