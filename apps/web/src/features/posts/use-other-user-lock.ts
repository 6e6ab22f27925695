/** The lock of another user on a post. Only sent to users with Manage Posts (API v3 §3.7). */
import type { Post } from '@waypost/contract/posts/posts';
import { useAccount } from '../../api/session.ts';

/** @returns the lock of another user; null when the post is not locked, or locked by the current user in another window */
export function useOtherUserLock({ lock }: Pick<Post, 'lock'>): Post['lock'] {
  const account = useAccount();
  return lock !== null && lock.user?.id !== account?.id ? lock : null;
}
