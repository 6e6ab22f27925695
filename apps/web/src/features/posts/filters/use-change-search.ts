/** Updates the search parameters of the current URL from any screen. */
import { useNavigate } from '@tanstack/react-router';
import { useCallback } from 'react';
import type { PostSearch } from '../../../blocks/post-search/post-search.ts';

/** @returns merges a change into the search parameters; undefined removes a key. Replaces the entry in the history. */
export function useUpdatePostSearch(): (change: PostSearch) => void {
  const navigate = useNavigate();
  return useCallback(
    (change) =>
      void navigate({
        to: '.',
        search: (previous) => ({ ...previous, ...change }),
        state: true,
        replace: true,
        resetScroll: false,
      }),
    [navigate],
  );
}
