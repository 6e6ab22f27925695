/** What waits for review: numbers of posts by survey, source and age. */
import { z } from 'zod';
import { PostSource } from '../browse/post-filters.ts';
import { defineEndpoint } from '../common/endpoint.ts';
import { ApiDate, Relation } from '../common/scalars.ts';
import { ReviewFilters } from './review-filters.ts';

const count = z.number().int();

/** Limits of the groups by age, in hours. */
export const reviewAgeHours = [1, 24, 168] as const;

/** Numbers of the posts that wait for review and match the filters. */
export const ReviewSummary = z.object({
  /** Posts under review. */
  total: count,
  /** How many of them other people hold. */
  held: count,
  /** How many of them are assigned to the caller. */
  assigned: count,
  /** When the oldest of them was created. */
  oldest: ApiDate.nullable(),
  /** By survey, the largest group first; null: without a survey. */
  by_form: z.array(z.object({ form: Relation.nullable(), name: z.string().nullable(), count })),
  by_source: z.array(z.object({ source: PostSource, count })),
  /** From the newest to the oldest. The limits are filters of the queue; null: none. */
  by_age: z.array(
    z.object({
      created_after: ApiDate.nullable(),
      created_before: ApiDate.nullable(),
      /** Hours that these posts have waited at least and at most. */
      min_hours: z.number().int(),
      max_hours: z.number().int().nullable(),
      count,
    }),
  ),
});
export type ReviewSummary = z.infer<typeof ReviewSummary>;

export const readReviewSummary = defineEndpoint({
  name: 'readReviewSummary',
  method: 'GET',
  path: '/review/summary',
  summary: 'Numbers of the posts that wait for review',
  scope: 'posts',
  token: 'required',
  needs: ['Manage Posts'],
  query: ReviewFilters,
  response: ReviewSummary,
});
