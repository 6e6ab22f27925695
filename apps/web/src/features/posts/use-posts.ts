/** The posts that the address asks for, page by page, and how many have come in since (wire 7.4). */
import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { listPosts, type Post } from '@waypost/contract/posts';
import { useMemo } from 'react';
import { call } from '../../api/call.ts';
import { forEndpoint } from '../../api/query-keys.ts';
import { postQuery } from '../../blocks/post-search/default-query.ts';
import type { PostSearch } from '../../blocks/post-search/post-search.ts';

const page = 20;
/** Milliseconds between two looks for new posts (spec 2 §9). */
const pollEvery = 60_000;

export function usePosts(search: PostSearch) {
  const query = postQuery(search, 'list');
  const pages = useInfiniteQuery({
    queryKey: [...forEndpoint(listPosts), 'pages', query],
    queryFn: ({ pageParam, signal }) =>
      call(listPosts, { query: { ...query, limit: page, offset: pageParam } }, { signal, quiet: true }),
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
  const after = last ? { created_after_by_id: last.id } : { created_after: new Date(since).toISOString() };
  const { data } = useQuery({
    queryKey: ['posts', 'new', postQuery(search, 'list'), after],
    queryFn: ({ signal }) =>
      call(
        listPosts,
        { query: { ...postQuery(search, 'list'), ...after, limit: 1 } },
        { signal, quiet: true },
      ),
    // Not at once: the list has just been fetched.
    initialData: null,
    initialDataUpdatedAt: since,
    staleTime: pollEvery,
    refetchInterval: pollEvery,
    enabled: since > 0,
  });
  return data?.total_count ?? 0;
}
