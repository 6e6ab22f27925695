/** Search parameters of embedded views. */
import { useQuery } from '@tanstack/react-query';
import { enterSavedSearch, readPostMode } from '../post-search/post-mode.ts';
import { countActiveFilters, type PostSearch } from '../post-search/post-search.ts';
import { buildSetQuery } from '../sets/set-endpoints.ts';

/**
 * Replaces a saved search that the URL names without filters by the filters of that saved search.
 * @returns `search` undefined while they are loading
 */
export function useEmbeddedSearch(search: PostSearch): {
  search: PostSearch | undefined;
  error: Error | null;
} {
  const mode = readPostMode(search);
  const needsSavedSearch = mode.kind === 'savedsearch' && countActiveFilters(search) === 0;
  const { data: set, error } = useQuery({
    ...buildSetQuery('savedsearch', mode.kind === 'savedsearch' ? mode.id : 0),
    enabled: needsSavedSearch,
  });
  if (!needsSavedSearch) return { search, error: null };
  if (!set) return { search: undefined, error };
  return {
    search: { ...enterSavedSearch(set.id, set.filter ?? {}), at: search.at } as PostSearch,
    error: null,
  };
}
