/** The three ways to a token (wire 1.4). */

import { limits } from '@waypost/contract/common/limits';
import { allScopes, scopes as knownScopes } from '@waypost/contract/common/scopes';
import { type Token, TokenRequest, type tokenErrors, webClient } from '@waypost/contract/users/oauth';
import type { z } from 'zod';
import { type Db, inTransaction, type Tx } from '../../kernel/db/database.ts';
import { parseUserAgent } from '../sessions/user-agent.ts';
import { findUser, findUserByEmail, recordLoginAttempt, type UserRow } from '../users.sql.ts';
import { findLoginDevice, insertLoginDevice, updateDeviceLastUsed } from './login-devices.sql.ts';
import { verifyPassword } from './passwords.ts';
import { clearSignInAttempt, countSignInAttempt, type SignInAttempt } from './sign-in-throttle.ts';
import { insertSession, renewSession } from './tokens.sql.ts';
import { findRefreshTokenHolder, generateSecret, hashSecret, issueToken } from './tokens.ts';

type TokenErrorCode = keyof typeof tokenErrors;
export interface SignInRefusal {
  refused: TokenErrorCode;
  hint?: string;
  /** Seconds until another try is looked at. */
  retryAfterSeconds?: number;
}

const refuse = (refused: TokenErrorCode, hint?: string): SignInRefusal =>
  hint ? { refused, hint } : { refused };

/** `*` is for people; a visitor's token goes without it. */
function parseScopes(text: string, forPerson: boolean): string[] | SignInRefusal {
  const requested = text.split(/\s+/).filter((scope) => scope !== '');
  const unknown = requested.find(
    (scope) => scope !== allScopes && !knownScopes.some((known) => known === scope),
  );
  if (unknown !== undefined) return refuse('invalid_scope', `Check the \`${unknown}\` scope`);
  return forPerson ? requested : requested.filter((scope) => scope !== allScopes);
}

async function issueTokens(
  tx: Tx,
  person: { id: number; session: number } | null,
  client: string,
  scopes: string[],
): Promise<Token> {
  const holder = { userId: person?.id ?? null, session: person?.session ?? null, client, scopes };
  const access = {
    token_type: 'Bearer' as const,
    expires_in: limits.accessTokenSeconds,
    access_token: await issueToken(tx, 'access', holder),
  };
  return person ? { ...access, refresh_token: await issueToken(tx, 'refresh', holder) } : access;
}

/** The device of a login that succeeded; a proof for one that is new, if it asked for one. */
async function recognizeDevice(
  tx: Tx,
  user: UserRow,
  known: number | undefined,
  sent: string | undefined,
): Promise<{ id: number | null; proof?: string }> {
  const touched = known === undefined ? undefined : await updateDeviceLastUsed(tx, known);
  if (touched !== undefined) return { id: touched };
  if (sent === undefined) return { id: null };
  const proof = generateSecret();
  return { id: await insertLoginDevice(tx, user.id, hashSecret(proof)), proof };
}

/** Begins a session, unless the password was changed since it was found to fit. */
async function beginSession(
  tx: Tx,
  user: UserRow,
  { request, client, scopes, userAgent }: TokenGrantRequest,
  { deviceId: known }: SignInAttempt,
): Promise<Token | undefined> {
  await recordLoginAttempt(tx, user.id, true);
  // The row is locked by now.
  const now = await findUser(tx, user.id);
  if (now?.password_hash !== user.password_hash) return undefined;
  const device = await recognizeDevice(tx, user, known, request.device);
  const names = parseUserAgent(userAgent, request.time_zone);
  const session = await insertSession(tx, { user_id: user.id, client, device_id: device.id, ...names });
  const token = await issueTokens(tx, { id: user.id, session }, client, scopes);
  return device.proof === undefined ? token : { ...token, device: device.proof };
}

/**
 * A try counts until it turns out well (`sign-in-throttle.ts`). Beyond the bound even the right password is wrong, as the
 * API format has it, and the answer says how long to wait.
 */
async function signInByPassword(db: Db, requested: TokenGrantRequest): Promise<Token | SignInRefusal> {
  const { request, caller } = requested;
  if (!request.username) return refuse('invalid_request', 'Check the `username` parameter');
  if (!request.password) return refuse('invalid_request', 'Check the `password` parameter');
  const email = request.username.trim().toLowerCase();
  const user = await findUserByEmail(db, email);
  const device =
    user && request.device
      ? await findLoginDevice(db, user.id, request.device.split(' ').map(hashSecret))
      : undefined;
  const attempt: SignInAttempt = {
    email,
    passwordHash: user?.password_hash ?? null,
    caller,
    deviceId: device,
  };
  const waitSeconds = await countSignInAttempt(db, attempt);
  if (waitSeconds > 0) return { refused: 'invalid_credentials', retryAfterSeconds: waitSeconds };
  // Outside any transaction: hashing takes longer than all the queries, and connections are few.
  const isPasswordRight = await verifyPassword(user?.password_hash ?? null, request.password);
  if (!user) return refuse('invalid_credentials');
  const token = await inTransaction(db, 'writes', async (tx) => {
    if (isPasswordRight) return beginSession(tx, user, requested, attempt);
    await recordLoginAttempt(tx, user.id, false);
    return undefined;
  });
  if (!token) return refuse('invalid_credentials');
  await clearSignInAttempt(db, attempt);
  return token;
}

async function signInByRefreshToken(
  tx: Tx,
  { request, client }: TokenGrantRequest,
): Promise<Token | SignInRefusal> {
  if (!request.refresh_token) return refuse('invalid_request', 'Check the `refresh_token` parameter');
  const holder = await findRefreshTokenHolder(tx, request.refresh_token);
  if (!holder?.id || !holder.session_id) return refuse('invalid_refresh_token');
  await renewSession(tx, holder.session_id);
  return issueTokens(tx, { id: holder.id, session: holder.session_id }, client, holder.scopes);
}

interface TokenGrantRequest {
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
): Promise<Token | SignInRefusal> {
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
  const scopes = parseScopes(request.scope, request.grant_type !== 'client_credentials');
  if ('refused' in scopes) return scopes;
  const requested = { request, client: request.client_id, scopes, caller, userAgent };
  if (request.grant_type === 'password') return signInByPassword(db, requested);
  return inTransaction(db, 'writes', (tx) =>
    request.grant_type === 'refresh_token'
      ? signInByRefreshToken(tx, requested)
      : issueTokens(tx, null, requested.client, scopes),
  );
}
