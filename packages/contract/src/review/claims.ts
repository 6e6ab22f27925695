/**
 * Claims: the review queue gives each waiting post to one reviewer at a time. A claim is a lock (API v3 §2.1, "Locks") that
 * expires earlier and that only the team sees.
 */
import { z } from 'zod';
import { defineEndpoint } from '../common/endpoint.ts';
import { limits } from '../common/limits.ts';
import { Id, listIn, queryList } from '../common/scalars.ts';
import { PostLock } from '../posts/post-locks.ts';
import { Post } from '../posts/posts.ts';
import { ReviewFilters } from './review-filters.ts';

const needs = ['Manage Posts'] as const;

/** Orders of the queue. */
export const claimOrders = ['asc', 'desc', 'urgent'] as const;
export type ClaimOrder = (typeof claimOrders)[number];

/** Which posts to claim. */
export const ClaimInput = ReviewFilters.extend({
  /** Number of posts. */
  count: z.number().int().min(1).max(limits.claimsPerRequest.claimed).default(1),
  /** `asc`: the oldest first. `urgent`: the most urgent first, of equally urgent ones the oldest. */
  order: z.enum(claimOrders).default('asc'),
  /** Only these, for example one that the reviewer released or decided before. */
  post_id: listIn(z.array(Id).max(limits.claimsPerRequest.renewed)).optional(),
  /** Posts that are left out: those that the client has, and those that the reviewer passed over. */
  skipped_posts: listIn(z.array(Id).max(limits.claimsPerRequest.skipped)).optional(),
});

/** A claim with the title of its post. */
export const Claim = PostLock.extend({ title: z.string().nullable() });
export type Claim = z.infer<typeof Claim>;

export const listClaims = defineEndpoint({
  name: 'listClaims',
  method: 'GET',
  path: '/review/claims',
  summary: 'The posts that reviewers hold now, the latest claims first, and who holds them',
  scope: 'posts',
  token: 'required',
  needs,
  response: z.object({ count: z.number().int(), results: z.array(Claim) }),
});

export const claimPosts = defineEndpoint({
  name: 'claimPosts',
  method: 'POST',
  path: '/review/claims',
  summary: `Claim the next posts that wait for review and that nobody holds, after those that the caller has claimed already; \`lock\` of each is the claim. An account holds at most ${limits.claimsPerAccount} claims: fewer results beyond`,
  scope: 'posts',
  needs,
  body: ClaimInput,
  response: z.object({ count: z.number().int(), results: z.array(Post) }),
});

export const renewClaims = defineEndpoint({
  name: 'renewClaims',
  method: 'PUT',
  path: '/review/claims',
  summary:
    'Renew claims, and claim one’s own expired ones again unless somebody else has held them since; returns those that the caller holds now',
  scope: 'posts',
  needs,
  body: z.object({ claimed_posts: listIn(z.array(Id).max(limits.claimsPerRequest.renewed)) }),
  response: z.object({ count: z.number().int(), results: z.array(PostLock) }),
});

export const releaseClaims = defineEndpoint({
  name: 'releaseClaims',
  method: 'DELETE',
  path: '/review/claims',
  summary: 'Release the caller’s claims of these posts, or all of them',
  scope: 'posts',
  needs,
  query: z.object({ claimed_posts: queryList(Id).optional() }),
  response: z.object({ count: z.number().int() }),
});
