/** Gives each waiting post to one reviewer at a time. */
import type { ClaimInput } from '@waypost/contract/review/claims';
import type { z } from 'zod';
import { buildMatchingQuery } from '../browse/browse.public.ts';
import type { Tx } from '../kernel/db/database.ts';
import { accessDenied } from '../kernel/security/require-privilege.ts';
import type { Viewer } from '../kernel/security/viewer.ts';
import {
  type Claimant,
  type ClaimSelection,
  deleteClaims,
  findOwnClaims,
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

/** The condition for the posts that the viewer may review. */
async function buildSelection(
  tx: Tx,
  viewer: Viewer,
  { count, order, skipped_posts = [], ...filters }: z.output<typeof ClaimInput>,
): Promise<ClaimSelection | undefined> {
  const { parts } = await buildMatchingQuery(tx, viewer, { ...filters, status: ['draft'] });
  const [part] = parts;
  return part && { condition: part.onPosts, skippedIds: skipped_posts, order, limit: count };
}

/**
 * Claims the next waiting posts. Those that the viewer has claimed already come first, so that a reviewer continues where they were.
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
  const claimed = await upsertClaims(tx, viewer, await findOwnClaims(tx, claimant.id, selection), claimant);
  // A row that was free when this statement began may have been claimed before its row was locked: the insert decides.
  for (let round = 0; round < maxRounds && claimed.length < input.count; round += 1) {
    const free = await lockFreePosts(tx, {
      ...selection,
      skippedIds: [...selection.skippedIds, ...claimed],
      limit: input.count - claimed.length,
    });
    if (free.length === 0) break;
    const won = new Set(await upsertClaims(tx, viewer, free, claimant));
    claimed.push(...free.filter((id) => won.has(id)));
  }
  return claimed;
}

/** Renews claims. @returns ids of those posts that the viewer holds now */
export const renewClaims = (tx: Tx, viewer: Viewer, postIds: readonly number[]): Promise<number[]> =>
  upsertClaims(tx, viewer, postIds, toClaimant(viewer));

/** Releases claims of the viewer. @param postIds undefined for all. @returns how many were active */
export const releaseClaims = (
  tx: Tx,
  viewer: Viewer,
  postIds: readonly number[] | undefined,
): Promise<number> => deleteClaims(tx, toClaimant(viewer).id, postIds);
