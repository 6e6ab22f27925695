/** The three ways to a token (wire 1.4). */

import { limits } from '@waypost/contract/limits';
import { type Token, TokenRequest, type tokenErrors, webClient } from '@waypost/contract/oauth';
import { everyScope, scopes as knownScopes } from '@waypost/contract/scopes';
import type { z } from 'zod';
import { type Db, inTransaction, type Tx } from '../kernel/db.ts';
import { deviceNames } from './device-names.ts';
import { findDevice, insertDevice, touchDevice } from './devices.sql.ts';
import { passwordFits } from './passwords.ts';
import { findUser, findUserByEmail, noteLogin, type UserRow } from './people.sql.ts';
import { type Attempt, countAttempt, forgiveAttempt } from './sign-in-throttle.ts';
import { insertSession, renewSession } from './tokens.sql.ts';
import { hashOf, holderOfRefreshToken, issueToken, newSecret } from './tokens.ts';

type Code = keyof typeof tokenErrors;
export interface Refusal {
  refused: Code;
  hint?: string;
  /** Seconds until another try is looked at. */
  retryAfter?: number;
}

const refuse = (refused: Code, hint?: string): Refusal => (hint ? { refused, hint } : { refused });

/** `*` is for people; a visitor's token goes without it. */
function readScopes(text: string, forPerson: boolean): string[] | Refusal {
  const asked = text.split(/\s+/).filter((scope) => scope !== '');
  const unknown = asked.find(
    (scope) => scope !== everyScope && !knownScopes.some((known) => known === scope),
  );
  if (unknown !== undefined) return refuse('invalid_scope', `Check the \`${unknown}\` scope`);
  return forPerson ? asked : asked.filter((scope) => scope !== everyScope);
}

async function tokens(
  tx: Tx,
  person: { id: number; session: number } | null,
  client: string,
  scopes: string[],
): Promise<Token> {
  const holder = { userId: person?.id ?? null, session: person?.session ?? null, client, scopes };
  const access = {
    token_type: 'Bearer' as const,
    expires_in: limits.accessToken,
    access_token: await issueToken(tx, 'access', holder),
  };
  return person ? { ...access, refresh_token: await issueToken(tx, 'refresh', holder) } : access;
}

/** The device of a login that succeeded; a proof for one that is new, if it asked for one. */
async function deviceOfLogin(
  tx: Tx,
  user: UserRow,
  known: number | undefined,
  sent: string | undefined,
): Promise<{ id: number | null; proof?: string }> {
  const touched = known === undefined ? undefined : await touchDevice(tx, known);
  if (touched !== undefined) return { id: touched };
  if (sent === undefined) return { id: null };
  const proof = newSecret();
  return { id: await insertDevice(tx, user.id, hashOf(proof)), proof };
}

/** Begins a session, unless the password was changed since it was found to fit. */
async function beginSession(
  tx: Tx,
  user: UserRow,
  { request, client, scopes, userAgent }: Asked,
  { device: known }: Attempt,
): Promise<Token | undefined> {
  await noteLogin(tx, user.id, true);
  // The row is locked by now.
  const now = await findUser(tx, user.id);
  if (now?.password_hash !== user.password_hash) return undefined;
  const device = await deviceOfLogin(tx, user, known, request.device);
  const names = deviceNames(userAgent, request.time_zone);
  const session = await insertSession(tx, { user_id: user.id, client, device_id: device.id, ...names });
  const token = await tokens(tx, { id: user.id, session }, client, scopes);
  return device.proof === undefined ? token : { ...token, device: device.proof };
}

/**
 * A try counts until it turns out well (`sign-in-throttle.ts`). Beyond the bound even the right password is wrong, as the
 * API format has it, and the answer says how long to wait.
 */
async function byPassword(db: Db, asked: Asked): Promise<Token | Refusal> {
  const { request, caller } = asked;
  if (!request.username) return refuse('invalid_request', 'Check the `username` parameter');
  if (!request.password) return refuse('invalid_request', 'Check the `password` parameter');
  const email = request.username.trim().toLowerCase();
  const user = await findUserByEmail(db, email);
  const device =
    user && request.device ? await findDevice(db, user.id, request.device.split(' ').map(hashOf)) : undefined;
  const attempt: Attempt = { email, passwordHash: user?.password_hash ?? null, caller, device };
  const wait = await countAttempt(db, attempt);
  if (wait > 0) return { refused: 'invalid_credentials', retryAfter: wait };
  // Outside any transaction: hashing takes longer than all the queries, and connections are few.
  const fits = await passwordFits(user?.password_hash ?? null, request.password);
  if (!user) return refuse('invalid_credentials');
  const token = await inTransaction(db, 'writes', async (tx) => {
    if (fits) return beginSession(tx, user, asked, attempt);
    await noteLogin(tx, user.id, false);
    return undefined;
  });
  if (!token) return refuse('invalid_credentials');
  await forgiveAttempt(db, attempt);
  return token;
}

async function byRefreshToken(tx: Tx, { request, client }: Asked): Promise<Token | Refusal> {
  if (!request.refresh_token) return refuse('invalid_request', 'Check the `refresh_token` parameter');
  const holder = await holderOfRefreshToken(tx, request.refresh_token);
  if (!holder?.id || !holder.session_id) return refuse('invalid_refresh_token');
  await renewSession(tx, holder.session_id);
  return tokens(tx, { id: holder.id, session: holder.session_id }, client, holder.scopes);
}

interface Asked {
  request: z.output<typeof TokenRequest>;
  client: string;
  scopes: string[];
  caller: string;
  userAgent: string | undefined;
}

/**
 * @param body as it was sent, JSON or form
 * @param caller whose tries are counted together
 * @param userAgent what the program calls itself, for the list of logins
 * @throws Problem 429 for a caller with far too many wrong passwords
 */
export async function signIn(
  db: Db,
  body: unknown,
  caller: string,
  userAgent?: string,
): Promise<Token | Refusal> {
  const parsed = TokenRequest.safeParse(body ?? {});
  if (!parsed.success) {
    const missing = String(parsed.error.issues[0]?.path[0]);
    return missing === 'grant_type'
      ? refuse('unsupported_grant_type')
      : refuse('invalid_request', `Check the \`${missing}\` parameter`);
  }
  const request = parsed.data;
  if (!['client_credentials', 'password', 'refresh_token'].includes(request.grant_type))
    return refuse('unsupported_grant_type');
  if (request.client_id !== webClient.id || request.client_secret !== webClient.secret)
    return refuse('invalid_client');
  const scopes = readScopes(request.scope, request.grant_type !== 'client_credentials');
  if ('refused' in scopes) return scopes;
  const asked = { request, client: request.client_id, scopes, caller, userAgent };
  if (request.grant_type === 'password') return byPassword(db, asked);
  return inTransaction(db, 'writes', (tx) =>
    request.grant_type === 'refresh_token'
      ? byRefreshToken(tx, asked)
      : tokens(tx, null, asked.client, scopes),
  );
}
