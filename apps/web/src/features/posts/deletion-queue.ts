/**
 * Deletions of posts that can still be undone: the request is sent later, and until then the client leaves the post out of what it
 * reads (docs/decisions/0083).
 */
import type { Endpoint } from '@waypost/contract/common/endpoint';
import { ApiError } from '../../api/api-error.ts';
import { postponedDeletions } from '../../api/postponed-deletions.ts';
import { onSessionChange } from '../../api/session.ts';

interface PostponedDeletion {
  /** URL of the DELETE request. */
  url: string;
  send: () => void;
}

/** By id of the post. */
const postponed = new Map<number, PostponedDeletion>();
/** Ids of posts whose deletion is postponed or on its way. */
const hiddenIds = new Set<number>();

/** Sends all requests: the page may end without another event. */
function sendAll(): void {
  for (const { send } of postponed.values()) send();
}

function sendAllWhenHidden(): void {
  // A phone may end a page in the background at any time.
  if (document.visibilityState === 'hidden') sendAll();
}

/** Leaves a post out of what is read from now on. `send` is called when the page is hidden or left; it calls `takePostponedDeletion`. */
export function postponeDeletion(postId: number, deletion: PostponedDeletion): void {
  postponed.set(postId, deletion);
  hiddenIds.add(postId);
  postponedDeletions.current = { leaveOut: leaveOutHiddenPosts, takeAll: takeAllPostponedDeletions };
  window.addEventListener('pagehide', sendAll);
  document.addEventListener('visibilitychange', sendAllWhenHidden);
}

/** Whether the deletion was still postponed. It is not any more, but the post stays hidden until `showPost`. */
export function takePostponedDeletion(postId: number): boolean {
  const wasPostponed = postponed.delete(postId);
  if (postponed.size === 0) {
    window.removeEventListener('pagehide', sendAll);
    document.removeEventListener('visibilitychange', sendAllWhenHidden);
  }
  return wasPostponed;
}

/** Ends the hiding of a post: its deletion was undone or refused, or the server has deleted it. */
export const showPost = (postId: number): void => void hiddenIds.delete(postId);

function takeAllPostponedDeletions(): string[] {
  const urls = [...postponed.values()].map(({ url }) => url);
  for (const postId of postponed.keys()) takePostponedDeletion(postId);
  hiddenIds.clear();
  return urls;
}

// Nothing is deleted with the rights of the next person.
onSessionChange((account, before) => {
  if (account?.id !== before?.id) takeAllPostponedDeletions();
});

function leaveOutHiddenPosts<T>({ name }: Pick<Endpoint, 'name'>, response: T): T {
  if (name === 'readPost' && hiddenIds.has((response as { id: number }).id))
    throw new ApiError(404, [{ status: 404 }]);
  if (name !== 'listPosts' || hiddenIds.size === 0) return response;
  const page = response as { results: { id: number }[]; total_count: number };
  const results = page.results.filter(({ id }) => !hiddenIds.has(id));
  return { ...response, results, total_count: page.total_count - (page.results.length - results.length) };
}
