/** Pages of posts (wire 2.1 and 4). */

import type { PostQuery } from '@waypost/contract/browse/post-filters';
import { limits } from '@waypost/contract/common/limits';
import { readThroughCache } from '../../kernel/cache/versioned-cache.ts';
import type { Tx } from '../../kernel/db/database.ts';
import { listEnvelope, type UrlBuilder } from '../../kernel/http/api-format.ts';
import type { Viewer } from '../../kernel/security/viewer.ts';
import { type KnownPost, readKnownPosts, viewPost } from '../../posts/posts.public.ts';
import { readDataVersion } from '../counts/precomputed-counts.sql.ts';
import { filterCacheKey } from '../filters/filter-key.rules.ts';
import { countMatchingPosts } from '../filters/matching-posts.sql.ts';
import { addSavedSearches, readSavedSearches } from '../filters/saved-searches-of-posts.ts';
import { readPageOfIds } from './pages.sql.ts';

/** How posts are ordered when nothing is said. */
const defaultOrder = { orderby: 'post_date', order: 'desc' } as const;

/** `limit=0` asks for the number alone. */
const effectiveLimit = ({ limit = limits.postPage.default }: PostQuery) =>
  Math.min(limit, limits.postPage.max);

/**
 * How many posts match; of those who see the same, one alone counts.
 * @param known where they were counted already
 */
const readTotal = (tx: Tx, viewer: Viewer, query: PostQuery, known?: number): Promise<number> =>
  readThroughCache(
    tx,
    viewer,
    { version: readDataVersion, keyParts: ['total', filterCacheKey(query)], sizeInBytes: () => 8 },
    async () => known ?? countMatchingPosts(tx, viewer, query),
  );

/** A page, ready to be shown, and how many match in all. */
export async function listPosts(
  tx: Tx,
  viewer: Viewer,
  query: PostQuery,
): Promise<{ results: KnownPost[]; total: number }> {
  const { orderby = defaultOrder.orderby, order = defaultOrder.order, offset = 0 } = query;
  const page = { orderby, order, offset, limit: effectiveLimit(query) };
  const found = await readPageOfIds(tx, viewer, query, page);
  const [results, total] = await Promise.all([
    readKnownPosts(tx, viewer, found.ids),
    readTotal(tx, viewer, query, found.total),
  ]);
  return { results, total };
}

/**
 * A page as the wire has it.
 * @param path below `/api/v3`, where it was asked for
 */
export async function readPostPage(tx: Tx, viewer: Viewer, urls: UrlBuilder, path: string, query: PostQuery) {
  const [{ results, total }, searches] = await Promise.all([
    listPosts(tx, viewer, query),
    readSavedSearches(tx, viewer),
  ]);
  const included = { types: query.include_types, keys: query.include_attributes };
  const complete = await addSavedSearches(tx, viewer, results, searches);
  const posts = complete.map((known) => viewPost(viewer, urls, known, included));
  return listEnvelope(urls, path, query, { results: posts, total }, defaultOrder);
}
