/** The requests of the review queue. */
import { type Post, readPost, updatePost } from '@waypost/contract/posts/posts';
import { claimPosts, releaseClaims, renewClaims } from '@waypost/contract/review/claims';
import { isApiError, isTransientError } from '../../api/api-error.ts';
import { call } from '../../api/call.ts';
import { formatErrorMessages } from '../../api/error-text.ts';
import { getScreenOwner } from '../../api/session.ts';
import { toClaimFilters } from './filters/review-filters.ts';
import type { ReviewSearch } from './filters/review-search.ts';
import type { ReviewApi, SaveResult } from './review-types.ts';

/** For requests that the screen sends by itself. */
const background = { ignoresRefusal: true } as const;

/** Whether the error of a save has a code. */
const hasCode = (error: unknown, code: string) =>
  isApiError(error) && error.entries.some((entry) => entry.code === code);

/** The post as it is now; null if it is gone. */
const readCurrent = (id: number) =>
  call(readPost, { params: { id } }).catch((error: unknown) => {
    if (isApiError(error) && error.status === 404) return null;
    throw error;
  });

/** What an error of a save means. @throws the error, when the same request may succeed later */
async function judgeSaveError(error: unknown, postId: number): Promise<SaveResult> {
  if (!isApiError(error) || isTransientError(error) || error.status >= 500 || error.status === 429)
    throw error;
  const reasons = formatErrorMessages(error);
  if (hasCode(error, 'postChanged')) return { kind: 'changed', post: await readCurrent(postId), reasons };
  if (hasCode(error, 'postLocked') || error.status === 404) return { kind: 'taken', reasons };
  // The session has ended: after the next login the save goes on.
  if (error.status === 401) throw error;
  return { kind: 'refused', reasons };
}

/** What became of a change that is being saved. @throws as `judgeSaveError` */
export const toSaveResult = (saving: Promise<Post | null>, postId: number): Promise<SaveResult> =>
  saving.then(
    (post): SaveResult => ({ kind: 'saved', post }),
    (error: unknown) => judgeSaveError(error, postId),
  );

/**
 * Creates the requests for the account that is logged in now.
 * @param getSearch returns the filters at the time of a claim
 */
export function createReviewApi(getSearch: () => ReviewSearch): ReviewApi {
  const owner = getScreenOwner()?.id;
  return {
    claim: async (count, skipped_posts) =>
      (
        await call(claimPosts, {
          body: { ...toClaimFilters(getSearch()), count, skipped_posts: [...skipped_posts] },
        })
      ).results,
    save: async (post, change) =>
      // Not sent in the name of somebody who has logged in since.
      getScreenOwner()?.id !== owner
        ? { kind: 'refused', reasons: [] }
        : toSaveResult(
            call(updatePost, { params: { id: post.id }, body: { ...change, based_on: post.revision } }),
            post.id,
          ),
    claimAgain: async (id) =>
      (await call(claimPosts, { body: { count: 1, post_id: [id] } }, background)).results[0],
    renew: async (ids) =>
      (await call(renewClaims, { body: { claimed_posts: [...ids] } }, background)).results.map(
        (lock) => lock.post_id,
      ),
    release: async (ids) => {
      if (ids.length > 0)
        // Sent even if the page is closed.
        await call(releaseClaims, { query: { claimed_posts: [...ids] } }, { ...background, keepalive: true });
    },
    explain: formatErrorMessages,
  };
}
