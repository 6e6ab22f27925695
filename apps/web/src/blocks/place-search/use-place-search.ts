import { useDebouncedValue } from '@mantine/hooks';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { limits } from '@waypost/contract/common/limits';
import { findPlaces, type Place } from '@waypost/contract/places/places';
import { isApiError } from '../../api/api-error.ts';
import { call } from '../../api/call.ts';
import { buildCallKey } from '../../api/query-keys.ts';
import type { LatLon } from '../map-canvas/map-types.ts';

/** Time after the last key press before a request is sent (spec 2 §5). */
const DEBOUNCE_MS = 250;
/** Time after which a search without a result is sent again, and while the server loads its places. */
const emptyRetryMs = 5000;
const loadingRetryMs = 1000;
/** Minimum length of a query: too many names begin with one letter. */
const MIN_LETTERS = 2;

/** Other servers of this API have no place search; after a 404 none is tried until the page is reloaded. */
let isUnsupported = false;

async function fetchPlaces(query: { q: string; near: string; lang: string }, signal: AbortSignal) {
  try {
    return await call(findPlaces, { query }, { signal });
  } catch (error) {
    isUnsupported ||= isApiError(error) && error.status === 404;
    throw error;
  }
}

/** State of the search. `loading`: a new server still loads its places. `unsupported`: the server has no place search. */
export type PlaceSearchState = 'idle' | 'pending' | 'found' | 'none' | 'loading' | 'failed' | 'unsupported';

/**
 * Searches places whose name begins with the text, debounced.
 *
 * @param searchText empty for no search
 * @param near of places of similar size, nearer ones come first
 * @param language of the names, as far as they exist in it
 * @returns the places; while a new search is running, the previous ones
 */
export function usePlaceSearch(
  searchText: string,
  near: LatLon,
  language: string,
): { state: PlaceSearchState; places: readonly Place[] } {
  const trimmed = searchText.trim().slice(0, limits.placeSearch);
  const [q] = useDebouncedValue(trimmed, DEBOUNCE_MS);
  const enabled = !isUnsupported && trimmed.length >= MIN_LETTERS && q.length >= MIN_LETTERS;
  const query = { q, near: `${near.lat},${near.lon}`, lang: language.split(/[-_]/)[0] ?? language };
  const { data, error, isFetching, isPlaceholderData } = useQuery({
    queryKey: buildCallKey(findPlaces, { query }),
    queryFn: ({ signal }) => fetchPlaces(query, signal),
    enabled,
    placeholderData: keepPreviousData,
    // A new deployment loads its places after the start.
    refetchInterval: ({ state: { data: found } }) => {
      if (found?.results.length !== 0) return false;
      return found.loading ? loadingRetryMs : emptyRetryMs;
    },
  });
  if (isUnsupported) return { state: 'unsupported', places: [] };
  if (!enabled) return { state: 'idle', places: [] };
  const places = data?.results ?? [];
  if ((isFetching && (!data || isPlaceholderData)) || q !== trimmed) return { state: 'pending', places };
  if (error) return { state: 'failed', places: [] };
  if (places.length > 0) return { state: 'found', places };
  return { state: data?.loading ? 'loading' : 'none', places };
}
