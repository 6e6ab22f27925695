/** Public interface of the domain `users`. */

export { createAuthenticator } from './authentication/authenticator.ts';
export { deleteAllSessions } from './authentication/tokens.sql.ts';
export {
  findAccountsOfTokens,
  hashSecret,
  readViewerByUserId,
  readViewersByUserId,
} from './authentication/tokens.ts';
export { revokeOpenInvitations } from './invitations/invitations.sql.ts';
export { createRole, deleteRole, updateRole } from './roles/save-role.ts';
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
