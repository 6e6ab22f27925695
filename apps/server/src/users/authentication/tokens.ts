/** Tokens: 32 random bytes, stored hashed, so that logging out, a new role or a closed deployment acts at once. */
import { createHash, randomBytes } from 'node:crypto';
import { limits } from '@waypost/contract/common/limits';
import { builtInRoles } from '@waypost/contract/common/permissions';
import { allScopes } from '@waypost/contract/common/scopes';
import type { Tx } from '../../kernel/db/database.ts';
import { Viewer } from '../../kernel/security/viewer.ts';
import { readFeatures } from '../../settings/settings.public.ts';
import { findUsers, readRolePermissions } from '../users.sql.ts';
import { findTokenHolder, insertToken } from './tokens.sql.ts';

/** What is stored of a secret: nobody can go back from it. */
export const hashSecret = (secret: string): Buffer => createHash('sha256').update(secret).digest();

/** 256 bits of chance, in characters that need no escaping. */
export const generateSecret = (): string => randomBytes(32).toString('base64url');

/**
 * Makes a token.
 * @param holder a visitor's token has neither person nor session
 * @returns the token itself, which is nowhere else
 */
export async function issueToken(
  tx: Tx,
  kind: 'access' | 'refresh',
  holder: { userId: number | null; session: number | null; client: string; scopes: readonly string[] },
): Promise<string> {
  const token = generateSecret();
  const seconds = kind === 'access' ? limits.accessTokenSeconds : limits.refreshTokenSeconds;
  await insertToken(tx, {
    hash: hashSecret(token),
    kind,
    user_id: holder.userId,
    session_id: holder.session,
    client: holder.client,
    scopes: [...holder.scopes],
    expires: new Date(Date.now() + seconds * 1000),
  });
  return token;
}

/** Where custom roles are switched off, what is stored of them does not count (wire 1.12). */
async function readEffectivePermissions(tx: Tx, role: string | null): Promise<readonly string[]> {
  // Administrators hold everything by themselves, visitors nothing.
  if (role === null || role === builtInRoles.admin) return [];
  if ((await readFeatures(tx)).roles.enabled) return readRolePermissions(tx, role);
  return role === builtInRoles.member ? ['Edit their own posts'] : [];
}

/** Who holds an access token: a person, a visitor, or nobody when it is unknown or has expired. */
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

/** People as they would be served now, for what is done on their behalf, by id; those who are gone are left out. */
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

/** Somebody as a viewer, for work that goes on after their request; undefined when the account is gone. */
export const readViewerByUserId = async (tx: Tx, id: number): Promise<Viewer | undefined> =>
  (await readViewersByUserId(tx, [id])).get(id);

/** Who may be given a new access token for this refresh token. */
export const findRefreshTokenHolder = (tx: Tx, token: string) =>
  findTokenHolder(tx, hashSecret(token), 'refresh');
