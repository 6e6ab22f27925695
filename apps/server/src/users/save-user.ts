/** Creates, updates and deletes accounts (API v3 §2.6). */
import { builtInRoles } from '@waypost/contract/common/permissions';
import type { UserChange, UserInput } from '@waypost/contract/users/users';
import type { z } from 'zod';
import { recordChange } from '../audit/audit.public.ts';
import type { Tx } from '../kernel/db/database.ts';
import { lockRow } from '../kernel/db/lock-row.ts';
import { mapConstraintErrors, notFound, Problem, validationError } from '../kernel/http/problem.ts';
import { accessDenied } from '../kernel/security/require-privilege.ts';
import type { Viewer } from '../kernel/security/viewer.ts';
import { readFeatures } from '../settings/settings.public.ts';
import { deleteLoginDevices } from './authentication/login-devices.sql.ts';
import { hashPassword } from './authentication/passwords.ts';
import {
  type AttemptCounter,
  limitEmailChangeAttempts,
  requireReauthentication,
} from './authentication/reauthentication.ts';
import {
  deletePasswordResets,
  deleteSessions,
  findSessions,
  type SessionRow,
} from './authentication/tokens.sql.ts';
import { generateSecret } from './authentication/tokens.ts';
import { findExceedingRoles } from './roles/role-escalation.ts';
import { canChangeRole, canDeleteUser, canReadUser } from './users.rules.ts';
import {
  countOtherAdmins,
  deleteUserRow,
  findUser,
  insertUser,
  type UserRow,
  updateUserRow,
} from './users.sql.ts';

type ParsedUserInput = z.output<typeof UserInput>;
type ParsedUserChange = z.output<typeof UserChange>;

const constraintFaults = {
  users_email_unique: () => validationError('users', 'email', 'taken'),
  users_role_exists: () => validationError('users', 'role', 'exists', { value: '' }),
};

/**
 * An account that the viewer may read.
 * @throws Problem 401 or 403 for an account that the viewer may not read, whether it exists or not; 404 when it does not exist
 */
export async function readAuthorizedUser(tx: Tx, viewer: Viewer, id: number): Promise<UserRow> {
  if (!canReadUser(viewer, id)) throw accessDenied(viewer, 'read', 'users', id);
  const user = await findUser(tx, id);
  if (!user) throw notFound('users', id);
  return user;
}

/** @throws 403 for an account with permissions that the viewer does not have */
async function requireNoEscalationByUser(tx: Tx, viewer: Viewer, user: UserRow): Promise<void> {
  if (viewer.id === user.id) return;
  if ((await findExceedingRoles(tx, viewer, [user.role])).size > 0)
    throw new Problem('user.beyond-your-rights', { id: user.id });
}

/** @throws 403 for a role with permissions that the viewer does not have */
export async function requireCanAssignRole(tx: Tx, viewer: Viewer, role: string | null): Promise<void> {
  if ((await findExceedingRoles(tx, viewer, [role])).size > 0)
    throw new Problem('role.beyond-your-rights', { role: role ?? '' });
}

/** @throws ValidationError at `/role` when the deployment's limit of administrators is reached (API v3 §6.2) */
export async function requireWithinAdminLimit(
  tx: Tx,
  user: { id: number } | null,
  role: string | null,
): Promise<void> {
  if (role !== builtInRoles.admin) return;
  const maxAdmins = (await readFeatures(tx)).limits.admin_users;
  if (maxAdmins !== true && (await countOtherAdmins(tx, user?.id ?? null)) >= maxAdmins)
    throw validationError('users', 'role', 'limitAdmins');
}

async function insertUserFromInput(tx: Tx, input: ParsedUserInput, role: string): Promise<UserRow> {
  // Invited users get a random password until they set their own.
  const password_hash = await hashPassword(input.password ?? generateSecret());
  return mapConstraintErrors(constraintFaults, () =>
    insertUser(tx, {
      email: input.email,
      password_hash,
      realname: input.realname ?? null,
      role,
      language: input.language ?? null,
    }),
  );
}

/**
 * Creates an account.
 * @throws ValidationError at `/email` when it is taken, at `/role` when it does not exist; 403 for a role with permissions
 *   that the viewer does not have
 */
export async function createUser(tx: Tx, viewer: Viewer, input: ParsedUserInput): Promise<UserRow> {
  const role = input.role ?? builtInRoles.member;
  await requireCanAssignRole(tx, viewer, role);
  await requireWithinAdminLimit(tx, null, role);
  const user = await insertUserFromInput(tx, input, role);
  await recordChange(tx, viewer, {
    action: 'create',
    subject: 'users',
    id: user.id,
    details: { role: { from: null, to: user.role }, ...(input.invite ? { invited: true } : {}) },
  });
  return user;
}

/** @throws ValidationError at `/role` when no administrator would remain (API v3 §9, ruling 35) */
async function requireRemainingAdmin(tx: Tx, user: UserRow, roleAfter: string | null): Promise<void> {
  if (user.role !== builtInRoles.admin || roleAfter === builtInRoles.admin) return;
  if ((await countOtherAdmins(tx, user.id)) === 0) throw validationError('users', 'role', 'lastAdmin');
}

/** An updated account, and the sessions that a new password ended. */
interface UpdatedUser {
  user: UserRow;
  endedSessions: SessionRow[];
}

/** Updates the fields that are present. A role that is sent back unchanged is not checked. */
export async function updateUser(
  tx: Tx,
  viewer: Viewer,
  id: number,
  change: ParsedUserChange,
  attempts: AttemptCounter,
): Promise<UpdatedUser> {
  await lockRow(tx, 'users', id);
  const user = await readAuthorizedUser(tx, viewer, id);
  await requireNoEscalationByUser(tx, viewer, user);
  const role = change.role === undefined ? user.role : change.role;
  if (role !== user.role && !canChangeRole(viewer, user)) throw accessDenied(viewer, 'update', 'users', id);
  if (viewer.id === id) await checkOwnChange(tx, viewer, user, change, attempts);
  if (role !== user.role) {
    await requireCanAssignRole(tx, viewer, role);
    await requireRemainingAdmin(tx, user, role);
    await requireWithinAdminLimit(tx, user, role);
  }
  const password = change.password ? { password_hash: await hashPassword(change.password) } : {};
  const changed = await mapConstraintErrors(constraintFaults, () =>
    updateUserRow(tx, id, {
      ...password,
      ...(role === user.role ? {} : { role }),
      ...(change.email === undefined ? {} : { email: change.email }),
      ...(change.realname === undefined ? {} : { realname: change.realname }),
      ...(change.language === undefined ? {} : { language: change.language }),
    }),
  );
  const endedSessions = await revokeAccess(tx, viewer, user, change);
  await recordCredentialChange(tx, viewer, user, changed, change);
  return { user: changed, endedSessions };
}

/** A new password or e-mail address of one's own account needs reauthentication. */
async function checkOwnChange(
  tx: Tx,
  viewer: Viewer,
  user: UserRow,
  change: ParsedUserChange,
  attempts: AttemptCounter,
): Promise<void> {
  const isEmailChange = change.email !== undefined && change.email !== user.email.toLowerCase();
  if (change.password || isEmailChange)
    await requireReauthentication(tx, viewer, user, change.current_password, attempts);
  if (isEmailChange) await limitEmailChangeAttempts(tx, user, attempts);
}

/**
 * A new password ends every session but the one it was set from, and makes all other devices unknown. A new password or
 * e-mail address voids password reset links that were sent before.
 * @returns the ended sessions
 */
async function revokeAccess(
  tx: Tx,
  viewer: Viewer,
  user: UserRow,
  change: ParsedUserChange,
): Promise<SessionRow[]> {
  if (change.password || change.email !== undefined) await deletePasswordResets(tx, user.id);
  if (!change.password) return [];
  const keptSessionId = viewer.id === user.id ? viewer.sessionId : null;
  const sessions = await findSessions(tx, user.id);
  await deleteLoginDevices(tx, user.id, keptSessionId);
  await deleteSessions(tx, user.id, keptSessionId);
  return sessions.filter((session) => session.id !== keptSessionId);
}

/** Writes changes of role, e-mail address and password to the audit log; a new name is not recorded. */
async function recordCredentialChange(
  tx: Tx,
  viewer: Viewer,
  before: UserRow,
  after: UserRow,
  { password }: ParsedUserChange,
): Promise<void> {
  const changed = [
    ...(before.role === after.role ? [] : ['role']),
    ...(before.email === after.email ? [] : ['email']),
    ...(password ? ['password'] : []),
  ];
  if (changed.length === 0) return;
  const role = before.role === after.role ? {} : { role: { from: before.role, to: after.role } };
  const details = { changed, ...role };
  await recordChange(tx, viewer, { action: 'update', subject: 'users', id: before.id, details });
}

/** Deletes an account. @throws 403 for one's own; ValidationError at `/role` for the last administrator */
export async function deleteUser(tx: Tx, viewer: Viewer, id: number): Promise<UserRow> {
  await lockRow(tx, 'users', id);
  const user = await readAuthorizedUser(tx, viewer, id);
  if (!canDeleteUser(viewer, id)) throw accessDenied(viewer, 'delete', 'users', id);
  await requireNoEscalationByUser(tx, viewer, user);
  await requireRemainingAdmin(tx, user, null);
  await deleteUserRow(tx, id);
  const details = { role: { from: user.role, to: null } };
  await recordChange(tx, viewer, { action: 'delete', subject: 'users', id, details });
  return user;
}
