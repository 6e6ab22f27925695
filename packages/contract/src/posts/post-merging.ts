/** How a post is merged with others: the fields that are part of posts. The endpoints are in `merged-posts.ts`. */
import { z } from 'zod';
import { IdOut } from '../common/scalars.ts';

/** A merged post stands in lists, maps and counts only through the post that it is merged into. */
export const PostMerging = z.object({
  /** The post that stands for this one; null if it stands for itself, or where the caller may not read that post. */
  merged_into: IdOut.nullable(),
  /** Number of posts that are merged into this one, including those that the caller may not read. */
  merged_count: z.number().int(),
});
export type PostMerging = z.infer<typeof PostMerging>;
