/** The three ways to a token (wire 1.4). */

import { limits } from '@waypost/contract/limits';
import { type Token, TokenRequest, type tokenErrors, webClient } from '@waypost/contract/oauth';
import { everyScope, scopes as knownScopes } from '@waypost/contract/scopes';
import type { z } from 'zod';
import { type Db, inTransaction, type Tx } from '../kernel/db.ts';
import { Problem } from '../kernel/problem.ts';
import { forgive, giveBack, isWithin, secondsToWait, type Throttle } from '../kernel/throttle.ts';
import { passwordFits } from './passwords.ts';
import { findUser, findUserByEmail, noteLogin } from './people.sql.ts';
import { insertSession, renewSession } from './tokens.sql.ts';
import { holderOfRefreshToken, issueToken } from './tokens.ts';

type Code = keyof typeof tokenErrors;
export type Refusal = { refused: Code; hint?: string };

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

const perAccount: Throttle = { name: 'sign-in account', most: limits.signInsAMinute.account, seconds: 60 };
const perCaller: Throttle = { name: 'sign-in caller', most: limits.signInsAMinute.caller, seconds: 60 };

const accountOf = (email: string) => email.trim().toLowerCase();

/** Lets an account's next try through, whoever used up the ones before. */
export const forgiveSignIns = (db: Db, email: string) => forgive(db, perAccount, accountOf(email));

/**
 * A try counts against the account, known or not, and against the caller, until it turns out well. Beyond the account's
 * count even the right password is wrong, as the wire has it; beyond the caller's the answer says so.
 */
async function byPassword(db: Db, asked: Asked): Promise<Token | Refusal> {
  const { request, client, scopes, caller } = asked;
  if (!request.username) return refuse('invalid_request', 'Check the `username` parameter');
  if (!request.password) return refuse('invalid_request', 'Check the `password` parameter');
  const wait = await secondsToWait(db, perCaller, caller);
  if (wait > 0) throw new Problem('request.too-many').after(wait);
  const email = accountOf(request.username);
  if (!(await isWithin(db, perAccount, email))) return refuse('invalid_credentials');
  // Outside any transaction: hashing takes longer than all the queries, and connections are few.
  const user = await findUserByEmail(db, email);
  const fits = await passwordFits(user?.password_hash ?? null, request.password);
  if (!user) return refuse('invalid_credentials');
  const token = await inTransaction(db, 'writes', async (tx) => {
    await noteLogin(tx, user.id, fits);
    // The row is locked by now; a password that was changed meanwhile must not open a session.
    const now = fits ? await findUser(tx, user.id) : undefined;
    if (now?.password_hash !== user.password_hash) return undefined;
    return tokens(tx, { id: user.id, session: await insertSession(tx, user.id, client) }, client, scopes);
  });
  if (!token) return refuse('invalid_credentials');
  await forgive(db, perAccount, email);
  await giveBack(db, perCaller, caller);
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
}

/**
 * @param body as it was sent, JSON or form
 * @param caller whose tries are counted together
 * @throws Problem 429 for a caller with far too many wrong passwords
 */
export async function signIn(db: Db, body: unknown, caller: string): Promise<Token | Refusal> {
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
  const asked = { request, client: request.client_id, scopes, caller };
  if (request.grant_type === 'password') return byPassword(db, asked);
  return inTransaction(db, 'writes', (tx) =>
    request.grant_type === 'refresh_token'
      ? byRefreshToken(tx, asked)
      : tokens(tx, null, asked.client, scopes),
  );
}
