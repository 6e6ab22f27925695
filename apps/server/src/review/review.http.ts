/** Routes of the review of posts. */
import * as claims from '@waypost/contract/review/claims';
import { readPostContext } from '@waypost/contract/review/post-context';
import { readReviewSummary } from '@waypost/contract/review/review-summary';
import * as contract from '@waypost/contract/review/shift';
import { splitPostText } from '@waypost/survey-logic/post-display';
import { addSavedSearches } from '../browse/browse.public.ts';
import type { Tx } from '../kernel/db/database.ts';
import type { UrlBuilder } from '../kernel/http/api-format.ts';
import { type MountContext, route } from '../kernel/http/route.ts';
import type { Viewer } from '../kernel/security/viewer.ts';
import { readLocks, readPostDetails, viewLock, viewPost } from '../posts/posts.public.ts';
import { countAssignedPosts } from './assignments/assignments.sql.ts';
import { buildWaitingCondition, claimPosts, releaseClaims, renewClaims } from './claim-posts.ts';
import { readClaimedPosts } from './claims.sql.ts';
import { readContext } from './context/read-post-context.ts';
import { readShift } from './read-shift.ts';
import { countHeldPosts, readWaitingGroups } from './review-summary.sql.ts';
import { viewWaitingGroups } from './review-summary.view.ts';

/** Posts with their locks, in the order of `ids`. */
async function viewClaimedPosts(tx: Tx, viewer: Viewer, urls: UrlBuilder, ids: readonly number[]) {
  const details = await addSavedSearches(tx, viewer, await readPostDetails(tx, viewer, ids));
  return details.map((it) => viewPost(viewer, urls, it));
}

/** The claims of all reviewers, with the titles of their posts. */
async function viewAllClaims(tx: Tx, viewer: Viewer, urls: UrlBuilder) {
  const posts = await readClaimedPosts(tx, viewer);
  const ids = posts.map(({ post_id }) => post_id);
  const locks = new Map((await readLocks(tx, viewer, ids)).map((lock) => [lock.post_id, lock]));
  return posts.flatMap((post) => {
    const lock = locks.get(post.post_id);
    return lock ? [{ ...viewLock(viewer, urls, lock), title: splitPostText(post).title }] : [];
  });
}

/** Mounts the routes of the review queue. */
export function mountReview(mount: MountContext): void {
  route(mount, readReviewSummary, async ({ tx, viewer, urls, query }) => {
    const now = new Date();
    const condition = await buildWaitingCondition(tx, viewer, query);
    if (!condition) return { ...viewWaitingGroups(urls, [], now), held: 0, assigned: 0 };
    const [groups, held, assigned] = await Promise.all([
      readWaitingGroups(tx, condition, now),
      countHeldPosts(tx, condition, viewer.id),
      countAssignedPosts(tx, viewer.id, condition),
    ]);
    return { ...viewWaitingGroups(urls, groups, now), held, assigned };
  });
  route(mount, contract.readShift, async ({ tx, viewer, urls }) =>
    readShift(tx, viewer, urls, await viewAllClaims(tx, viewer, urls)),
  );
  route(mount, claims.listClaims, async ({ tx, viewer, urls }) => {
    const results = await viewAllClaims(tx, viewer, urls);
    return { count: results.length, results };
  });
  route(mount, claims.claimPosts, async ({ tx, viewer, urls, body }) => {
    const results = await viewClaimedPosts(tx, viewer, urls, await claimPosts(tx, viewer, body));
    return { count: results.length, results };
  });
  route(mount, claims.renewClaims, async ({ tx, viewer, urls, body }) => {
    const locks = await readLocks(tx, viewer, await renewClaims(tx, viewer, body.claimed_posts));
    const results = locks.map((lock) => viewLock(viewer, urls, lock));
    return { count: results.length, results };
  });
  route(mount, claims.releaseClaims, async ({ tx, viewer, query }) => ({
    count: await releaseClaims(tx, viewer, query.claimed_posts),
  }));
  route(mount, readPostContext, ({ tx, viewer, urls, params }) => readContext(tx, viewer, urls, params.id));
}
