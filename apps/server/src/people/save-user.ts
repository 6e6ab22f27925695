/** Making, changing and deleting accounts (wire 2.6). */
import { builtInRoles } from '@waypost/contract/privileges';
import type { UserChange, UserInput } from '@waypost/contract/users';
import type { z } from 'zod';
import type { Tx } from '../kernel/db.ts';
import { fault, notFound, translating } from '../kernel/problem.ts';
import { refused, require } from '../kernel/refuse.ts';
import type { Viewer } from '../kernel/viewer.ts';
import { hashPassword } from './passwords.ts';
import { mayChangeRole, userPrivileges } from './people.rules.ts';
import {
  countOtherAdmins,
  deleteUserRow,
  findUser,
  insertUser,
  type UserRow,
  updateUserRow,
} from './people.sql.ts';

type New = z.output<typeof UserInput>;
type Change = z.output<typeof UserChange>;

const promises = {
  users_email_once: () => fault('users', 'email', 'taken'),
  users_role_exists: () => fault('users', 'role', 'exists', { value: '' }),
};

/** An account that the viewer may read, or a refusal: who may not read learns nothing of who exists. */
export async function readableUser(tx: Tx, viewer: Viewer, id: number): Promise<UserRow> {
  require(viewer, userPrivileges(viewer, { id }), 'read', 'users', id);
  const user = await findUser(tx, id);
  if (!user) throw notFound('users', id);
  return user;
}

export async function createUser(tx: Tx, input: New): Promise<UserRow> {
  const password_hash = await hashPassword(input.password);
  return translating(promises, () =>
    insertUser(tx, {
      email: input.email,
      password_hash,
      realname: input.realname ?? null,
      role: input.role ?? builtInRoles.member,
      language: input.language ?? null,
    }),
  );
}

/** Somebody must stay administrator (ruling 35). */
async function keepAnAdmin(tx: Tx, user: UserRow, roleAfter: string | null): Promise<void> {
  if (user.role !== builtInRoles.admin || roleAfter === builtInRoles.admin) return;
  if ((await countOtherAdmins(tx, user.id)) === 0) throw fault('users', 'role', 'lastAdmin');
}

/** Changes what is given. A role sent back unchanged is no change. */
export async function updateUser(tx: Tx, viewer: Viewer, id: number, change: Change): Promise<UserRow> {
  const user = await readableUser(tx, viewer, id);
  require(viewer, userPrivileges(viewer, user), 'update', 'users', id);
  const role = change.role === undefined ? user.role : change.role;
  if (role !== user.role) {
    if (!mayChangeRole(viewer, user)) throw refused(viewer, 'update', 'users', id);
    await keepAnAdmin(tx, user, role);
  }
  const password = change.password ? { password_hash: await hashPassword(change.password) } : {};
  return translating(promises, () =>
    updateUserRow(tx, id, {
      ...password,
      role,
      ...(change.email === undefined ? {} : { email: change.email }),
      ...(change.realname === undefined ? {} : { realname: change.realname }),
      ...(change.language === undefined ? {} : { language: change.language }),
    }),
  );
}

export async function deleteUser(tx: Tx, viewer: Viewer, id: number): Promise<UserRow> {
  require(viewer, userPrivileges(viewer, { id }), 'delete', 'users', id);
  const user = await findUser(tx, id);
  if (!user) throw notFound('users', id);
  await keepAnAdmin(tx, user, null);
  await deleteUserRow(tx, id);
  return user;
}
