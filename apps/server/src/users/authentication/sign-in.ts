/** The three grant types of the token endpoint (API v3 §1.4): client credentials, password, refresh token. */

import { limits } from '@waypost/contract/common/limits';
import { allScopes, scopes as supportedScopes } from '@waypost/contract/common/scopes';
import { type Token, TokenRequest, type tokenErrors, webClient } from '@waypost/contract/users/oauth';
import type { z } from 'zod';
import { type Db, inTransaction, type Tx } from '../../kernel/db/database.ts';
import { retryAfterDeletion } from '../../kernel/db/retry-after-deletion.ts';
import { TransactionHooks } from '../../kernel/db/transaction-hooks.ts';
import { findInputError } from '../../kernel/http/invalid-input.ts';
import { Problem, type RequestError } from '../../kernel/http/problem.ts';
import { parseUserAgent } from '../sessions/user-agent.ts';
import { findUser, findUserByEmail, recordLoginAttempt, type UserRow } from '../users.sql.ts';
import { findLoginDevice, insertLoginDevice, updateDeviceLastUsed } from './login-devices.sql.ts';
import { verifyPassword } from './passwords.ts';
import {
  clearSignInAttempt,
  countSignInAttempt,
  rewriteSignInCount,
  type SignInAttempt,
} from './sign-in-throttle.ts';
import { insertSession, renewSession } from './tokens.sql.ts';
import { findRefreshTokenHolder, generateSecret, hashSecret, issueToken } from './tokens.ts';

type TokenErrorCode = keyof typeof tokenErrors;
/** Why no token was issued. */
export interface SignInRefusal {
  errorCode: TokenErrorCode;
  hint?: string;
  /** Seconds until the next attempt is allowed. */
  retryAfterSeconds?: number;
}

const refuse = (errorCode: TokenErrorCode, hint?: string): SignInRefusal =>
  hint ? { errorCode, hint } : { errorCode };

/** The errors for parameters that are longer than any right value: the same as for wrong ones. */
const errorsOfLongTexts: Partial<Record<string, TokenErrorCode>> = {
  client_id: 'invalid_client',
  client_secret: 'invalid_client',
  scope: 'invalid_scope',
  username: 'invalid_credentials',
  password: 'invalid_credentials',
  refresh_token: 'invalid_refresh_token',
};

function refuseInvalid({ issues }: z.ZodError): SignInRefusal {
  const parameter = String(issues[0]?.path[0]);
  if (parameter === 'grant_type') return refuse('unsupported_grant_type');
  const errorCode = issues[0]?.code === 'too_big' ? errorsOfLongTexts[parameter] : undefined;
  return errorCode ? refuse(errorCode) : refuse('invalid_request', `Check the \`${parameter}\` parameter`);
}

/** Parses a list of scopes. The scope `*` is removed from tokens without a user. */
function parseScopes(text: string, isForUser: boolean): string[] | SignInRefusal {
  const requested = text.split(/\s+/).filter((scope) => scope !== '');
  const unknown = requested.find(
    (scope) => scope !== allScopes && !supportedScopes.some((supported) => supported === scope),
  );
  if (unknown !== undefined) return refuse('invalid_scope', `Check the \`${unknown}\` scope`);
  return isForUser ? requested : requested.filter((scope) => scope !== allScopes);
}

async function issueTokens(
  tx: Tx,
  user: { id: number; session: number } | null,
  client: string,
  scopes: string[],
): Promise<Token> {
  // Each once: they are read with every request, and a refresh token passes its scopes on.
  const uniqueScopes = [...new Set(scopes)];
  const holder = { userId: user?.id ?? null, session: user?.session ?? null, client, scopes: uniqueScopes };
  const access = {
    token_type: 'Bearer' as const,
    expires_in: limits.accessTokenSeconds,
    access_token: await issueToken(tx, 'access', holder),
  };
  return user ? { ...access, refresh_token: await issueToken(tx, 'refresh', holder) } : access;
}

/** The device of a successful login. A new device gets a proof if the request has the field `device`. */
async function recognizeDevice(
  tx: Tx,
  user: UserRow,
  knownDeviceId: number | undefined,
  requestedDevice: string | undefined,
): Promise<{ id: number | null; proof?: string }> {
  const updatedId = knownDeviceId === undefined ? undefined : await updateDeviceLastUsed(tx, knownDeviceId);
  if (updatedId !== undefined) return { id: updatedId };
  if (requestedDevice === undefined) return { id: null };
  const proof = generateSecret();
  return { id: await insertLoginDevice(tx, user.id, hashSecret(proof)), proof };
}

/** Begins a session. @returns undefined when the password was changed since it was verified */
async function beginSession(
  tx: Tx,
  user: UserRow,
  { request, client, scopes, userAgent }: TokenGrantRequest,
  { deviceId }: SignInAttempt,
): Promise<Token | undefined> {
  await recordLoginAttempt(tx, user.id, true);
  // The update above has locked the row.
  const currentUser = await findUser(tx, user.id);
  if (currentUser?.password_hash !== user.password_hash) return undefined;
  const device = await recognizeDevice(tx, user, deviceId, request.device);
  const agentInfo = parseUserAgent(userAgent, request.time_zone);
  const session = await insertSession(tx, { user_id: user.id, client, device_id: device.id, ...agentInfo });
  const token = await issueTokens(tx, { id: user.id, session }, client, scopes);
  return device.proof === undefined ? token : { ...token, device: device.proof };
}

/**
 * An attempt counts as failed until the password proves right (`sign-in-throttle.ts`). Beyond the limit even the right
 * password is rejected as `invalid_credentials` (API v3 §1.4), and the answer says how long to wait. A wrong password and an
 * unknown address cost the same: one lookup of the account and of the device, the same counts, one hash, and one transaction
 * that updates one row by its key.
 */
async function signInByPassword(db: Db, grantRequest: TokenGrantRequest): Promise<Token | SignInRefusal> {
  const { request, caller } = grantRequest;
  if (!request.username) return refuse('invalid_request', 'Check the `username` parameter');
  if (!request.password) return refuse('invalid_request', 'Check the `password` parameter');
  const email = request.username.trim().toLowerCase();
  const user = await findUserByEmail(db, email);
  const deviceId = request.device
    ? await findLoginDevice(db, user?.id ?? null, request.device.split(' ').map(hashSecret))
    : undefined;
  const attempt: SignInAttempt = {
    email,
    passwordHash: user?.password_hash ?? null,
    caller,
    deviceId,
  };
  const waitSeconds = await countSignInAttempt(db, attempt);
  if (waitSeconds > 0) return { errorCode: 'invalid_credentials', retryAfterSeconds: waitSeconds };
  // Outside any transaction: hashing takes longer than all queries, and there are few database connections.
  const isPasswordRight = await verifyPassword(user?.password_hash ?? null, request.password);
  const token = await inTransaction(db, 'writes', async (tx) => {
    if (user && isPasswordRight) return beginSession(tx, user, grantRequest, attempt);
    // One row is written for every address alike: the commit waits for the disk only then.
    if (user) await recordLoginAttempt(tx, user.id, false);
    else await rewriteSignInCount(db, tx, attempt);
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

const describe = (error: RequestError): string | number =>
  (error instanceof Problem && error.params['reason']) || error.message;

/**
 * Handles `POST /oauth/token`.
 * @param body the parsed JSON or form body
 * @param caller network prefix of the caller, whose attempts are counted together
 * @param userAgent `User-Agent` header, for the list of logins
 * @throws Problem 429 for a caller with too many wrong passwords
 */
export async function signIn(
  db: Db,
  body: unknown,
  caller: string,
  userAgent?: string,
): Promise<Token | SignInRefusal> {
  const inputError = findInputError(body);
  if (inputError)
    return refuse('invalid_request', `The body must be a JSON object or a form: ${describe(inputError)}`);
  // Text of another type, or JSON that is no object.
  if (body !== null && body !== undefined && (typeof body !== 'object' || Array.isArray(body)))
    return refuse('invalid_request', 'The body must be a JSON object or a form');
  const parsed = TokenRequest.safeParse(body ?? {});
  if (!parsed.success) return refuseInvalid(parsed.error);
  const request = parsed.data;
  if (!['client_credentials', 'password', 'refresh_token'].includes(request.grant_type))
    return refuse('unsupported_grant_type');
  if (request.client_id !== webClient.id || request.client_secret !== webClient.secret)
    return refuse('invalid_client');
  const scopes = parseScopes(request.scope, request.grant_type !== 'client_credentials');
  if ('errorCode' in scopes) return scopes;
  const grantRequest = { request, client: request.client_id, scopes, caller, userAgent };
  if (request.grant_type === 'password') return signInByPassword(db, grantRequest);
  // Once more if the session was ended meanwhile: then the token is refused.
  return retryAfterDeletion(new TransactionHooks(), () =>
    inTransaction(db, 'writes', (tx) =>
      request.grant_type === 'refresh_token'
        ? signInByRefreshToken(tx, grantRequest)
        : issueTokens(tx, null, grantRequest.client, scopes),
    ),
  );
}
