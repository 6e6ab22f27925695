/** The posts that the address asks for, page by page, and how many have come in since (wire 7.4). */
import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { listPosts, type Post } from '@waypost/contract/posts/posts';
import { useMemo } from 'react';
import { isApiError } from '../../../api/api-error.ts';
import { call } from '../../../api/call.ts';
import { buildEndpointKey } from '../../../api/query-keys.ts';
import { buildPostQuery } from '../../../blocks/post-search/post-query.ts';
import { defaultPageSize, type PostSearch } from '../../../blocks/post-search/post-search.ts';

/** Milliseconds between two looks for new posts (spec 2 §9). */
const pollIntervalMs = 60_000;

const getPageSize = (search: PostSearch) => Number(search.size ?? defaultPageSize);

/** Name of the list in the cache. */
export const buildPostListKey = (search: PostSearch) =>
  [...buildEndpointKey(listPosts), 'pages', buildPostQuery(search, 'list'), getPageSize(search)] as const;

type PostListQuery = ReturnType<typeof buildPostQuery> & { limit: number; offset: number };

/** Other servers of this API may not know how well a post fits; one refusal tells, until the page is loaded anew. */
let isRelevanceUnsupported = false;

async function fetchPage(query: PostListQuery, signal: AbortSignal) {
  const ask = (orderby: PostListQuery['orderby']) =>
    call(listPosts, { query: { ...query, orderby } }, { signal, quiet: true });
  if (query.orderby !== 'relevance' || isRelevanceUnsupported)
    return ask(query.orderby === 'relevance' ? 'created' : query.orderby);
  try {
    return await ask('relevance');
  } catch (error) {
    if (!isApiError(error) || error.status < 400 || error.status === 401 || error.status === 403) throw error;
    const found = await ask('created');
    isRelevanceUnsupported = true;
    return found;
  }
}

export function usePosts(search: PostSearch) {
  const query = buildPostQuery(search, 'list');
  const limit = getPageSize(search);
  const pages = useInfiniteQuery({
    queryKey: buildPostListKey(search),
    queryFn: ({ pageParam, signal }) => fetchPage({ ...query, limit, offset: pageParam }, signal),
    initialPageParam: 0,
    getNextPageParam: (last, all) => {
      const got = all.reduce((sum, it) => sum + it.results.length, 0);
      // A page that came short of what it promised would be asked for again and again.
      return last.results.length > 0 && got < last.total_count ? got : undefined;
    },
  });
  const posts = useMemo(() => {
    // A post that came in meanwhile pushes the last of one page onto the next.
    const byId = new Map(pages.data?.pages.flatMap((it) => it.results).map((it) => [it.id, it]));
    return [...byId.values()];
  }, [pages.data]);
  return { ...pages, posts, total: pages.data?.pages[0]?.total_count };
}

/** The newest by the moment it came in, whatever the list is ordered by. */
const findNewestPost = (posts: readonly Post[]): Post | undefined =>
  posts.reduce<Post | undefined>((best, it) => (best && best.created >= it.created ? best : it), undefined);

/**
 * How many posts came in since the list was fetched.
 * @param fetchedAtMs when it was, in milliseconds of the epoch; counts when the list is empty
 */
export function useNewPostCount(search: PostSearch, posts: readonly Post[], fetchedAtMs: number): number {
  const last = findNewestPost(posts);
  // Counting needs no order.
  const query = { ...buildPostQuery(search, 'list'), orderby: 'created' as const };
  const after = last
    ? { created_after_by_id: last.id }
    : { created_after: new Date(fetchedAtMs).toISOString() };
  const { data } = useQuery({
    queryKey: ['posts', 'new', query, after],
    queryFn: ({ signal }) =>
      call(listPosts, { query: { ...query, ...after, limit: 1 } }, { signal, quiet: true }),
    // Not at once: the list has just been fetched.
    initialData: null,
    initialDataUpdatedAt: fetchedAtMs,
    staleTime: pollIntervalMs,
    refetchInterval: pollIntervalMs,
    enabled: fetchedAtMs > 0,
  });
  return data?.total_count ?? 0;
}
