/** Queries for accounts and roles; those for tokens are in `authentication/tokens.sql.ts`. */
import { builtInRoles, type Permission } from '@waypost/contract/common/permissions';
import { type Insertable, type Selectable, sql, type Updateable } from 'kysely';
import type { Db, Tx } from '../kernel/db/database.ts';
import { toLikePattern } from '../kernel/db/paging.ts';
import { notFound } from '../kernel/http/problem.ts';
import type { Tables } from '../migrations/tables.ts';

/** A row of `users`. */
export type UserRow = Selectable<Tables['users']>;
/** A row of `roles`. */
export type RoleRow = Selectable<Tables['roles']>;

/** The permissions of a role; empty for null. */
export async function readRolePermissions(tx: Tx, role: string | null): Promise<readonly string[]> {
  if (role === null) return [];
  const row = await tx.selectFrom('roles').where('name', '=', role).select('permissions').executeTakeFirst();
  return row?.permissions ?? [];
}

/** The user with this id. */
export const findUser = (tx: Tx, id: number): Promise<UserRow | undefined> =>
  tx.selectFrom('users').selectAll().where('id', '=', id).executeTakeFirst();

/** The users with these ids, in any order. */
export const findUsers = (tx: Tx, ids: readonly number[]): Promise<UserRow[]> =>
  tx.selectFrom('users').selectAll().where('id', '=', sql<number>`any(${ids}::bigint[])`).execute();

/** The language that a user has chosen; null: none. */
export const readUserLanguage = async (tx: Tx, id: number): Promise<string | null> =>
  (await tx.selectFrom('users').select('language').where('id', '=', id).executeTakeFirst())?.language ?? null;

/** E-mail addresses and languages of all administrators. */
export const findAdministrators = (tx: Tx): Promise<Pick<UserRow, 'email' | 'language'>[]> =>
  tx
    .selectFrom('users')
    .select(['email', 'language'])
    .where('role', '=', builtInRoles.admin)
    .orderBy('id')
    .execute();

/** Names of users by id. @param ids null is nobody; each may occur several times */
export async function findUserNames(
  tx: Tx,
  ids: readonly (number | null)[],
): Promise<Map<number, string | null>> {
  const wanted = [...new Set(ids.filter((id) => id !== null))];
  if (wanted.length === 0) return new Map();
  const rows = await tx.selectFrom('users').select(['id', 'realname']).where('id', 'in', wanted).execute();
  return new Map(rows.map((row) => [row.id, row.realname]));
}

/** The user with this e-mail address, ignoring case. */
export const findUserByEmail = (tx: Db, email: string): Promise<UserRow | undefined> =>
  tx.selectFrom('users').selectAll().where(sql`lower(email)`, '=', email.toLowerCase()).executeTakeFirst();

interface UserSearch {
  q?: string | undefined;
  role?: string[] | undefined;
  limit?: number | undefined;
  offset?: number | undefined;
  orderby?: 'id' | 'realname' | 'email' | 'created' | 'updated' | 'role' | 'last_login' | undefined;
  order?: 'asc' | 'desc' | undefined;
}

/** A page of users, and the total number of matches. */
export async function searchUsers(
  tx: Tx,
  search: UserSearch,
): Promise<{ results: UserRow[]; total: number }> {
  let matching = tx.selectFrom('users');
  const { q, role } = search;
  if (q) {
    const pattern = toLikePattern(q);
    matching = matching.where((eb) =>
      eb.or([
        eb('email', 'ilike', pattern),
        eb('realname', 'ilike', pattern),
        eb.exists(
          eb
            .selectFrom('contacts')
            .whereRef('contacts.user_id', '=', 'users.id')
            .where('contact', 'ilike', pattern),
        ),
      ]),
    );
  }
  if (role?.length) matching = matching.where('role', 'in', role);
  const { total } = await matching
    .select((eb) => eb.fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow();
  const orderby = search.orderby ?? 'id';
  let page = matching
    .selectAll()
    .orderBy(orderby === 'realname' ? sql`lower(realname)` : orderby, search.order ?? 'asc');
  page = page.orderBy('id').offset(search.offset ?? 0);
  if (search.limit !== undefined) page = page.limit(search.limit);
  return { results: await page.execute(), total };
}

/** Inserts an account. */
export const insertUser = (tx: Tx, user: Insertable<Tables['users']>): Promise<UserRow> =>
  tx.insertInto('users').values(user).returningAll().executeTakeFirstOrThrow();

/**
 * Inserts an account unless its address has one. Either way an id is used up, so that the ids of accounts created before
 * and after do not reveal which it was.
 * @returns the id, and the account if it was inserted
 */
export async function insertUserIfNew(
  tx: Tx,
  user: Pick<UserRow, 'email' | 'password_hash' | 'realname' | 'role' | 'language'>,
): Promise<{ id: number; user: UserRow | undefined }> {
  const sequence = await sql<{ id: number }>`
    select nextval(pg_get_serial_sequence('users', 'id')) as id`.execute(tx);
  const id = Number(sequence.rows[0]?.id);
  const { rows } = await sql<UserRow>`
    insert into users (id, email, password_hash, realname, role, language) overriding system value
    values (${id}, ${user.email}, ${user.password_hash}, ${user.realname}, ${user.role}, ${user.language})
    on conflict do nothing
    returning *`.execute(tx);
  return { id, user: rows[0] };
}

/** Writes an account once more, unchanged: as much work as a second statement after `insertUserIfNew` for a new one. */
export const rewriteUserRow = async (tx: Tx, email: string): Promise<void> => {
  await sql`update users set logins = logins where lower(email) = ${email.toLowerCase()}`.execute(tx);
};

/** Updates an account. @throws Problem 404 when it does not exist */
export const updateUserRow = (tx: Tx, id: number, change: Updateable<Tables['users']>): Promise<UserRow> =>
  tx
    .updateTable('users')
    .set({ ...change, updated: sql<Date>`now()` })
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow(() => notFound('users', id));

/**
 * Deletes an account, with its contacts and their messages. Posts stay, and lose these and their author first: a row that the deletion has changed
 * already is checked again with each further change, and would still name a message that is gone. Earlier versions, which name former authors in
 * a document, have no foreign key that would.
 */
export const deleteUserRow = async (tx: Tx, id: number): Promise<void> => {
  await sql`
    select mark_senders_removed(array(
      select id from posts where user_id = ${id}
        or contact_id in (select contacts.id from contacts where contacts.user_id = ${id})))`.execute(tx);
  await sql`
    update posts set contact_id = null, message_id = null,
      user_id = nullif(user_id, ${id}), masked_user_id = nullif(masked_user_id, ${id})
    where id in (
      select posts.id from posts join contacts on contacts.id = posts.contact_id where contacts.user_id = ${id}
      union select posts.id from posts join messages on messages.id = posts.message_id
        join contacts on contacts.id = messages.contact_id where contacts.user_id = ${id})`.execute(tx);
  await sql`
    update posts set user_id = nullif(user_id, ${id}), masked_user_id = nullif(masked_user_id, ${id})
    where user_id = ${id} or masked_user_id = ${id}`.execute(tx);
  await sql`
    update post_revisions set replaced = jsonb_set(replaced, '{user}', 'null')
    where replaced ->> 'user' = ${String(id)}`.execute(tx);
  await tx.deleteFrom('users').where('id', '=', id).execute();
};

/** Updates the login counters (API v3 §9, ruling 51). */
export const recordLoginAttempt = async (tx: Tx, id: number, isSuccessful: boolean): Promise<void> => {
  await tx
    .updateTable('users')
    .set(
      isSuccessful
        ? {
            logins: sql<number>`logins + 1`,
            failed_attempts: 0,
            last_login: sql<Date>`now()`,
            last_attempt: sql<Date>`now()`,
          }
        : { failed_attempts: sql<number>`failed_attempts + 1`, last_attempt: sql<Date>`now()` },
    )
    .where('id', '=', id)
    .execute();
};

/** Id of the advisory lock that serializes counting administrators; an arbitrary number. */
const adminCountLockId = 7_490_214;

/**
 * The number of administrators except one. It holds a lock until the end of the transaction, so that two administrators
 * cannot demote each other at once, and two new ones cannot both take the last place.
 */
export async function countOtherAdmins(tx: Tx, exceptUserId: number | null): Promise<number> {
  await sql`select pg_advisory_xact_lock(${adminCountLockId})`.execute(tx);
  const rows = await tx.selectFrom('users').select('id').where('role', '=', builtInRoles.admin).execute();
  return rows.filter((row) => row.id !== exceptUserId).length;
}

/** The role with this id. */
export const findRole = (tx: Tx, id: number): Promise<RoleRow | undefined> =>
  tx.selectFrom('roles').selectAll().where('id', '=', id).executeTakeFirst();

/** The roles with these names. */
export const findRolesByName = async (tx: Tx, names: readonly string[]): Promise<RoleRow[]> =>
  names.length === 0 ? [] : tx.selectFrom('roles').selectAll().where('name', 'in', names).execute();

/** All roles, the oldest first. */
export const readRoles = (tx: Tx): Promise<RoleRow[]> =>
  tx.selectFrom('roles').selectAll().orderBy('id').execute();

/** Names of the roles that accounts have or open invitations grant. */
export async function findUsedRoleNames(tx: Tx): Promise<Set<string>> {
  const { rows } = await sql<{ role: string }>`
    select role from users where role is not null
    union select role from invitations where revoked is null and expires > now() and uses < max_uses`.execute(
    tx,
  );
  return new Set(rows.map(({ role }) => role));
}

/** Names of the roles that hold a permission, and of administrators. */
export async function findRoleNamesWithPermission(tx: Tx, permission: Permission): Promise<string[]> {
  const rows = await tx
    .selectFrom('roles')
    .select('name')
    .where((eb) =>
      eb.or([eb('name', '=', builtInRoles.admin), sql<boolean>`${permission} = any(permissions)`]),
    )
    .orderBy('id')
    .execute();
  return rows.map((row) => row.name);
}

/** Which of these role names exist. */
export async function findExistingRoleNames(tx: Tx, names: readonly string[]): Promise<Set<string>> {
  return new Set((await findRolesByName(tx, names)).map((role) => role.name));
}

interface RoleSearch {
  q?: string | undefined;
  name?: string | undefined;
  limit?: number | undefined;
  offset?: number | undefined;
  orderby?: 'id' | 'name' | 'display_name' | undefined;
  order?: 'asc' | 'desc' | undefined;
}

/** A page of roles, and the total number of matches. */
export async function searchRoles(
  tx: Tx,
  search: RoleSearch,
): Promise<{ results: RoleRow[]; total: number }> {
  let matching = tx.selectFrom('roles');
  if (search.name !== undefined) matching = matching.where('name', '=', search.name);
  if (search.q) matching = matching.where('name', 'ilike', toLikePattern(search.q));
  const { total } = await matching
    .select((eb) => eb.fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow();
  let page = matching
    .selectAll()
    .orderBy(search.orderby ?? 'id', search.order ?? 'asc')
    .offset(search.offset ?? 0);
  if (search.limit !== undefined) page = page.limit(search.limit);
  return { results: await page.execute(), total };
}

/** Inserts a role. */
export const insertRole = (tx: Tx, role: Insertable<Tables['roles']>): Promise<RoleRow> =>
  tx.insertInto('roles').values(role).returningAll().executeTakeFirstOrThrow();

/** Updates a role. @throws Problem 404 when it does not exist */
export const updateRoleRow = (tx: Tx, id: number, change: Updateable<Tables['roles']>): Promise<RoleRow> =>
  tx
    .updateTable('roles')
    .set(change)
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow(() => notFound('roles', id));

/** Deletes a role; its users get the role `user` first (API v3 §9, ruling 33). */
export async function deleteRoleRow(tx: Tx, role: RoleRow): Promise<void> {
  await tx.updateTable('users').set({ role: builtInRoles.member }).where('role', '=', role.name).execute();
  await tx.deleteFrom('roles').where('id', '=', role.id).execute();
}

/**
 * Finds roles by id or name, since clients send either.
 * @returns ids by the reference as text; references to unknown roles have no entry
 */
export async function findRoleIds(
  tx: Tx,
  idsOrNames: readonly (number | string)[],
): Promise<Map<string, number>> {
  const references = idsOrNames.map(String);
  if (references.length === 0) return new Map();
  const rows = await tx
    .selectFrom('roles')
    .select(['id', 'name'])
    .where((eb) => eb.or([eb('name', 'in', references), eb(sql`id::text`, 'in', references)]))
    .execute();
  return new Map([
    ...rows.map((row): [string, number] => [row.name, row.id]),
    ...rows.map((row): [string, number] => [String(row.id), row.id]),
  ]);
}
