/** Every query about locks of posts. A lock that has run out is as good as none. */
import { limits } from '@waypost/contract/common/limits';
import { sql } from 'kysely';
import type { Tx } from '../../kernel/db/database.ts';
import type { Viewer } from '../../kernel/security/viewer.ts';
import { canManagePosts } from '../posts.rules.ts';

export interface LockRow {
  id: number;
  post_id: number;
  user_id: number;
  realname: string | null;
  expires: Date;
}

/** A person, and the login that the lock ends with. */
export interface LockHolder {
  id: number;
  session: number | null;
}

const isActive = sql<boolean>`post_locks.expires > now()`;
const newExpiry = sql<Date>`now() + make_interval(secs => ${sql.lit(limits.lockSeconds)})`;

const selectActiveLocks = (tx: Tx) =>
  tx
    .selectFrom('post_locks')
    .innerJoin('users', 'users.id', 'post_locks.user_id')
    .select([
      'post_locks.id',
      'post_locks.post_id',
      'post_locks.user_id',
      'post_locks.expires',
      'users.realname',
    ])
    .where(isActive);

export const readLocks = (tx: Tx, postIds: readonly number[]): Promise<LockRow[]> =>
  selectActiveLocks(tx).where('post_id', '=', sql<number>`any(${postIds}::bigint[])`).execute();

/** Posts that others work on, as far as the viewer may know: all with Manage Posts, else their own (ruling 9). */
export async function readLockedPostIds(tx: Tx, viewer: Viewer): Promise<number[]> {
  if (viewer.id === null) return [];
  let busy = tx
    .selectFrom('post_locks')
    .select('post_locks.post_id')
    .where('post_locks.user_id', '<>', viewer.id)
    .where(isActive);
  if (!canManagePosts(viewer))
    busy = busy.innerJoin('posts', 'posts.id', 'post_locks.post_id').where('posts.user_id', '=', viewer.id);
  return (await busy.execute()).map((lock) => lock.post_id);
}

export const findLock = (tx: Tx, postId: number): Promise<LockRow | undefined> =>
  selectActiveLocks(tx).where('post_id', '=', postId).executeTakeFirst();

/**
 * Takes the lock of a post, or keeps it when this person holds it already; of two who ask at once, one gets it.
 * @returns whether it is theirs
 */
export async function acquireLockRow(
  tx: Tx,
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
      expires = excluded.expires
    where post_locks.user_id = excluded.user_id or not ${isActive}
    returning id`.execute(tx);
  return rows.length > 0;
}

/** @returns whether that lock is still there and this person's */
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
    .where(isActive)
    .executeTakeFirst();
  return numUpdatedRows > 0;
}

export const deleteLockRow = async (tx: Tx, id: number): Promise<void> => {
  await tx.deleteFrom('post_locks').where('id', '=', id).execute();
};

/** @returns how many of them were alive */
export async function deleteLocksOfUser(tx: Tx, userId: number): Promise<number> {
  const gone = await tx
    .deleteFrom('post_locks')
    .where('user_id', '=', userId)
    .returning(isActive.as('alive'))
    .execute();
  return gone.filter((lock) => lock.alive).length;
}

/** Removes what ran out long ago. */
export const deleteExpiredLocks = async (tx: Tx): Promise<void> => {
  await tx.deleteFrom('post_locks').where('expires', '<', sql<Date>`now() - interval '1 day'`).execute();
};

/**
 * Frees a post of this person's lock, since saving it ends the work on it (wire 2.1).
 * @returns the lock of somebody else, if there is one
 */
export async function deleteOwnLockAndFindOther(
  tx: Tx,
  postId: number,
  userId: number,
): Promise<LockRow | undefined> {
  const { rows } = await sql<LockRow>`
    with own as (delete from post_locks where post_id = ${postId} and user_id = ${userId})
    select post_locks.id, post_locks.post_id, post_locks.user_id, post_locks.expires, users.realname
    from post_locks join users on users.id = post_locks.user_id
    where post_locks.post_id = ${postId} and post_locks.user_id <> ${userId} and ${isActive}`.execute(tx);
  return rows[0];
}
