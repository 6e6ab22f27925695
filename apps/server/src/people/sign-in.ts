/** The three ways to a token (wire 1.4). */

import { limits } from '@waypost/contract/limits';
import { type Token, TokenRequest, type tokenErrors, webClient } from '@waypost/contract/oauth';
import { everyScope, scopes as knownScopes } from '@waypost/contract/scopes';
import type { Tx } from '../kernel/db.ts';
import { passwordFits } from './passwords.ts';
import { findUserByEmail, noteLogin } from './people.sql.ts';
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

async function tokens(tx: Tx, userId: number | null, client: string, scopes: string[]): Promise<Token> {
  const holder = { userId, client, scopes };
  const access = {
    token_type: 'Bearer' as const,
    expires_in: limits.accessToken,
    access_token: await issueToken(tx, 'access', holder),
  };
  return userId === null ? access : { ...access, refresh_token: await issueToken(tx, 'refresh', holder) };
}

async function byPassword(
  tx: Tx,
  request: TokenRequest,
  client: string,
  scopes: string[],
): Promise<Token | Refusal> {
  if (!request.username) return refuse('invalid_request', 'Check the `username` parameter');
  if (!request.password) return refuse('invalid_request', 'Check the `password` parameter');
  const user = await findUserByEmail(tx, request.username.trim());
  const fits = await passwordFits(user?.password_hash ?? null, request.password);
  if (user) await noteLogin(tx, user.id, fits);
  return user && fits ? tokens(tx, user.id, client, scopes) : refuse('invalid_credentials');
}

async function byRefreshToken(tx: Tx, request: TokenRequest, client: string): Promise<Token | Refusal> {
  if (!request.refresh_token) return refuse('invalid_request', 'Check the `refresh_token` parameter');
  const holder = await holderOfRefreshToken(tx, request.refresh_token);
  return holder?.id ? tokens(tx, holder.id, client, holder.scopes) : refuse('invalid_refresh_token');
}

/** @param body as it was sent, JSON or form */
export async function signIn(tx: Tx, body: unknown): Promise<Token | Refusal> {
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
  if (request.grant_type === 'password') return byPassword(tx, request, request.client_id, scopes);
  if (request.grant_type === 'refresh_token') return byRefreshToken(tx, request, request.client_id);
  return tokens(tx, null, request.client_id, scopes);
}
