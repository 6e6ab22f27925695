/** The lock of a post that is being edited: taken, kept while the editor is open, given back on leaving (spec 2 §4). */
import { limits } from '@waypost/contract/common/limits';
import { acquireLock, type PostLock, releaseLock, renewLock } from '@waypost/contract/posts/post-locks';
import { useCallback, useEffect, useRef, useState } from 'react';
import { isApiError } from '../../api/api-error.ts';
import { call } from '../../api/call.ts';

export type LockState =
  | { kind: 'asking' }
  | { kind: 'held' }
  /** Somebody else had it when the editor was opened. */
  | { kind: 'refused'; holder: string | null }
  /** It was ours, and somebody took it away or it ran out. `holder`: who has it now, as far as is known. */
  | { kind: 'lost'; holder: string | null }
  | { kind: 'failed'; error: unknown };

/** Milliseconds between two signs of life: a lock outlives two that get lost on the way. */
const renewIntervalMs = (limits.lockSeconds * 1000) / 4;
/** Looking again at once tells nothing new. */
const minRenewGapMs = 5000;

const findErrorCode = (error: unknown) =>
  isApiError(error) ? error.entries.find((it) => it.code)?.code : undefined;
/** Who holds the post, as a refusal says it; null when it does not. */
export const findLockHolder = (error: unknown): string | null => {
  const user = isApiError(error) ? error.entries.find((it) => it.params?.['user'])?.params?.['user'] : null;
  return typeof user === 'string' ? user : null;
};
/** Older servers answer a bare 404 for a lock that somebody else holds. */
const isLegacyLockRefusal = (error: unknown) => isApiError(error) && error.status === 404;

export interface PostLockHandle {
  state: LockState;
  /** Takes it, or keeps it. @returns whether it is ours now */
  acquire: () => Promise<boolean>;
}

export function usePostLock(postId: number): PostLockHandle {
  const [state, setState] = useState<LockState>({ kind: 'asking' });
  const heldLock = useRef<PostLock | null>(null);
  const lastRenewedAt = useRef(0);
  const isOpen = useRef(false);

  const release = useCallback(() => {
    const lock = heldLock.current;
    if (!lock) return;
    heldLock.current = null;
    const params = { id: postId, lockId: lock.id };
    // Outlives the page. Nobody waits for it: a lock that stays runs out.
    void call(releaseLock, { params }, { quiet: true, keepalive: true }).catch(() => undefined);
  }, [postId]);

  const take = useCallback(async (): Promise<boolean> => {
    lastRenewedAt.current = Date.now();
    try {
      heldLock.current = await call(acquireLock, { params: { id: postId } }, { quiet: true });
      // Left before the answer came.
      if (!isOpen.current) release();
      setState({ kind: 'held' });
      return true;
    } catch (error) {
      // Without a lock of this post there may be no post either: who reads it next finds out.
      const isLocked = isLegacyLockRefusal(error) && findErrorCode(error) !== 'entity.not-found';
      setState(isLocked ? { kind: 'refused', holder: findLockHolder(error) } : { kind: 'failed', error });
      return false;
    }
  }, [postId, release]);

  const keep = useCallback(async () => {
    const lock = heldLock.current;
    if (!lock || Date.now() - lastRenewedAt.current < minRenewGapMs) return;
    lastRenewedAt.current = Date.now();
    try {
      await call(renewLock, { params: { id: postId, lockId: lock.id } }, { quiet: true });
    } catch (error) {
      // A line that dropped takes nothing away: the next sign of life tells.
      if (!isLegacyLockRefusal(error) || heldLock.current !== lock) return;
      heldLock.current = null;
      setState({ kind: 'lost', holder: findLockHolder(error) });
    }
  }, [postId]);

  useEffect(() => {
    isOpen.current = true;
    const first = setTimeout(() => void take());
    const timer = setInterval(() => void keep(), renewIntervalMs);
    const onSight = () => document.visibilityState === 'visible' && void keep();
    // Back from the browser's cache of pages, where the lock was given away.
    const onShow = (event: PageTransitionEvent) => event.persisted && void take();
    window.addEventListener('focus', onSight);
    window.addEventListener('online', onSight);
    document.addEventListener('visibilitychange', onSight);
    window.addEventListener('pagehide', release);
    window.addEventListener('pageshow', onShow);
    return () => {
      isOpen.current = false;
      clearTimeout(first);
      clearInterval(timer);
      window.removeEventListener('focus', onSight);
      window.removeEventListener('online', onSight);
      document.removeEventListener('visibilitychange', onSight);
      window.removeEventListener('pagehide', release);
      window.removeEventListener('pageshow', onShow);
      release();
    };
  }, [take, keep, release]);

  return { state, acquire: take };
}
