/** Collections or saved searches, page by page. */
import { useInfiniteQuery } from '@tanstack/react-query';
import type { SetKind } from '../post-search/post-mode.ts';
import { listSets, resourceByKind, type SetListFilters } from './set-endpoints.ts';

export function useSets(kind: SetKind, search: SetListFilters) {
  const pages = useInfiniteQuery({
    queryKey: [resourceByKind[kind], 'pages', search],
    queryFn: ({ pageParam, signal }) => listSets(kind, search, pageParam, signal),
    initialPageParam: 0,
    getNextPageParam: (last, all) => {
      const got = all.reduce((sum, it) => sum + it.results.length, 0);
      return last.results.length > 0 && got < last.total_count ? got : undefined;
    },
    // What was found stays in sight while other words are looked for.
    placeholderData: (before) => before,
  });
  const found = pages.data?.pages.flatMap((it) => [...it.results]) ?? [];
  return {
    ...pages,
    // Servers that do not know the wish send all (wire 2.2).
    sets: search.editableBy ? found.filter((it) => it.allowed_privileges.includes('update')) : found,
  };
}
