/** The posts that match the search parameters, page by page, and the number of new ones (API v3 §7.4). */
import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { listPosts, type Post } from '@waypost/contract/posts/posts';
import { useMemo } from 'react';
import { isApiError } from '../../../api/api-error.ts';
import { call } from '../../../api/call.ts';
import { findNextOffset } from '../../../api/next-offset.ts';
import { buildEndpointKey } from '../../../api/query-keys.ts';
import { buildPostQuery } from '../../../blocks/post-search/post-query.ts';
import { defaultPageSize, type PostSearch } from '../../../blocks/post-search/post-search.ts';

/** Milliseconds between two checks for new posts (spec 2 §9). */
const pollIntervalMs = 60_000;

const getPageSize = (search: PostSearch) => Number(search.size ?? defaultPageSize);

/** Cache key of the list. */
export const buildPostListKey = (search: PostSearch) =>
  [...buildEndpointKey(listPosts), 'pages', buildPostQuery(search, 'list'), getPageSize(search)] as const;

type PostListQuery = ReturnType<typeof buildPostQuery> & { limit: number; offset: number };

/** Other servers of this API may not support sorting by relevance. The first rejection sets this until the page is reloaded. */
let isRelevanceUnsupported = false;

async function fetchPage(query: PostListQuery, signal: AbortSignal) {
  const callWithOrder = (orderby: PostListQuery['orderby']) =>
    call(listPosts, { query: { ...query, orderby } }, { signal });
  if (query.orderby !== 'relevance' || isRelevanceUnsupported)
    return callWithOrder(query.orderby === 'relevance' ? 'created' : query.orderby);
  try {
    return await callWithOrder('relevance');
  } catch (error) {
    if (!isApiError(error) || error.status < 400 || error.status === 401 || error.status === 403) throw error;
    const fallbackPage = await callWithOrder('created');
    isRelevanceUnsupported = true;
    return fallbackPage;
  }
}

/** Infinite query of the posts that match the search parameters. */
export function usePosts(search: PostSearch) {
  const query = buildPostQuery(search, 'list');
  const limit = getPageSize(search);
  const pages = useInfiniteQuery({
    queryKey: buildPostListKey(search),
    queryFn: ({ pageParam, signal }) => fetchPage({ ...query, limit, offset: pageParam }, signal),
    initialPageParam: 0,
    getNextPageParam: findNextOffset,
  });
  const posts = useMemo(() => {
    // A post that came in between moves the last post of a page to the next page, where it would appear twice.
    const byId = new Map(pages.data?.pages.flatMap((page) => page.results).map((post) => [post.id, post]));
    return [...byId.values()];
  }, [pages.data]);
  // Only the page that a post is left out of counts it no longer.
  const totals = pages.data?.pages.map(({ total_count }) => total_count);
  return { ...pages, posts, total: totals && Math.min(...totals) };
}

/** The most recently created post, whatever the sort order. */
const findNewestPost = (posts: readonly Post[]): Post | undefined =>
  posts.reduce<Post | undefined>(
    (newest, post) => (newest && newest.created >= post.created ? newest : post),
    undefined,
  );

/**
 * Number of posts created since the list was fetched.
 * @param fetchedAtMs milliseconds since the epoch; used when the list is empty
 */
export function useNewPostCount(search: PostSearch, posts: readonly Post[], fetchedAtMs: number): number {
  const last = findNewestPost(posts);
  // Counting needs no sort order.
  const query = { ...buildPostQuery(search, 'list'), orderby: 'created' as const };
  const after = last
    ? { created_after_by_id: last.id }
    : { created_after: new Date(fetchedAtMs).toISOString() };
  const { data } = useQuery({
    queryKey: ['posts', 'new', query, after],
    queryFn: ({ signal }) => call(listPosts, { query: { ...query, ...after, limit: 1 } }, { signal }),
    // Not fetched at once, since the list has just been fetched.
    initialData: null,
    initialDataUpdatedAt: fetchedAtMs,
    staleTime: pollIntervalMs,
    refetchInterval: pollIntervalMs,
    enabled: fetchedAtMs > 0,
  });
  return data?.total_count ?? 0;
}
