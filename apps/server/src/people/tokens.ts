/** Tokens: 32 random bytes, stored hashed, so that logging out, a new role or a closed deployment acts at once. */
import { createHash, randomBytes } from 'node:crypto';
import { limits } from '@waypost/contract/limits';
import { builtInRoles } from '@waypost/contract/privileges';
import { everyScope } from '@waypost/contract/scopes';
import type { Tx } from '../kernel/db.ts';
import { Viewer } from '../kernel/viewer.ts';
import { readFeatures } from '../settings/settings.public.ts';
import { findUsers, rolePermissions } from './people.sql.ts';
import { findTokenHolder, insertToken } from './tokens.sql.ts';

/** What is stored of a secret: nobody can go back from it. */
export const hashOf = (token: string): Buffer => createHash('sha256').update(token).digest();

/** 256 bits of chance, in characters that need no escaping. */
export const newSecret = (): string => randomBytes(32).toString('base64url');

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
  const token = newSecret();
  const seconds = kind === 'access' ? limits.accessToken : limits.refreshToken;
  await insertToken(tx, {
    hash: hashOf(token),
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
async function permissionsOf(tx: Tx, role: string | null): Promise<readonly string[]> {
  // Administrators hold everything by themselves, visitors nothing.
  if (role === null || role === builtInRoles.admin) return [];
  if ((await readFeatures(tx)).roles.enabled) return rolePermissions(tx, role);
  return role === builtInRoles.member ? ['Edit their own posts'] : [];
}

/** Who holds an access token: a person, a visitor, or nobody when it is unknown or has expired. */
export async function viewerByToken(tx: Tx, token: string): Promise<Viewer | undefined> {
  const hash = hashOf(token);
  const holder = await findTokenHolder(tx, hash, 'access');
  if (!holder) return undefined;
  return new Viewer({
    ...holder,
    session: holder.session_id,
    visitor: holder.id === null ? hash : null,
    permissions: await permissionsOf(tx, holder.role),
  });
}

/** People as they would be served now, for what is done on their behalf, by id; those who are gone are left out. */
export async function viewersOfUsers(tx: Tx, ids: readonly number[]): Promise<Map<number, Viewer>> {
  const users = await findUsers(tx, ids);
  const permissions = new Map<string | null, readonly string[]>();
  for (const { role } of users)
    if (!permissions.has(role)) permissions.set(role, await permissionsOf(tx, role));
  return new Map(
    users.map(({ id, email, realname, role }) => {
      const may = permissions.get(role) ?? [];
      return [id, new Viewer({ id, email, realname, role, permissions: may, scopes: [everyScope] })];
    }),
  );
}

/** Somebody as a viewer, for work that goes on after their request; undefined when the account is gone. */
export const viewerOfAccount = async (tx: Tx, id: number): Promise<Viewer | undefined> =>
  (await viewersOfUsers(tx, [id])).get(id);

/** Who may be given a new access token for this refresh token. */
export const holderOfRefreshToken = (tx: Tx, token: string) => findTokenHolder(tx, hashOf(token), 'refresh');
