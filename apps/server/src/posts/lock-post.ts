/** Locking posts while somebody works on them (wire 2.1, "Locks"; rulings 9 and 10). */
import type { Tx } from '../kernel/db.ts';
import { fault, Problem } from '../kernel/problem.ts';
import { refused } from '../kernel/refuse.ts';
import type { Viewer } from '../kernel/viewer.ts';
import {
  deleteLockRow,
  deleteLocksOf,
  deleteOldLocks,
  findLock,
  freeOwnLock,
  keepLockRow,
  type LockHolder,
  type LockRow,
  takeLockRow,
} from './locks.sql.ts';
import { postFor } from './read-posts.ts';

const nameOf = ({ realname, user_id }: LockRow) => realname ?? `user ${user_id}`;

/** Visitors never get here: they may update nothing. */
function personIn(viewer: Viewer, postId: number): LockHolder {
  const { id, session } = viewer;
  if (id === null) throw refused(viewer, 'update', 'posts', postId);
  return { id, session };
}

/** The lock that the viewer holds by now. @throws 404 when somebody else does (wire 2.1) */
async function ownLock(tx: Tx, postId: number, userId: number, wanted?: number): Promise<LockRow> {
  const lock = await findLock(tx, postId);
  if (lock?.user_id === userId && (wanted === undefined || lock.id === wanted)) return lock;
  throw lock && lock.user_id !== userId
    ? new Problem('post.locked', { id: postId, user: nameOf(lock) })
    : new Problem('post.lock-gone', { id: postId, lock: wanted ?? 0 });
}

/** Takes the lock, or keeps the one that the viewer holds. */
export async function takeLock(tx: Tx, viewer: Viewer, postId: number): Promise<LockRow> {
  await postFor(tx, viewer, postId, 'update');
  const holder = personIn(viewer, postId);
  await deleteOldLocks(tx);
  await takeLockRow(tx, postId, holder);
  return ownLock(tx, postId, holder.id);
}

/** Keeps that very lock, and never takes another: whoever held it would not notice that it was broken. */
export async function keepLock(tx: Tx, viewer: Viewer, postId: number, lockId: number): Promise<LockRow> {
  await postFor(tx, viewer, postId, 'update');
  const holder = personIn(viewer, postId);
  await keepLockRow(tx, lockId, holder);
  return ownLock(tx, postId, holder.id, lockId);
}

/**
 * Removes the lock of a post, whoever holds it.
 * @param lockId only if it is this one
 * @returns what was removed
 */
export async function removeLock(
  tx: Tx,
  viewer: Viewer,
  postId: number,
  lockId?: number,
): Promise<LockRow | undefined> {
  await postFor(tx, viewer, postId, 'update');
  const lock = await findLock(tx, postId);
  if (!lock || (lockId !== undefined && lock.id !== lockId)) return undefined;
  await deleteLockRow(tx, lock.id);
  return lock;
}

/** Removes every lock that the viewer holds: for signing out. @returns how many */
export const removeOwnLocks = async (tx: Tx, viewer: Viewer): Promise<number> =>
  viewer.id === null ? 0 : deleteLocksOf(tx, viewer.id);

/** @throws Faults at `/title` when somebody else is working on the post (wire 2.1) */
export async function refuseWhileLocked(tx: Tx, viewer: Viewer, postId: number): Promise<void> {
  const lock = await findLock(tx, postId);
  if (lock && lock.user_id !== viewer.id) throw fault('posts', 'title', 'postLocked', { user: nameOf(lock) });
}

/**
 * To be called before a post is changed or deleted; the viewer's own lock ends with it.
 * @throws Faults at `/title` when somebody else is working on the post (wire 2.1)
 */
export async function endOwnLock(tx: Tx, viewer: Viewer, postId: number): Promise<void> {
  const foreign = await freeOwnLock(tx, postId, viewer.id ?? 0);
  if (foreign) throw fault('posts', 'title', 'postLocked', { user: nameOf(foreign) });
}
