/** What an address in another site's page asks for. */
import { useQuery } from '@tanstack/react-query';
import { inSavedSearch, modeOf } from '../post-search/post-mode.ts';
import { countFilters, type PostSearch } from '../post-search/post-search.ts';
import { readSet } from '../sets/set-endpoints.ts';

/**
 * The address names a saved search alone when its filters, as they are kept now, are to be shown.
 * @returns undefined while those are fetched
 */
export function useSharedSearch(search: PostSearch): { asked: PostSearch | undefined; error: Error | null } {
  const mode = modeOf(search);
  const isKept = mode.kind === 'savedsearch' && countFilters(search) === 0;
  const { data: set, error } = useQuery({
    ...readSet('savedsearch', mode.kind === 'savedsearch' ? mode.id : 0),
    enabled: isKept,
  });
  if (!isKept) return { asked: search, error: null };
  if (!set) return { asked: undefined, error };
  return { asked: { ...inSavedSearch(set.id, set.filter ?? {}), at: search.at } as PostSearch, error: null };
}
