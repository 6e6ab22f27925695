/** The lock of a post that is being edited: acquired, renewed while the editor is open, released on leaving (spec 2 §4). */
import { limits } from '@waypost/contract/common/limits';
import { acquireLock, type PostLock, releaseLock, renewLock } from '@waypost/contract/posts/post-locks';
import { useCallback, useEffect, useRef, useState } from 'react';
import { isApiError } from '../../api/api-error.ts';
import { call } from '../../api/call.ts';

/** State of the lock. */
export type LockState =
  | { kind: 'pending' }
  | { kind: 'held' }
  /** Somebody else held it when the editor was opened. */
  | { kind: 'refused'; holder: string | null }
  /** We held it, and somebody else took it, or it expired. `holder`: who holds it now, if known. */
  | { kind: 'lost'; holder: string | null }
  | { kind: 'failed'; error: unknown };

/** Interval of renewals: a lock survives two failed ones. */
const renewIntervalMs = (limits.lockSeconds * 1000) / 4;
/** Minimum time between two renewals. */
const minRenewGapMs = 5000;

const findErrorCode = (error: unknown) =>
  isApiError(error) ? error.entries.find((it) => it.code)?.code : undefined;
/** The holder of the lock, from an error response; null when it does not say so. */
export const findLockHolder = (error: unknown): string | null => {
  const user = isApiError(error) ? error.entries.find((it) => it.params?.['user'])?.params?.['user'] : null;
  return typeof user === 'string' ? user : null;
};
/** Older servers answer a plain 404 for a lock that somebody else holds. */
const isLegacyLockRefusal = (error: unknown) => isApiError(error) && error.status === 404;

/** What `usePostLock` returns. */
export interface PostLockHandle {
  state: LockState;
  /** Acquires or renews the lock. @returns whether we hold it now */
  acquire: () => Promise<boolean>;
}

/** Acquires the lock of a post while the component is mounted. */
export function usePostLock(postId: number): PostLockHandle {
  const [state, setState] = useState<LockState>({ kind: 'pending' });
  const heldLock = useRef<PostLock | null>(null);
  const lastRenewedAt = useRef(0);
  const isOpen = useRef(false);

  const release = useCallback(() => {
    const lock = heldLock.current;
    if (!lock) return;
    heldLock.current = null;
    const params = { id: postId, lockId: lock.id };
    // Sent even if the page is closed. Errors are ignored: the lock expires by itself.
    void call(releaseLock, { params }, { ignoresRefusal: true, keepalive: true }).catch(() => undefined);
  }, [postId]);

  const acquire = useCallback(async (): Promise<boolean> => {
    lastRenewedAt.current = Date.now();
    try {
      heldLock.current = await call(acquireLock, { params: { id: postId } });
      // The editor was closed before the response came.
      if (!isOpen.current) release();
      setState({ kind: 'held' });
      return true;
    } catch (error) {
      // A 404 may also mean that the post does not exist; the next read of the post will show that.
      const isLocked = isLegacyLockRefusal(error) && findErrorCode(error) !== 'entity.not-found';
      setState(isLocked ? { kind: 'refused', holder: findLockHolder(error) } : { kind: 'failed', error });
      return false;
    }
  }, [postId, release]);

  const renew = useCallback(async () => {
    const lock = heldLock.current;
    if (!lock || Date.now() - lastRenewedAt.current < minRenewGapMs) return;
    lastRenewedAt.current = Date.now();
    try {
      await call(renewLock, { params: { id: postId, lockId: lock.id } }, { ignoresRefusal: true });
    } catch (error) {
      // After a network error we may still hold the lock: the next renewal will tell.
      if (!isLegacyLockRefusal(error) || heldLock.current !== lock) return;
      heldLock.current = null;
      setState({ kind: 'lost', holder: findLockHolder(error) });
    }
  }, [postId]);

  useEffect(() => {
    isOpen.current = true;
    const first = setTimeout(() => void acquire());
    const timer = setInterval(() => void renew(), renewIntervalMs);
    const onVisible = () => document.visibilityState === 'visible' && void renew();
    // Restored from the back/forward cache, where the lock had been released.
    const onShow = (event: PageTransitionEvent) => event.persisted && void acquire();
    window.addEventListener('focus', onVisible);
    window.addEventListener('online', onVisible);
    document.addEventListener('visibilitychange', onVisible);
    window.addEventListener('pagehide', release);
    window.addEventListener('pageshow', onShow);
    return () => {
      isOpen.current = false;
      clearTimeout(first);
      clearInterval(timer);
      window.removeEventListener('focus', onVisible);
      window.removeEventListener('online', onVisible);
      document.removeEventListener('visibilitychange', onVisible);
      window.removeEventListener('pagehide', release);
      window.removeEventListener('pageshow', onShow);
      release();
    };
  }, [acquire, renew, release]);

  return { state, acquire };
}
