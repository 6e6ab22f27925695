/** Pages of posts (API v3 §2.1 and §4). */

import type { PostQuery } from '@waypost/contract/browse/post-filters';
import { limits } from '@waypost/contract/common/limits';
import { readThroughCache } from '../../kernel/cache/versioned-cache.ts';
import type { Tx } from '../../kernel/db/database.ts';
import { listEnvelope, type UrlBuilder } from '../../kernel/http/api-format.ts';
import { streamJson } from '../../kernel/http/stream-json.ts';
import type { Viewer } from '../../kernel/security/viewer.ts';
import {
  addExtraFields,
  type PostDetails,
  readFirstPostDetails,
  viewPost,
} from '../../posts/posts.public.ts';
import { readDataVersion } from '../counts/precomputed-counts.sql.ts';
import { filterCacheKey, type PostSelection } from '../filters/filter-key.rules.ts';
import { countMatchingPosts } from '../filters/matching-posts.sql.ts';
import { addSavedSearches, readSavedSearches } from '../filters/saved-searches-of-posts.ts';
import { viewFeatures, wrapFeatures } from './geojson.view.ts';
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

/** Bytes of reports that are read and serialized at a time. */
const maxGroupBytes = 4_000_000;
/** Bytes of JSON after which a page ends, and the next one begins. Reports of the greatest size are 2 MB long, ordinary ones 2 kB. */
const maxPageBytes = 64_000_000;

/** What a page contains of posts; serialized already where it is long. */
type PageItems<I> = { items: I[] } | { serialized: Buffer[] };

type PostsView<I> = (posts: readonly PostDetails[]) => I[] | Promise<I[]>;

/**
 * Reads the posts of a page, and serializes a long one in groups, between which others are answered: read and serialized at once, 115
 * reports of 1.4 MB took 2.5 GB of memory.
 * @param view what the page contains of posts
 */
async function readItems<I>(
  tx: Tx,
  viewer: Viewer,
  ids: readonly number[],
  view: PostsView<I>,
): Promise<PageItems<I>> {
  const first = await readFirstPostDetails(tx, viewer, ids, maxGroupBytes);
  const items = await view(first.posts);
  if (first.rest.length === 0) return { items };
  const serialize = (item: I) => Buffer.from(JSON.stringify(item));
  const serialized = items.map(serialize);
  const countBytes = () => serialized.reduce((sum, { length }) => sum + length, 0);
  for (let { rest } = first; rest.length > 0 && countBytes() < maxPageBytes; ) {
    const next = await readFirstPostDetails(tx, viewer, rest, maxGroupBytes);
    serialized.push(...(await view(next.posts)).map(serialize));
    rest = next.rest;
  }
  return { serialized };
}

/** A page of posts, and the number of all matching posts. */
async function readPage<I>(
  tx: Tx,
  viewer: Viewer,
  query: PostListQuery,
  view: PostsView<I>,
): Promise<{ page: PageItems<I>; total: number }> {
  const { orderby = defaultOrder.orderby, order = defaultOrder.order, offset = 0 } = query;
  const position = { orderby, order, offset, limit: effectiveLimit(query) };
  const { ids, total: precountedTotal } = await readPageOfIds(tx, viewer, query, position);
  const [page, total] = await Promise.all([
    readItems(tx, viewer, ids, view),
    readTotal(tx, viewer, query, precountedTotal),
  ]);
  return { page, total };
}

/**
 * A page of posts in the format of API v3.
 * @param path of the request, below `/api/v3`
 */
export async function readPostPage(tx: Tx, viewer: Viewer, urls: UrlBuilder, path: string, query: PostQuery) {
  const searches = readSavedSearches(tx, viewer);
  const reading = readPage(tx, viewer, query, async (posts) => {
    const withSearches = await addSavedSearches(tx, viewer, posts, await searches);
    const withExtras = await addExtraFields(tx, viewer, withSearches, query);
    return withExtras.map((details) => viewPost(viewer, urls, details, query));
  });
  const [{ page, total }] = await Promise.all([reading, searches]);
  const wrap = <T>(results: T[]) => listEnvelope(urls, path, query, { results, total }, defaultOrder);
  return 'serialized' in page ? streamJson(wrap(page.serialized), page.serialized) : wrap(page.items);
}

/** A page of posts as GeoJSON. */
export async function readFeatureCollection(tx: Tx, viewer: Viewer, urls: UrlBuilder, query: PostListQuery) {
  const { page, total } = await readPage(tx, viewer, query, (posts) =>
    viewFeatures(viewer, urls, posts, query),
  );
  const wrap = <T>(features: T[]) => wrapFeatures(features, { total, box: query.tile ?? query.bbox });
  return 'serialized' in page ? streamJson(wrap(page.serialized), page.serialized) : wrap(page.items);
}
