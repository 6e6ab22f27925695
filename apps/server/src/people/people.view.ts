/** Accounts and roles as they leave the server. */
import { createHash } from 'node:crypto';
import type { Role } from '@waypost/contract/roles';
import type { User } from '@waypost/contract/users';
import { type ContactRow, contactsOf, viewRawContact } from '../contacts/contacts.public.ts';
import type { Tx } from '../kernel/db.ts';
import type { Viewer } from '../kernel/viewer.ts';
import { type Addresses, wireDate, wireDateOrNull } from '../kernel/wire.ts';
import { mayGive, rolePrivileges, userPrivileges } from './people.rules.ts';
import type { RoleRow, UserRow } from './people.sql.ts';
import { rolesBeyond } from './roles-beyond.ts';

/** What avatars are made from. */
const gravatarOf = (email: string) => createHash('md5').update(email.trim().toLowerCase()).digest('hex');
const epochOrNull = (date: Date | null) => (date ? Math.floor(date.getTime() / 1000) : null);

/** Everything to the person and to those who manage people; to others the name. */
function viewAs(
  viewer: Viewer,
  addresses: Addresses,
  user: UserRow,
  contacts: readonly ContactRow[],
  beyond: ReadonlySet<string>,
): User {
  const allowed_privileges = userPrivileges(viewer, user, beyond);
  const known = { id: user.id, url: addresses.entity('users', user.id), realname: user.realname };
  if (!allowed_privileges.includes('read_full')) return { ...known, contacts: [], allowed_privileges };
  return {
    id: known.id,
    url: known.url,
    email: user.email,
    email_confirmed: user.email_confirmed !== null,
    realname: known.realname,
    logins: user.logins,
    failed_attempts: user.failed_attempts,
    last_login: epochOrNull(user.last_login),
    last_attempt: epochOrNull(user.last_attempt),
    created: wireDate(user.created),
    updated: wireDateOrNull(user.updated),
    role: user.role,
    language: user.language,
    contacts: contacts.map(viewRawContact),
    allowed_privileges,
    gravatar: gravatarOf(user.email),
  };
}

/** Accounts with their contacts, which are read in one go, as their roles are. */
export async function viewUsers(
  tx: Tx,
  viewer: Viewer,
  addresses: Addresses,
  users: readonly UserRow[],
): Promise<User[]> {
  const contacts = await contactsOf(
    tx,
    users.map((user) => user.id),
  );
  const beyond = await rolesBeyond(
    tx,
    viewer,
    users.map((user) => user.role),
  );
  return users.map((user) => viewAs(viewer, addresses, user, contacts.get(user.id) ?? [], beyond));
}

/** @param contacts when they are known, or can be read no more */
export async function viewUser(
  tx: Tx,
  viewer: Viewer,
  addresses: Addresses,
  user: UserRow,
  contacts?: readonly ContactRow[],
): Promise<User> {
  const known = contacts ?? (await contactsOf(tx, [user.id])).get(user.id) ?? [];
  return viewAs(viewer, addresses, user, known, await rolesBeyond(tx, viewer, [user.role]));
}

export function viewRole(viewer: Viewer, addresses: Addresses, role: RoleRow): Role {
  return {
    id: role.id,
    url: addresses.entity('roles', role.id),
    name: role.name,
    display_name: role.display_name,
    description: role.description,
    permissions: role.permissions,
    protected: role.protected,
    may_give: mayGive(viewer, role),
    allowed_privileges: rolePrivileges(viewer, role),
  };
}
