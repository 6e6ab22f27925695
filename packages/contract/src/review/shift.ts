/** The shift view: numbers of the review for whoever coordinates it. */
import { z } from 'zod';
import { defineEndpoint } from '../common/endpoint.ts';
import { ApiDate } from '../common/scalars.ts';
import { Claim } from './claims.ts';
import { ReviewSummary } from './review-summary.ts';
import { TeamMember } from './reviewers.ts';

const count = z.number().int();

/** Numbers of the review now. All waiting posts count, also those that are assigned or held. */
export const ReviewShift = ReviewSummary.omit({ assigned: true }).extend({
  /** When the numbers were counted. */
  counted: ApiDate,
  /** Minutes that half of the waiting posts have waited at least; null: nothing waits. */
  median_minutes: count.nullable(),
  /** By the language of the post, the largest group first. */
  by_locale: z.array(z.object({ locale: z.string(), count })),
  /** The posts that reviewers hold, those that were not renewed for longest first. */
  claims: z.array(
    Claim.extend({
      /** Seconds since the reviewer was last active on it. */
      idle_seconds: count,
    }),
  ),
  /** Posts that each member decided within the last hour; null unless the site counts them. */
  decisions: z.array(z.object({ user: TeamMember, count })).nullable(),
  /** The same of all members together. */
  decisions_total: count,
});
export type ReviewShift = z.infer<typeof ReviewShift>;

export const readShift = defineEndpoint({
  name: 'readShift',
  method: 'GET',
  path: '/review/shift',
  summary: 'What waits for review, who holds what, and how many posts were decided within the last hour',
  scope: 'posts',
  token: 'required',
  needs: ['Manage Posts'],
  response: ReviewShift,
});
