/** Locks of posts for the time that somebody works on them (API v3 §2.1, "Locks"; rulings 9 and 10). */
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
import { isHolderWithheld } from './locks.view.ts';

/**
 * The holder as texts of errors name it. A reporter with a receipt learns no names of the team, and the team no hidden author: `holder` says
 * which of them it is, for texts in other languages.
 */
function describeHolder(viewer: Viewer, lock: LockRow): { user: string; holder?: 'team' | 'reporter' } {
  if (viewer.receiptPostId !== null) return { user: 'Team', holder: 'team' };
  if (isHolderWithheld(viewer, lock)) return { user: 'Reporter', holder: 'reporter' };
  return { user: lock.realname ?? `user ${lock.user_id}` };
}

/** The lock holder that the viewer is. Visitors are refused earlier: they may not update posts. */
function requireLockHolder(viewer: Viewer, postId: number): LockHolder {
  const { id, sessionId } = viewer;
  if (id === null) throw accessDenied(viewer, 'update', 'posts', postId);
  return { id, session: sessionId };
}

/**
 * The lock that the viewer holds.
 * @param lockId required id of the lock
 * @throws Problem 404 when the lock is gone or somebody else holds it (API v3 §2.1)
 */
async function requireOwnLock(tx: Tx, viewer: Viewer, postId: number, lockId?: number): Promise<LockRow> {
  const lock = await findLock(tx, viewer, postId);
  if (lock?.user_id === viewer.id && (lockId === undefined || lock.id === lockId)) return lock;
  throw lock && lock.user_id !== viewer.id
    ? new Problem('post.locked', { id: postId, ...describeHolder(viewer, lock) })
    : new Problem('post.lock-gone', { id: postId, lock: lockId ?? 0 });
}

/** Acquires the lock of a post, or renews the one that the viewer holds. */
export async function acquireLock(tx: Tx, viewer: Viewer, postId: number): Promise<LockRow> {
  await readAuthorizedPost(tx, viewer, postId, 'update');
  const holder = requireLockHolder(viewer, postId);
  await deleteExpiredLocks(tx);
  await acquireLockRow(tx, viewer, postId, holder);
  return requireOwnLock(tx, viewer, postId);
}

/** Renews a lock. Never acquires a new one: its holder would not notice that the old one was broken. */
export async function renewLock(tx: Tx, viewer: Viewer, postId: number, lockId: number): Promise<LockRow> {
  await readAuthorizedPost(tx, viewer, postId, 'update');
  const holder = requireLockHolder(viewer, postId);
  await renewLockRow(tx, lockId, holder);
  return requireOwnLock(tx, viewer, postId, lockId);
}

/**
 * Removes the lock of a post, whoever holds it.
 * @param lockId removes the lock only if it has this id
 * @returns the removed lock
 */
export async function releaseLock(
  tx: Tx,
  viewer: Viewer,
  postId: number,
  lockId?: number,
): Promise<LockRow | undefined> {
  await readAuthorizedPost(tx, viewer, postId, 'update');
  const lock = await findLock(tx, viewer, postId);
  if (!lock || (lockId !== undefined && lock.id !== lockId)) return undefined;
  await deleteLockRow(tx, lock.id);
  return lock;
}

/** Removes all locks of the viewer, when they sign out. @returns how many were active */
export const releaseOwnLocks = async (tx: Tx, viewer: Viewer): Promise<number> =>
  viewer.id === null ? 0 : deleteLocksOfUser(tx, viewer.id);

/** @throws ValidationError at `/title` when somebody else holds the lock of the post (API v3 §2.1) */
export async function assertNotLocked(tx: Tx, viewer: Viewer, postId: number): Promise<void> {
  const lock = await findLock(tx, viewer, postId);
  if (lock && lock.user_id !== viewer.id)
    throw validationError('posts', 'title', 'postLocked', describeHolder(viewer, lock));
}

/**
 * Releases the viewer's own lock. Call it before a post is changed or deleted.
 * @throws ValidationError at `/title` when somebody else holds the lock of the post (API v3 §2.1)
 */
export async function releaseOwnLockOrThrow(tx: Tx, viewer: Viewer, postId: number): Promise<void> {
  const otherLock = await deleteOwnLockAndFindOther(tx, viewer, postId);
  if (otherLock) throw validationError('posts', 'title', 'postLocked', describeHolder(viewer, otherLock));
}
