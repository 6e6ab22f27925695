/** The posts that the address asks for, page by page, and how many have come in since (wire 7.4). */
import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { listPosts, type Post } from '@waypost/contract/posts';
import { useMemo } from 'react';
import { isApiError } from '../../api/api-error.ts';
import { call } from '../../api/call.ts';
import { forEndpoint } from '../../api/query-keys.ts';
import { postQuery } from '../../blocks/post-search/default-query.ts';
import { type PostSearch, usualPageSize } from '../../blocks/post-search/post-search.ts';

/** Milliseconds between two looks for new posts (spec 2 §9). */
const pollEvery = 60_000;

const sizeOf = (search: PostSearch) => Number(search.size ?? usualPageSize);

/** Name of the list in the cache. */
export const pagesKey = (search: PostSearch) =>
  [...forEndpoint(listPosts), 'pages', postQuery(search, 'list'), sizeOf(search)] as const;

type Query = ReturnType<typeof postQuery> & { limit: number; offset: number };

/** Other servers of this API may not know how well a post fits; one refusal tells, until the page is loaded anew. */
let isRelevanceUnknown = false;

async function fetchPage(query: Query, signal: AbortSignal) {
  const ask = (orderby: Query['orderby']) =>
    call(listPosts, { query: { ...query, orderby } }, { signal, quiet: true });
  if (query.orderby !== 'relevance' || isRelevanceUnknown)
    return ask(query.orderby === 'relevance' ? 'created' : query.orderby);
  try {
    return await ask('relevance');
  } catch (error) {
    if (!isApiError(error) || error.status < 400 || error.status === 401 || error.status === 403) throw error;
    const found = await ask('created');
    isRelevanceUnknown = true;
    return found;
  }
}

export function usePosts(search: PostSearch) {
  const query = postQuery(search, 'list');
  const limit = sizeOf(search);
  const pages = useInfiniteQuery({
    queryKey: pagesKey(search),
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
const newest = (posts: readonly Post[]): Post | undefined =>
  posts.reduce<Post | undefined>((best, it) => (best && best.created >= it.created ? best : it), undefined);

/**
 * How many posts came in since the list was fetched.
 * @param since when it was, in milliseconds of the epoch; counts when the list is empty
 */
export function useNewPosts(search: PostSearch, posts: readonly Post[], since: number): number {
  const last = newest(posts);
  // Counting needs no order.
  const query = { ...postQuery(search, 'list'), orderby: 'created' as const };
  const after = last ? { created_after_by_id: last.id } : { created_after: new Date(since).toISOString() };
  const { data } = useQuery({
    queryKey: ['posts', 'new', query, after],
    queryFn: ({ signal }) =>
      call(listPosts, { query: { ...query, ...after, limit: 1 } }, { signal, quiet: true }),
    // Not at once: the list has just been fetched.
    initialData: null,
    initialDataUpdatedAt: since,
    staleTime: pollEvery,
    refetchInterval: pollEvery,
    enabled: since > 0,
  });
  return data?.total_count ?? 0;
}
