/** Pages of posts (API v3 §2.1 and §4). */

import type { PostQuery } from '@waypost/contract/browse/post-filters';
import { limits } from '@waypost/contract/common/limits';
import { readThroughCache } from '../../kernel/cache/versioned-cache.ts';
import type { Tx } from '../../kernel/db/database.ts';
import { listEnvelope, type UrlBuilder } from '../../kernel/http/api-format.ts';
import type { Viewer } from '../../kernel/security/viewer.ts';
import { addExtraFields, type PostDetails, readPostDetails, viewPost } from '../../posts/posts.public.ts';
import { readDataVersion } from '../counts/precomputed-counts.sql.ts';
import { filterCacheKey, type PostSelection } from '../filters/filter-key.rules.ts';
import { countMatchingPosts } from '../filters/matching-posts.sql.ts';
import { addSavedSearches, readSavedSearches } from '../filters/saved-searches-of-posts.ts';
import { readPageOfIds } from './pages.sql.ts';

/** Filters and paging of a list of posts. */
type PostListQuery = PostQuery & PostSelection;

/** Order of posts where the request names none. */
const defaultOrder = { orderby: 'post_date', order: 'desc' } as const;

/** Maximum number of posts on the page. `limit=0` requests only the total. */
const effectiveLimit = ({ limit = limits.postPage.default }: PostQuery) =>
  Math.min(limit, limits.postPage.max);

/**
 * Number of matching posts, cached per visibility class.
 * @param precountedTotal the number, where it has been counted already
 */
const readTotal = (tx: Tx, viewer: Viewer, query: PostListQuery, precountedTotal?: number): Promise<number> =>
  readThroughCache(
    tx,
    viewer,
    { version: readDataVersion, keyParts: ['total', filterCacheKey(query)], sizeInBytes: () => 8 },
    async () => precountedTotal ?? countMatchingPosts(tx, viewer, query),
  );

/** The posts of a page with their details, and the number of all matching posts. */
export async function listPosts(
  tx: Tx,
  viewer: Viewer,
  query: PostListQuery,
): Promise<{ results: PostDetails[]; total: number }> {
  const { orderby = defaultOrder.orderby, order = defaultOrder.order, offset = 0 } = query;
  const page = { orderby, order, offset, limit: effectiveLimit(query) };
  const pageOfIds = await readPageOfIds(tx, viewer, query, page);
  const [results, total] = await Promise.all([
    readPostDetails(tx, viewer, pageOfIds.ids),
    readTotal(tx, viewer, query, pageOfIds.total),
  ]);
  return { results, total };
}

/**
 * A page of posts in the format of API v3.
 * @param path of the request, below `/api/v3`
 */
export async function readPostPage(tx: Tx, viewer: Viewer, urls: UrlBuilder, path: string, query: PostQuery) {
  const [{ results, total }, searches] = await Promise.all([
    listPosts(tx, viewer, query),
    readSavedSearches(tx, viewer),
  ]);
  const withSearches = await addSavedSearches(tx, viewer, results, searches);
  const withExtras = await addExtraFields(tx, viewer, withSearches, query);
  const posts = withExtras.map((details) => viewPost(viewer, urls, details, query));
  return listEnvelope(urls, path, query, { results: posts, total }, defaultOrder);
}
