/** Tokens: 32 random bytes, stored hashed, so that logging out, a new role or a closed deployment acts at once. */
import { createHash, randomBytes } from 'node:crypto';
import { limits } from '@waypost/contract/limits';
import type { Tx } from '../kernel/db.ts';
import { Viewer } from '../kernel/viewer.ts';
import { findTokenHolder, insertToken, rolePermissions } from './people.sql.ts';

const hashOf = (token: string) => createHash('sha256').update(token).digest();

/**
 * Makes a token.
 * @param userId null for a visitor's token
 * @returns the token itself, which is nowhere else
 */
export async function issueToken(
  tx: Tx,
  kind: 'access' | 'refresh',
  holder: { userId: number | null; client: string; scopes: readonly string[] },
): Promise<string> {
  const token = randomBytes(32).toString('base64url');
  const seconds = kind === 'access' ? limits.accessToken : limits.refreshToken;
  await insertToken(tx, {
    hash: hashOf(token),
    kind,
    user_id: holder.userId,
    client: holder.client,
    scopes: [...holder.scopes],
    expires: new Date(Date.now() + seconds * 1000),
  });
  return token;
}

/** Who holds an access token: a person, a visitor, or nobody when it is unknown or has expired. */
export async function viewerByToken(tx: Tx, token: string): Promise<Viewer | undefined> {
  const holder = await findTokenHolder(tx, hashOf(token), 'access');
  if (!holder) return undefined;
  return new Viewer({ ...holder, permissions: await rolePermissions(tx, holder.role) });
}

/** Who may be given a new access token for this refresh token. */
export const holderOfRefreshToken = (tx: Tx, token: string) => findTokenHolder(tx, hashOf(token), 'refresh');
