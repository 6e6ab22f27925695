/** Pages of posts (wire 2.1 and 4). */
import { limits } from '@waypost/contract/limits';
import type { PostQuery } from '@waypost/contract/post-filters';
import type { Tx } from '../kernel/db.ts';
import { remembered } from '../kernel/remembered.ts';
import type { Viewer } from '../kernel/viewer.ts';
import { type Addresses, listEnvelope } from '../kernel/wire.ts';
import { type KnownPost, readKnownPosts, viewPost } from '../posts/posts.public.ts';
import { readDataVersion } from './counted.sql.ts';
import { countMatching } from './matching.sql.ts';
import { pageOfMatching } from './pages.sql.ts';
import { readSearches, withSearches } from './searches-of-posts.ts';
import { whichPosts } from './which-posts.rules.ts';

/** How posts are ordered when nothing is said. */
const usualOrder = { orderby: 'post_date', order: 'desc' } as const;

/** `limit=0` asks for the number alone. */
const limitOf = ({ limit = limits.postPage.usual }: PostQuery) => Math.min(limit, limits.postPage.most);

/**
 * How many posts match; of those who see the same, one alone counts.
 * @param known where they were counted already
 */
const totalOf = (tx: Tx, viewer: Viewer, query: PostQuery, known?: number): Promise<number> =>
  remembered(
    tx,
    viewer,
    { version: readDataVersion, question: ['total', whichPosts(query)], sizeOf: () => 8 },
    async () => known ?? countMatching(tx, viewer, query),
  );

/** A page, ready to be shown, and how many match in all. */
export async function listPosts(
  tx: Tx,
  viewer: Viewer,
  query: PostQuery,
): Promise<{ results: KnownPost[]; total: number }> {
  const { orderby = usualOrder.orderby, order = usualOrder.order, offset = 0 } = query;
  const page = { orderby, order, offset, limit: limitOf(query) };
  const found = await pageOfMatching(tx, viewer, query, page);
  const [results, total] = await Promise.all([
    readKnownPosts(tx, viewer, found.ids),
    totalOf(tx, viewer, query, found.total),
  ]);
  return { results, total };
}

/**
 * A page as the wire has it.
 * @param path below `/api/v3`, where it was asked for
 */
export async function postPage(tx: Tx, viewer: Viewer, addresses: Addresses, path: string, query: PostQuery) {
  const [{ results, total }, searches] = await Promise.all([
    listPosts(tx, viewer, query),
    readSearches(tx, viewer),
  ]);
  const included = { types: query.include_types, keys: query.include_attributes };
  const complete = await withSearches(tx, viewer, results, searches);
  const posts = complete.map((known) => viewPost(viewer, addresses, known, included));
  return listEnvelope(addresses, path, query, { results: posts, total }, usualOrder);
}
