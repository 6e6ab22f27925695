/** What calls and the logout use of postponed deletions. Set by features/posts/deletion-queue.ts, which is loaded with the screens of posts. */
import type { Endpoint } from '@waypost/contract/common/endpoint';

/** Deletions of posts that can still be undone. */
interface PostponedDeletions {
  /** Leaves the posts out of a response. @throws ApiError 404 for such a post itself */
  leaveOut: <T>(endpoint: Pick<Endpoint, 'name'>, response: T) => T;
  /** Drops all of them without sending them. @returns the URLs of their requests */
  takeAll: () => string[];
}

/** Null until a deletion is postponed. */
export const postponedDeletions: { current: PostponedDeletions | null } = { current: null };
