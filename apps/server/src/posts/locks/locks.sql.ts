/**
 * Queries about locks of posts. Expired locks are ignored. A claim is a lock that the review queue gives; viewers without Manage
 * Posts neither see claims nor are held up by them, so that no sender learns who checks their post.
 */
import { limits } from '@waypost/contract/common/limits';
import { builtInRoles, type Permission } from '@waypost/contract/common/permissions';
import { sql } from 'kysely';
import type { Tx } from '../../kernel/db/database.ts';
import type { Viewer } from '../../kernel/security/viewer.ts';
import { canManagePosts } from '../posts.rules.ts';

/** A lock with the name of its holder. */
export interface LockRow {
  id: number;
  post_id: number;
  user_id: number;
  realname: string | null;
  expires: Date;
  /** Whether the review queue gave it. */
  is_claim: boolean;
  /** The author of the post, as stored and as visitors see them. */
  author_id: number | null;
  masked_author_id: number | null;
}

/** A user, and the session that the lock ends with. */
export interface LockHolder {
  id: number;
  session: number | null;
}

const claimPermission: Permission = 'Manage Posts';
/** Condition on `post_locks`: not expired. A claim counts only while its holder has the permission that the queue needs. */
export const isActiveLock = sql<boolean>`(post_locks.expires > now() and (not post_locks.is_claim or exists (
  select from users as holder join roles on roles.name = holder.role
  where holder.id = post_locks.user_id
    and (roles.name = ${sql.lit(builtInRoles.admin)} or ${sql.lit(claimPermission)} = any(roles.permissions)))))`;
/** The locks that count for the viewer. */
const isRelevantTo = (viewer: Viewer) =>
  canManagePosts(viewer)
    ? isActiveLock
    : sql<boolean>`(post_locks.expires > now() and not post_locks.is_claim)`;
const newExpiry = sql<Date>`now() + make_interval(secs => ${sql.lit(limits.lockSeconds)})`;

const selectLocks = (tx: Tx, viewer: Viewer) =>
  tx
    .selectFrom('post_locks')
    .innerJoin('users', 'users.id', 'post_locks.user_id')
    .innerJoin('posts', 'posts.id', 'post_locks.post_id')
    .select([
      'post_locks.id',
      'post_locks.post_id',
      'post_locks.user_id',
      'post_locks.expires',
      'post_locks.is_claim',
      'users.realname',
      'posts.user_id as author_id',
      'posts.masked_user_id as masked_author_id',
    ])
    .where(isRelevantTo(viewer));

/** Active locks of posts. */
export const readLocks = (tx: Tx, viewer: Viewer, postIds: readonly number[]): Promise<LockRow[]> =>
  selectLocks(tx, viewer).where('post_id', '=', sql<number>`any(${postIds}::bigint[])`).execute();

/** Ids of posts that others have locked: all with Manage Posts, otherwise the viewer's own posts (API v3 §9, ruling 9). */
export async function readLockedPostIds(tx: Tx, viewer: Viewer): Promise<number[]> {
  if (viewer.id === null) return [];
  let query = tx
    .selectFrom('post_locks')
    .select('post_locks.post_id')
    .where('post_locks.user_id', '<>', viewer.id)
    .where(isRelevantTo(viewer));
  if (!canManagePosts(viewer))
    query = query.innerJoin('posts', 'posts.id', 'post_locks.post_id').where('posts.user_id', '=', viewer.id);
  return (await query.execute()).map((lock) => lock.post_id);
}

/** The active lock of a post. */
export const findLock = (tx: Tx, viewer: Viewer, postId: number): Promise<LockRow | undefined> =>
  selectLocks(tx, viewer).where('post_id', '=', postId).executeTakeFirst();

/**
 * Acquires the lock of a post, or renews it when this user holds it. Of two concurrent requests, one gets the lock.
 * @returns whether this user holds the lock
 */
export async function acquireLockRow(
  tx: Tx,
  viewer: Viewer,
  postId: number,
  { id: userId, session }: LockHolder,
): Promise<boolean> {
  const { rows } = await sql`
    insert into post_locks (post_id, user_id, session_id, expires)
    values (${postId}, ${userId}, ${session}, ${newExpiry})
    on conflict (post_id) do update set
      id = case when post_locks.user_id = excluded.user_id then post_locks.id else excluded.id end,
      user_id = excluded.user_id,
      session_id = excluded.session_id,
      expires = excluded.expires,
      is_claim = false
    where post_locks.user_id = excluded.user_id or not ${isRelevantTo(viewer)}
    returning id`.execute(tx);
  return rows.length > 0;
}

/** Renews a lock. @returns whether it is still active and this user's */
export async function renewLockRow(
  tx: Tx,
  id: number,
  { id: userId, session }: LockHolder,
): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('post_locks')
    .set({ expires: newExpiry, session_id: session })
    .where('id', '=', id)
    .where('user_id', '=', userId)
    .where(isActiveLock)
    .executeTakeFirst();
  return numUpdatedRows > 0;
}

/** Deletes a lock. */
export const deleteLockRow = async (tx: Tx, id: number): Promise<void> => {
  await tx.deleteFrom('post_locks').where('id', '=', id).execute();
};

/** Deletes all locks of a user. @returns how many were active */
export async function deleteLocksOfUser(tx: Tx, userId: number): Promise<number> {
  const deleted = await tx
    .deleteFrom('post_locks')
    .where('user_id', '=', userId)
    .returning(isActiveLock.as('active'))
    .execute();
  return deleted.filter((lock) => lock.active).length;
}

/** Deletes this user's locks of posts. */
export async function deleteOwnLocks(
  tx: Tx,
  userId: number | null,
  postIds: readonly number[],
): Promise<void> {
  if (userId === null || postIds.length === 0) return;
  await tx
    .deleteFrom('post_locks')
    .where('user_id', '=', userId)
    .where('post_id', '=', sql<number>`any(${postIds}::bigint[])`)
    .execute();
}

/** Deletes locks that expired more than a day ago. */
export const deleteExpiredLocks = async (tx: Tx): Promise<void> => {
  await tx.deleteFrom('post_locks').where('expires', '<', sql<Date>`now() - interval '1 day'`).execute();
};

/**
 * Deletes the viewer's lock of a post, since saving it ends the work on it (API v3 §2.1).
 * @returns the active lock of somebody else, if there is one
 */
export async function deleteOwnLockAndFindOther(
  tx: Tx,
  viewer: Viewer,
  postId: number,
): Promise<LockRow | undefined> {
  const userId = viewer.id ?? 0;
  const { rows } = await sql<LockRow>`
    with own as (delete from post_locks where post_id = ${postId} and user_id = ${userId})
    select post_locks.id, post_locks.post_id, post_locks.user_id, post_locks.expires, post_locks.is_claim,
      users.realname, posts.user_id as author_id, posts.masked_user_id as masked_author_id
    from post_locks join users on users.id = post_locks.user_id join posts on posts.id = post_locks.post_id
    where post_locks.post_id = ${postId} and post_locks.user_id <> ${userId}
      and ${isRelevantTo(viewer)}`.execute(tx);
  return rows[0];
}
