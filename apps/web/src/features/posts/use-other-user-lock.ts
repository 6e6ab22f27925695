/** Whether somebody else works on a post just now. Only those who manage posts are told (wire 3.7). */
import type { Post } from '@waypost/contract/posts/posts';
import { useAccount } from '../../api/session.ts';

/** @returns the lock of somebody else; null when the post is free, or locked by the reader in another window */
export function useOtherUserLock({ lock }: Pick<Post, 'lock'>): Post['lock'] {
  const account = useAccount();
  return lock !== null && lock.user.id !== account?.id ? lock : null;
}
