/** API format of accounts and roles. */
import { createHash } from 'node:crypto';
import type { Role } from '@waypost/contract/users/roles';
import type { User } from '@waypost/contract/users/users';
import { type ContactRow, findContactsByUserIds, viewContactOfUser } from '../contacts/contacts.public.ts';
import type { Tx } from '../kernel/db/database.ts';
import { toApiDate, toApiDateOrNull, type UrlBuilder } from '../kernel/http/api-format.ts';
import type { Viewer } from '../kernel/security/viewer.ts';
import { findExceedingRoles } from './roles/role-escalation.ts';
import { canAssignRole, rolePrivileges, userPrivileges } from './users.rules.ts';
import type { RoleRow, UserRow } from './users.sql.ts';

/** MD5 of the address, which clients build avatar URLs from. */
const gravatarHash = (email: string) => createHash('md5').update(email.trim().toLowerCase()).digest('hex');
const toEpochSecondsOrNull = (date: Date | null) => (date ? Math.floor(date.getTime() / 1000) : null);

/** All fields for the user and for viewers with Manage Users; only the name for others. */
function viewUserAs(
  viewer: Viewer,
  urls: UrlBuilder,
  user: UserRow,
  contacts: readonly ContactRow[],
  exceedingRoles: ReadonlySet<string>,
): User {
  const allowed_privileges = userPrivileges(viewer, user, exceedingRoles);
  const common = { id: user.id, url: urls.entity('users', user.id), realname: user.realname };
  if (!allowed_privileges.includes('read_full')) return { ...common, contacts: [], allowed_privileges };
  return {
    id: common.id,
    url: common.url,
    email: user.email,
    email_confirmed: user.email_confirmed !== null,
    realname: common.realname,
    logins: user.logins,
    failed_attempts: user.failed_attempts,
    last_login: toEpochSecondsOrNull(user.last_login),
    last_attempt: toEpochSecondsOrNull(user.last_attempt),
    created: toApiDate(user.created),
    updated: toApiDateOrNull(user.updated),
    role: user.role,
    language: user.language,
    contacts: contacts.map(viewContactOfUser),
    allowed_privileges,
    gravatar: gravatarHash(user.email),
  };
}

/** Accounts with their contacts. Contacts and roles are read in one query each. */
export async function viewUsers(
  tx: Tx,
  viewer: Viewer,
  urls: UrlBuilder,
  users: readonly UserRow[],
): Promise<User[]> {
  const contacts = await findContactsByUserIds(
    tx,
    users.map((user) => user.id),
  );
  const exceedingRoles = await findExceedingRoles(
    tx,
    viewer,
    users.map((user) => user.role),
  );
  return users.map((user) => viewUserAs(viewer, urls, user, contacts.get(user.id) ?? [], exceedingRoles));
}

/** One account. @param contacts read from the database if omitted; passed when the account is new or deleted */
export async function viewUser(
  tx: Tx,
  viewer: Viewer,
  urls: UrlBuilder,
  user: UserRow,
  contacts?: readonly ContactRow[],
): Promise<User> {
  const userContacts = contacts ?? (await findContactsByUserIds(tx, [user.id])).get(user.id) ?? [];
  return viewUserAs(viewer, urls, user, userContacts, await findExceedingRoles(tx, viewer, [user.role]));
}

/** A role in the format of the API. */
export function viewRole(viewer: Viewer, urls: UrlBuilder, role: RoleRow): Role {
  return {
    id: role.id,
    url: urls.entity('roles', role.id),
    name: role.name,
    display_name: role.display_name,
    description: role.description,
    permissions: role.permissions,
    protected: role.protected,
    may_give: canAssignRole(viewer, role),
    allowed_privileges: rolePrivileges(viewer, role),
  };
}
