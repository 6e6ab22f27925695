/** Changes what the address asks for, from whatever screen is open over the map. */
import { useNavigate } from '@tanstack/react-router';
import { useCallback } from 'react';
import type { PostSearch } from '../../../blocks/post-search/post-search.ts';

/** @returns lays a change over the search; undefined takes a key away. Filters replace one another in the history. */
export function useUpdatePostSearch(): (change: PostSearch) => void {
  const navigate = useNavigate();
  return useCallback(
    (change) =>
      void navigate({
        to: '.',
        search: (before) => ({ ...before, ...change }),
        state: true,
        replace: true,
        resetScroll: false,
      }),
    [navigate],
  );
}
