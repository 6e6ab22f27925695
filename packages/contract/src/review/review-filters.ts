/** Which of the waiting posts a reviewer works on. */
import type { z } from 'zod';
import { PostFilters } from '../browse/post-filters.ts';

/** Filters of the review queue: as in a list of posts. Without `assignee`, posts that are assigned to others are left out. */
export const ReviewFilters = PostFilters.pick({
  form: true,
  source: true,
  created_before: true,
  created_after: true,
  assignee: true,
  verification: true,
});
export type ReviewFilters = z.output<typeof ReviewFilters>;
