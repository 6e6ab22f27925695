/** Queries for tokens, sessions and password resets. */
import { limits } from '@waypost/contract/common/limits';
import { type Insertable, type Selectable, sql } from 'kysely';
import type { Db, Tx } from '../../kernel/db/database.ts';
import type { Tables } from '../../migrations/tables.ts';

/** A session with the expiry of its last token. */
export type SessionRow = Selectable<Tables['sessions']> & { expires: Date };

interface TokenHolder {
  id: number | null;
  email: string | null;
  realname: string | null;
  role: string | null;
  scopes: string[];
  session_id: number | null;
}

/** Stores a token by its hash. */
export const insertToken = async (tx: Tx, token: Insertable<Tables['tokens']>): Promise<void> => {
  await tx.insertInto('tokens').values(token).execute();
};

/** The holder of a token that has not expired. A visitor's token has no user. */
export async function findTokenHolder(
  tx: Tx,
  hash: Buffer,
  kind: 'access' | 'refresh',
): Promise<TokenHolder | undefined> {
  return tx
    .selectFrom('tokens')
    .leftJoin('users', 'users.id', 'tokens.user_id')
    .where('tokens.hash', '=', hash)
    .where('tokens.kind', '=', kind)
    .where('tokens.expires', '>', sql<Date>`now()`)
    .select(['users.id', 'users.email', 'users.realname', 'users.role', 'tokens.scopes', 'tokens.session_id'])
    .executeTakeFirst();
}

/** Hashes of those of the access tokens that have not expired, with their accounts; null for a visitor's token. */
export const readAccountsOfTokens = (
  tx: Tx,
  hashes: readonly Buffer[],
): Promise<{ hash: Buffer; user_id: number | null }[]> =>
  tx
    .selectFrom('tokens')
    .where('hash', '=', sql<Buffer>`any(${hashes}::bytea[])`)
    .where('kind', '=', 'access')
    .where('expires', '>', sql<Date>`now()`)
    .select(['hash', 'user_id'])
    .execute();

/** Deletes a token and, if it belongs to a session, that session with all its tokens. */
export async function deleteTokenAndSession(tx: Tx, hash: Buffer): Promise<void> {
  const token = await tx
    .deleteFrom('tokens')
    .where('hash', '=', hash)
    .returning('session_id')
    .executeTakeFirst();
  if (token?.session_id) await tx.deleteFrom('sessions').where('id', '=', token.session_id).execute();
}

/** Inserts a session. @returns its id */
export async function insertSession(tx: Tx, session: Insertable<Tables['sessions']>): Promise<number> {
  const row = await tx.insertInto('sessions').values(session).returning('id').executeTakeFirstOrThrow();
  return row.id;
}

/** Records that the tokens of a session were refreshed. */
export const renewSession = async (tx: Tx, id: number): Promise<void> => {
  await tx.updateTable('sessions').set({ renewed: sql<Date>`now()` }).where('id', '=', id).execute();
};

/** Whether a session was begun within the last `limits.recentLoginSeconds`. */
export async function isRecentSession(tx: Tx, id: number): Promise<boolean> {
  const row = await tx
    .selectFrom('sessions')
    .select('id')
    .where('id', '=', id)
    .where('created', '>', sql<Date>`now() - make_interval(secs => ${limits.recentLoginSeconds})`)
    .executeTakeFirst();
  return row !== undefined;
}

/** The sessions of a user with a token that has not expired, the most recently renewed first. */
export const findSessions = (tx: Tx, userId: number): Promise<SessionRow[]> =>
  tx
    .selectFrom('sessions')
    .innerJoin('tokens', 'tokens.session_id', 'sessions.id')
    .where('sessions.user_id', '=', userId)
    .where('tokens.expires', '>', sql<Date>`now()`)
    .groupBy('sessions.id')
    .selectAll('sessions')
    .select((eb) => eb.fn.max('tokens.expires').as('expires'))
    .orderBy('sessions.renewed', 'desc')
    .orderBy('sessions.id', 'desc')
    .execute();

/**
 * Signs a user out everywhere. Tokens are deleted with their sessions.
 * @param exceptSessionId a session that is kept
 */
export async function deleteSessions(
  tx: Tx,
  userId: number,
  exceptSessionId: number | null = null,
): Promise<void> {
  let sessions = tx.deleteFrom('sessions').where('user_id', '=', userId);
  if (exceptSessionId !== null) sessions = sessions.where('id', '!=', exceptSessionId);
  await sessions.execute();
}

/**
 * Deletes all sessions, tokens (visitors' too), links that reset a password, and known devices of all users.
 * @returns the number of sessions
 */
export async function deleteAllSessions(tx: Tx): Promise<number> {
  const { numDeletedRows } = await tx.deleteFrom('sessions').executeTakeFirst();
  await tx.deleteFrom('tokens').execute();
  await tx.deleteFrom('password_resets').execute();
  await tx.deleteFrom('login_devices').execute();
  return Number(numDeletedRows);
}

/** Deletes one session of a user. Sessions of other users are not deleted, whatever id is passed. */
export const deleteSession = async (tx: Tx, userId: number, id: number): Promise<void> => {
  await tx.deleteFrom('sessions').where('user_id', '=', userId).where('id', '=', id).execute();
};

/** Stores a password reset token by its hash. */
export const insertPasswordReset = async (
  tx: Tx,
  reset: Insertable<Tables['password_resets']>,
): Promise<void> => {
  await tx.insertInto('password_resets').values(reset).execute();
};

/** Uses up a password reset token. @returns the user's id; undefined when it is unknown, used or expired */
export async function consumePasswordReset(tx: Tx, hash: Buffer): Promise<number | undefined> {
  const row = await tx
    .deleteFrom('password_resets')
    .where('hash', '=', hash)
    .where('expires', '>', sql<Date>`now()`)
    .returning('user_id')
    .executeTakeFirst();
  return row?.user_id;
}

/** Deletes all password reset tokens of a user. */
export const deletePasswordResets = async (tx: Tx, userId: number): Promise<void> => {
  await tx.deleteFrom('password_resets').where('user_id', '=', userId).execute();
};

/** Deletes expired tokens and password resets, and sessions without tokens. */
export async function deleteExpiredTokens(db: Db): Promise<void> {
  await db.deleteFrom('tokens').where('expires', '<', sql<Date>`now()`).execute();
  await db.deleteFrom('password_resets').where('expires', '<', sql<Date>`now()`).execute();
  // Listed for a while, so that the team sees what became of them.
  await db.deleteFrom('invitations').where('expires', '<', sql<Date>`now() - interval '30 days'`).execute();
  await sql`
    delete from sessions where not exists (select from tokens where session_id = sessions.id)`.execute(db);
}
