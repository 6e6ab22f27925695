/** Pages of posts (API v3 §2.1 and §4). */

import { randomInt } from 'node:crypto';
import type { PostQuery } from '@waypost/contract/browse/post-filters';
import { limits } from '@waypost/contract/common/limits';
import { readThroughCache } from '../../kernel/cache/versioned-cache.ts';
import type { Tx } from '../../kernel/db/database.ts';
import { listEnvelope, type UrlBuilder } from '../../kernel/http/api-format.ts';
import { Problem } from '../../kernel/http/problem.ts';
import { streamJson } from '../../kernel/http/stream-json.ts';
import type { Viewer } from '../../kernel/security/viewer.ts';
import type { MediaRequest } from '../../media/media.public.ts';
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

/** Bytes of reports up to which a page is read at once, and those of the groups of a longer one. */
const [maxShortPageBytes, maxGroupBytes] = [4_000_000, 2_000_000];
/** Bytes of JSON after which a page ends, and the next one begins. Reports of the greatest size are 2 MB long, ordinary ones 2 kB. */
const maxPageBytes = 64_000_000;

/** Long pages that are read at once. Each holds a database connection for seconds. */
const maxLongPages = 4;
let longPages = 0;

/** What a page contains of posts; serialized already where it is long. */
type PageItems<I> = { items: I[] } | { serialized: Buffer[] };

type PostsView<I> = (posts: readonly PostDetails[]) => I[] | Promise<I[]>;

/** Serializes the items of the first group, and reads and serializes the others until the page is full. */
async function serializeItems<I>(
  tx: Tx,
  viewer: Viewer,
  { items, rest: ids }: { items: readonly I[]; rest: readonly number[] },
  view: PostsView<I>,
): Promise<Buffer[]> {
  const serialize = (item: I) => Buffer.from(JSON.stringify(item));
  const serialized = items.map(serialize);
  let bytes = serialized.reduce((sum, { length }) => sum + length, 0);
  for (let rest = ids; rest.length > 0 && bytes < maxPageBytes; ) {
    const next = await readFirstPostDetails(tx, viewer, rest, maxGroupBytes);
    const group = (await view(next.posts)).map(serialize);
    serialized.push(...group);
    bytes += group.reduce((sum, { length }) => sum + length, 0);
    rest = next.rest;
  }
  return serialized;
}

/**
 * Reads the posts of a page, and serializes a long one in groups, between which others are answered: read and serialized at once, 115
 * reports of 1.4 MB took 2.5 GB of memory.
 * @param view what the page contains of posts
 * @throws Problem 503 for a long page while too many others are read
 */
async function readItems<I>(
  tx: Tx,
  viewer: Viewer,
  ids: readonly number[],
  view: PostsView<I>,
): Promise<PageItems<I>> {
  const first = await readFirstPostDetails(tx, viewer, ids, maxShortPageBytes);
  const items = await view(first.posts);
  if (first.rest.length === 0) return { items };
  if (longPages >= maxLongPages) throw new Problem('server.busy').withRetryAfter(randomInt(1, 5));
  longPages++;
  try {
    return { serialized: await serializeItems(tx, viewer, { items, rest: first.rest }, view) };
  } finally {
    longPages--;
  }
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
export async function readPostPage(request: MediaRequest, path: string, query: PostQuery) {
  const { tx, viewer, urls } = request;
  const searches = readSavedSearches(tx, viewer);
  const reading = readPage(tx, viewer, query, async (posts) => {
    const withSearches = await addSavedSearches(tx, viewer, posts, await searches);
    const withExtras = await addExtraFields(request, withSearches, query);
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
