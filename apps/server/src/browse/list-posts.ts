/** Pages of posts (wire 2.1 and 4). */
import { limits } from '@waypost/contract/limits';
import type { PostQuery } from '@waypost/contract/post-filters';
import type { Tx } from '../kernel/db.ts';
import type { Viewer } from '../kernel/viewer.ts';
import { type KnownPost, readKnownPosts } from '../posts/posts.public.ts';
import { countMatching, pageOfMatching } from './matching.sql.ts';

/** How posts are ordered when nothing is said. */
export const usualOrder = { orderby: 'post_date', order: 'desc' } as const;

/** `limit=0` asks for the number alone. */
const limitOf = ({ limit = limits.postPage.usual }: PostQuery) => Math.min(limit, limits.postPage.most);

/** A page, ready to be shown, and how many match in all. */
export async function listPosts(
  tx: Tx,
  viewer: Viewer,
  query: PostQuery,
): Promise<{ results: KnownPost[]; total: number }> {
  const { orderby = usualOrder.orderby, order = usualOrder.order, offset = 0 } = query;
  const page = { orderby, order, offset, limit: limitOf(query) };
  const ids = await pageOfMatching(tx, viewer, query, page);
  const results = await readKnownPosts(tx, viewer, ids);
  return { results, total: await countMatching(tx, viewer, query) };
}
