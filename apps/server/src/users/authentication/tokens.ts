/** Opaque tokens of 32 random bytes, stored hashed. Logging out, a new role or a closed deployment takes effect at once. */
import { createHash, randomBytes } from 'node:crypto';
import { limits } from '@waypost/contract/common/limits';
import { builtInRoles } from '@waypost/contract/common/permissions';
import { allScopes } from '@waypost/contract/common/scopes';
import type { Tx } from '../../kernel/db/database.ts';
import { Viewer } from '../../kernel/security/viewer.ts';
import { readFeatures } from '../../settings/settings.public.ts';
import { findUsers, readRolePermissions } from '../users.sql.ts';
import { findTokenHolder, insertToken, readAccountsOfTokens } from './tokens.sql.ts';

/** SHA-256 of a secret, as it is stored. */
export const hashSecret = (secret: string): Buffer => createHash('sha256').update(secret).digest();

/** 256 random bits as base64url. */
export const generateSecret = (): string => randomBytes(32).toString('base64url');

/**
 * Creates and stores a token.
 * @param holder a visitor's token has neither user nor session
 * @returns the token, of which only the hash is stored
 */
export async function issueToken(
  tx: Tx,
  kind: 'access' | 'refresh',
  holder: { userId: number | null; session: number | null; client: string; scopes: readonly string[] },
): Promise<string> {
  const token = generateSecret();
  const ttlSeconds = kind === 'access' ? limits.accessTokenSeconds : limits.refreshTokenSeconds;
  await insertToken(tx, {
    hash: hashSecret(token),
    kind,
    user_id: holder.userId,
    session_id: holder.session,
    client: holder.client,
    scopes: [...holder.scopes],
    expires: new Date(Date.now() + ttlSeconds * 1000),
  });
  return token;
}

/** The permissions of a role. Where custom roles are switched off, stored ones are ignored (API v3 §1.12). */
async function readEffectivePermissions(tx: Tx, role: string | null): Promise<readonly string[]> {
  // Administrators have every permission without a list, visitors none.
  if (role === null || role === builtInRoles.admin) return [];
  if ((await readFeatures(tx)).roles.enabled) return readRolePermissions(tx, role);
  return role === builtInRoles.member ? ['Edit their own posts'] : [];
}

/** The viewer of an access token: a user or a visitor; undefined when it is unknown or expired. */
export async function findViewerByToken(tx: Tx, token: string): Promise<Viewer | undefined> {
  const hash = hashSecret(token);
  const holder = await findTokenHolder(tx, hash, 'access');
  if (!holder) return undefined;
  return new Viewer({
    ...holder,
    sessionId: holder.session_id,
    visitorTokenHash: holder.id === null ? hash : null,
    permissions: await readEffectivePermissions(tx, holder.role),
  });
}

/** Accounts by access token; null for the token of a visitor. Unknown and expired tokens have no entry. */
export async function findAccountsOfTokens(
  tx: Tx,
  tokens: readonly string[],
): Promise<Map<string, number | null>> {
  const tokensByHash = new Map(tokens.map((token) => [hashSecret(token).toString('hex'), token]));
  const found = await readAccountsOfTokens(tx, tokens.map(hashSecret));
  return new Map(found.map(({ hash, user_id }) => [tokensByHash.get(hash.toString('hex')) ?? '', user_id]));
}

/** Users as viewers with their current permissions, by id, for background work on their behalf. Deleted users are left out. */
export async function readViewersByUserId(tx: Tx, ids: readonly number[]): Promise<Map<number, Viewer>> {
  const users = await findUsers(tx, ids);
  const permissions = new Map<string | null, readonly string[]>();
  for (const { role } of users)
    if (!permissions.has(role)) permissions.set(role, await readEffectivePermissions(tx, role));
  return new Map(
    users.map(({ id, email, realname, role }) => {
      const granted = permissions.get(role) ?? [];
      return [id, new Viewer({ id, email, realname, role, permissions: granted, scopes: [allScopes] })];
    }),
  );
}

/** A user as a viewer, for background work on their behalf; undefined when the account was deleted. */
export const readViewerByUserId = async (tx: Tx, id: number): Promise<Viewer | undefined> =>
  (await readViewersByUserId(tx, [id])).get(id);

/** The holder of a refresh token that has not expired. */
export const findRefreshTokenHolder = (tx: Tx, token: string) =>
  findTokenHolder(tx, hashSecret(token), 'refresh');
