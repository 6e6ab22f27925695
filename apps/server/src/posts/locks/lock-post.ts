/** Locking posts while somebody works on them (wire 2.1, "Locks"; rulings 9 and 10). */
import type { Tx } from '../../kernel/db/database.ts';
import { Problem, validationError } from '../../kernel/http/problem.ts';
import { accessDenied } from '../../kernel/security/require-privilege.ts';
import type { Viewer } from '../../kernel/security/viewer.ts';
import { readAuthorizedPost } from '../read-authorized-post.ts';
import {
  acquireLockRow,
  deleteExpiredLocks,
  deleteLockRow,
  deleteLocksOfUser,
  deleteOwnLockAndFindOther,
  findLock,
  type LockHolder,
  type LockRow,
  renewLockRow,
} from './locks.sql.ts';

const holderName = ({ realname, user_id }: LockRow) => realname ?? `user ${user_id}`;

/** Visitors never get here: they may update nothing. */
function requireLockHolder(viewer: Viewer, postId: number): LockHolder {
  const { id, sessionId: session } = viewer;
  if (id === null) throw accessDenied(viewer, 'update', 'posts', postId);
  return { id, session };
}

/** The lock that the viewer holds by now. @throws 404 when somebody else does (wire 2.1) */
async function requireOwnLock(tx: Tx, postId: number, userId: number, wanted?: number): Promise<LockRow> {
  const lock = await findLock(tx, postId);
  if (lock?.user_id === userId && (wanted === undefined || lock.id === wanted)) return lock;
  throw lock && lock.user_id !== userId
    ? new Problem('post.locked', { id: postId, user: holderName(lock) })
    : new Problem('post.lock-gone', { id: postId, lock: wanted ?? 0 });
}

/** Takes the lock, or keeps the one that the viewer holds. */
export async function acquireLock(tx: Tx, viewer: Viewer, postId: number): Promise<LockRow> {
  await readAuthorizedPost(tx, viewer, postId, 'update');
  const holder = requireLockHolder(viewer, postId);
  await deleteExpiredLocks(tx);
  await acquireLockRow(tx, postId, holder);
  return requireOwnLock(tx, postId, holder.id);
}

/** Keeps that very lock, and never takes another: whoever held it would not notice that it was broken. */
export async function renewLock(tx: Tx, viewer: Viewer, postId: number, lockId: number): Promise<LockRow> {
  await readAuthorizedPost(tx, viewer, postId, 'update');
  const holder = requireLockHolder(viewer, postId);
  await renewLockRow(tx, lockId, holder);
  return requireOwnLock(tx, postId, holder.id, lockId);
}

/**
 * Removes the lock of a post, whoever holds it.
 * @param lockId only if it is this one
 * @returns what was removed
 */
export async function releaseLock(
  tx: Tx,
  viewer: Viewer,
  postId: number,
  lockId?: number,
): Promise<LockRow | undefined> {
  await readAuthorizedPost(tx, viewer, postId, 'update');
  const lock = await findLock(tx, postId);
  if (!lock || (lockId !== undefined && lock.id !== lockId)) return undefined;
  await deleteLockRow(tx, lock.id);
  return lock;
}

/** Removes every lock that the viewer holds: for signing out. @returns how many */
export const releaseOwnLocks = async (tx: Tx, viewer: Viewer): Promise<number> =>
  viewer.id === null ? 0 : deleteLocksOfUser(tx, viewer.id);

/** @throws Faults at `/title` when somebody else is working on the post (wire 2.1) */
export async function assertNotLocked(tx: Tx, viewer: Viewer, postId: number): Promise<void> {
  const lock = await findLock(tx, postId);
  if (lock && lock.user_id !== viewer.id)
    throw validationError('posts', 'title', 'postLocked', { user: holderName(lock) });
}

/**
 * To be called before a post is changed or deleted; the viewer's own lock ends with it.
 * @throws Faults at `/title` when somebody else is working on the post (wire 2.1)
 */
export async function releaseOwnLockOrThrow(tx: Tx, viewer: Viewer, postId: number): Promise<void> {
  const foreign = await deleteOwnLockAndFindOther(tx, postId, viewer.id ?? 0);
  if (foreign) throw validationError('posts', 'title', 'postLocked', { user: holderName(foreign) });
}
