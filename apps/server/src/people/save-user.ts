/** Making, changing and deleting accounts (wire 2.6). */
import { builtInRoles } from '@waypost/contract/privileges';
import type { UserChange, UserInput } from '@waypost/contract/users';
import type { z } from 'zod';
import { recordChange } from '../audit/audit.public.ts';
import type { Tx } from '../kernel/db.ts';
import { fault, notFound, Problem, translating } from '../kernel/problem.ts';
import { refused } from '../kernel/refuse.ts';
import type { Viewer } from '../kernel/viewer.ts';
import { readFeatures } from '../settings/settings.public.ts';
import { deleteDevices } from './devices.sql.ts';
import { hashPassword } from './passwords.ts';
import { mayChangeRole, mayDeleteUser, mayReadUser } from './people.rules.ts';
import {
  countOtherAdmins,
  deleteUserRow,
  findUser,
  insertUser,
  type UserRow,
  updateUserRow,
} from './people.sql.ts';
import { boundAddressTries, type Counting, requireOwner } from './require-owner.ts';
import { rolesBeyond } from './roles-beyond.ts';
import { deletePasswordResets, deleteSessions, findSessions, type SessionRow } from './tokens.sql.ts';
import { newSecret } from './tokens.ts';

type New = z.output<typeof UserInput>;
type Change = z.output<typeof UserChange>;

const promises = {
  users_email_once: () => fault('users', 'email', 'taken'),
  users_role_exists: () => fault('users', 'role', 'exists', { value: '' }),
};

/** An account that the viewer may read, or a refusal: who may not read learns nothing of who exists. */
export async function readableUser(tx: Tx, viewer: Viewer, id: number): Promise<UserRow> {
  if (!mayReadUser(viewer, id)) throw refused(viewer, 'read', 'users', id);
  const user = await findUser(tx, id);
  if (!user) throw notFound('users', id);
  return user;
}

/** @throws 403 for an account that holds rights which the viewer does not hold */
async function requireWithin(tx: Tx, viewer: Viewer, user: UserRow): Promise<void> {
  if (viewer.id === user.id) return;
  if ((await rolesBeyond(tx, viewer, [user.role])).size > 0)
    throw new Problem('user.beyond-your-rights', { id: user.id });
}

/** @throws 403 for a role that holds rights which the viewer does not hold */
async function requireMayGive(tx: Tx, viewer: Viewer, role: string | null): Promise<void> {
  if ((await rolesBeyond(tx, viewer, [role])).size > 0)
    throw new Problem('role.beyond-your-rights', { role: role ?? '' });
}

/** The deployment may be held to a number of administrators (wire 6.2). */
async function keepWithinAdminLimit(tx: Tx, user: { id: number } | null, role: string | null): Promise<void> {
  if (role !== builtInRoles.admin) return;
  const most = (await readFeatures(tx)).limits.admin_users;
  if (most !== true && (await countOtherAdmins(tx, user?.id ?? null)) >= most)
    throw fault('users', 'role', 'limitAdmins');
}

async function insertPerson(tx: Tx, input: New, role: string): Promise<UserRow> {
  // Who is invited has a password that nobody knows, until they set one.
  const password_hash = await hashPassword(input.password ?? newSecret());
  return translating(promises, () =>
    insertUser(tx, {
      email: input.email,
      password_hash,
      realname: input.realname ?? null,
      role,
      language: input.language ?? null,
    }),
  );
}

export async function createUser(tx: Tx, viewer: Viewer, input: New): Promise<UserRow> {
  const role = input.role ?? builtInRoles.member;
  await requireMayGive(tx, viewer, role);
  await keepWithinAdminLimit(tx, null, role);
  const user = await insertPerson(tx, input, role);
  await recordChange(tx, viewer, {
    action: 'create',
    subject: 'users',
    id: user.id,
    details: { role: { from: null, to: user.role }, ...(input.invite ? { invited: true } : {}) },
  });
  return user;
}

/** Somebody must stay administrator (ruling 35). */
async function keepAnAdmin(tx: Tx, user: UserRow, roleAfter: string | null): Promise<void> {
  if (user.role !== builtInRoles.admin || roleAfter === builtInRoles.admin) return;
  if ((await countOtherAdmins(tx, user.id)) === 0) throw fault('users', 'role', 'lastAdmin');
}

/** A changed account, and the sessions that a new password ended. */
interface UpdatedUser {
  user: UserRow;
  ended: SessionRow[];
}

/** Changes what is given. A role sent back unchanged is no change. */
export async function updateUser(
  tx: Tx,
  viewer: Viewer,
  id: number,
  change: Change,
  counting: Counting,
): Promise<UpdatedUser> {
  const user = await readableUser(tx, viewer, id);
  await requireWithin(tx, viewer, user);
  if (viewer.id === id) await checkOwnChange(tx, viewer, user, change, counting);
  const role = change.role === undefined ? user.role : change.role;
  if (role !== user.role) {
    if (!mayChangeRole(viewer, user)) throw refused(viewer, 'update', 'users', id);
    await requireMayGive(tx, viewer, role);
    await keepAnAdmin(tx, user, role);
    await keepWithinAdminLimit(tx, user, role);
  }
  const password = change.password ? { password_hash: await hashPassword(change.password) } : {};
  const changed = await translating(promises, () =>
    updateUserRow(tx, id, {
      ...password,
      role,
      ...(change.email === undefined ? {} : { email: change.email }),
      ...(change.realname === undefined ? {} : { realname: change.realname }),
      ...(change.language === undefined ? {} : { language: change.language }),
    }),
  );
  const ended = await shutOut(tx, viewer, user, change);
  await recordRights(tx, viewer, user, changed, change);
  return { user: changed, ended };
}

/** What opens one's own account is changed by its owner alone, whoever holds the device. */
async function checkOwnChange(
  tx: Tx,
  viewer: Viewer,
  user: UserRow,
  change: Change,
  counting: Counting,
): Promise<void> {
  const isOtherAddress = change.email !== undefined && change.email !== user.email.toLowerCase();
  if (change.password || isOtherAddress)
    await requireOwner(tx, viewer, user, change.current_password, counting);
  if (isOtherAddress) await boundAddressTries(tx, user, counting);
}

/**
 * A new password ends every session but the one it was set from, and devices that logged in with the old one are strangers;
 * either key to the account voids links sent before.
 * @returns the sessions that ended
 */
async function shutOut(tx: Tx, viewer: Viewer, user: UserRow, change: Change): Promise<SessionRow[]> {
  if (change.password || change.email !== undefined) await deletePasswordResets(tx, user.id);
  if (!change.password) return [];
  const stays = viewer.id === user.id ? viewer.session : null;
  const sessions = await findSessions(tx, user.id);
  await deleteDevices(tx, user.id, stays);
  await deleteSessions(tx, user.id, stays);
  return sessions.filter((session) => session.id !== stays);
}

/** What opens an account or what it may do; a new name is nobody's business. */
async function recordRights(
  tx: Tx,
  viewer: Viewer,
  before: UserRow,
  after: UserRow,
  { password }: Change,
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

export async function deleteUser(tx: Tx, viewer: Viewer, id: number): Promise<UserRow> {
  const user = await readableUser(tx, viewer, id);
  if (!mayDeleteUser(viewer, id)) throw refused(viewer, 'delete', 'users', id);
  await requireWithin(tx, viewer, user);
  await keepAnAdmin(tx, user, null);
  await deleteUserRow(tx, id);
  const details = { role: { from: user.role, to: null } };
  await recordChange(tx, viewer, { action: 'delete', subject: 'users', id, details });
  return user;
}
