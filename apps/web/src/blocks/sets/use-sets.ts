/** Paginated lists of collections or saved searches. */

import { useInfiniteQuery } from '@tanstack/react-query';
import { findNextOffset } from '../../api/next-offset.ts';
import type { SetKind } from '../post-search/post-mode.ts';
import { listSets, resourceByKind, type SetListFilters } from './set-endpoints.ts';

/** An infinite query of sets. */
export function useSets(kind: SetKind, search: SetListFilters) {
  const pages = useInfiniteQuery({
    queryKey: [resourceByKind[kind], 'pages', search],
    queryFn: ({ pageParam, signal }) => listSets(kind, search, pageParam, signal),
    initialPageParam: 0,
    getNextPageParam: findNextOffset,
    // Keep the previous results while a new search is loading.
    placeholderData: (previous) => previous,
  });
  const sets = pages.data?.pages.flatMap((it) => [...it.results]) ?? [];
  return {
    ...pages,
    // Servers that ignore `editableBy` send all sets (API v3 §2.2).
    sets: search.editableBy ? sets.filter((it) => it.allowed_privileges.includes('update')) : sets,
  };
}
