/** Gives each waiting post to one reviewer at a time. */
import type { ClaimInput } from '@waypost/contract/review/claims';
import type { ReviewFilters } from '@waypost/contract/review/review-filters';
import { type RawBuilder, sql } from 'kysely';
import type { z } from 'zod';
import { buildMatchingQuery } from '../browse/browse.public.ts';
import type { Tx } from '../kernel/db/database.ts';
import { accessDenied } from '../kernel/security/require-privilege.ts';
import type { Viewer } from '../kernel/security/viewer.ts';
import { isNotAssignedToOthers } from './assignments/assignments.sql.ts';
import {
  type Claimant,
  type ClaimSelection,
  countClaimsLeft,
  deleteClaims,
  findExpiredClaims,
  findHeldPosts,
  findOwnClaims,
  lockClaims,
  lockFreePosts,
  upsertClaims,
} from './claims.sql.ts';

/** Rounds in which posts are claimed. Each further one is needed only where others claimed the same posts meanwhile. */
const maxRounds = 20;

/** @throws Problem for tokens without an account, which no request with Manage Posts has */
function toClaimant(viewer: Viewer): Claimant {
  if (viewer.id === null) throw accessDenied(viewer, 'update', 'posts');
  return { id: viewer.id, session: viewer.sessionId };
}

/**
 * The condition for the waiting posts that the viewer may review and that match; undefined when none can match. Posts that are
 * assigned to others are left out unless the filters name who they are assigned to.
 */
export async function buildWaitingCondition(
  tx: Tx,
  viewer: Viewer,
  filters: ReviewFilters,
): Promise<RawBuilder<boolean> | undefined> {
  const { parts } = await buildMatchingQuery(tx, viewer, { ...filters, status: ['draft'] });
  const matches = parts[0]?.onPosts;
  if (!matches || filters.assignee?.length) return matches;
  return sql`(${matches} and ${isNotAssignedToOthers(viewer.id)})`;
}

/** Which posts are claimed; undefined when none can be. */
async function buildSelection(
  tx: Tx,
  viewer: Viewer,
  { count, order, skipped_posts = [], ...filters }: z.output<typeof ClaimInput>,
): Promise<ClaimSelection | undefined> {
  // Unlike in the list of posts, where an empty parameter counts as absent.
  if (filters.post_id?.length === 0) return undefined;
  const condition = await buildWaitingCondition(tx, viewer, filters);
  return condition && { condition, skippedIds: skipped_posts, order, limit: count };
}

/**
 * Claims the next waiting posts. Those that the viewer has claimed already come first, so that a reviewer continues where they were.
 * Fewer are claimed where the account would hold too many.
 * @returns ids in the order of the queue
 */
export async function claimPosts(
  tx: Tx,
  viewer: Viewer,
  input: z.output<typeof ClaimInput>,
): Promise<number[]> {
  const claimant = toClaimant(viewer);
  const selection = await buildSelection(tx, viewer, input);
  if (!selection) return [];
  await lockClaims(tx, claimant.id);
  const claimsLeft = await countClaimsLeft(tx, claimant.id);
  const claimed = await upsertClaims(tx, viewer, await findOwnClaims(tx, claimant.id, selection), claimant);
  const wanted = Math.min(input.count, claimed.length + claimsLeft);
  // A row that was free when this statement began may have been claimed before its row was locked: the insert decides.
  for (let round = 0; round < maxRounds && claimed.length < wanted; round += 1) {
    const free = await lockFreePosts(tx, {
      ...selection,
      skippedIds: [...selection.skippedIds, ...claimed],
      limit: wanted - claimed.length,
    });
    if (free.length === 0) break;
    const won = new Set(await upsertClaims(tx, viewer, free, claimant));
    claimed.push(...free.filter((id) => won.has(id)));
  }
  return claimed;
}

/**
 * Renews claims, and claims those of the viewer again that expired, as far as the account may hold more. The queue alone gives new
 * ones.
 * @returns ids of those posts that the viewer holds now
 */
export async function renewClaims(tx: Tx, viewer: Viewer, postIds: readonly number[]): Promise<number[]> {
  const claimant = toClaimant(viewer);
  await lockClaims(tx, claimant.id);
  const claimsLeft = await countClaimsLeft(tx, claimant.id);
  const heldIds = await findHeldPosts(tx, claimant.id, postIds);
  const expiredIds = await findExpiredClaims(tx, claimant.id, postIds, claimsLeft);
  return upsertClaims(tx, viewer, [...heldIds, ...expiredIds], claimant);
}

/** Releases claims of the viewer. @param postIds undefined for all. @returns how many were active */
export async function releaseClaims(
  tx: Tx,
  viewer: Viewer,
  postIds: readonly number[] | undefined,
): Promise<number> {
  const { id } = toClaimant(viewer);
  // Not during a renewal, which would claim them again.
  await lockClaims(tx, id);
  return deleteClaims(tx, id, postIds);
}
