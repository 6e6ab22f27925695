/** What an address in another site's page asks for. */
import { useQuery } from '@tanstack/react-query';
import { enterSavedSearch, readPostMode } from '../post-search/post-mode.ts';
import { countActiveFilters, type PostSearch } from '../post-search/post-search.ts';
import { buildSetQuery } from '../sets/set-endpoints.ts';

/**
 * The address names a saved search alone when its filters, as they are kept now, are to be shown.
 * @returns undefined while those are fetched
 */
export function useEmbeddedSearch(search: PostSearch): {
  search: PostSearch | undefined;
  error: Error | null;
} {
  const mode = readPostMode(search);
  const isKept = mode.kind === 'savedsearch' && countActiveFilters(search) === 0;
  const { data: set, error } = useQuery({
    ...buildSetQuery('savedsearch', mode.kind === 'savedsearch' ? mode.id : 0),
    enabled: isKept,
  });
  if (!isKept) return { search: search, error: null };
  if (!set) return { search: undefined, error };
  return {
    search: { ...enterSavedSearch(set.id, set.filter ?? {}), at: search.at } as PostSearch,
    error: null,
  };
}
