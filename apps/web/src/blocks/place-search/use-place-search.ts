import { useDebouncedValue } from '@mantine/hooks';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { limits } from '@waypost/contract/common/limits';
import { findPlaces } from '@waypost/contract/places/places';
import { isApiError } from '../../api/api-error.ts';
import { call } from '../../api/call.ts';
import { buildCallKey } from '../../api/query-keys.ts';
import { useHasMapArchives } from '../map-canvas/archives/use-archive-layers.ts';
import type { LatLon } from '../map-canvas/map-types.ts';
import { useMapNames } from '../map-names/use-map-names.ts';
import { joinHits, type PlaceHit } from './place-hits.ts';

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

/** Towns of the world that begin with the text. */
function useTowns(query: { q: string; near: string; lang: string }, enabled: boolean) {
  return useQuery({
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
}

/** A search. */
export interface PlaceSearchResult {
  state: PlaceSearchState;
  /** While a new search is running, those of the previous one. */
  places: readonly PlaceHit[];
  /** Whether streets are searched, too. */
  hasStreets: boolean;
}

/**
 * Searches places whose name begins with the text, debounced: towns, and the streets and places of map archives.
 *
 * @param searchText empty for no search
 * @param near of equally good hits, nearer ones come first
 * @param language of the names, as far as they exist in it
 */
export function usePlaceSearch(searchText: string, near: LatLon, language: string): PlaceSearchResult {
  const trimmed = searchText.trim().slice(0, limits.placeSearch);
  const [q] = useDebouncedValue(trimmed, DEBOUNCE_MS);
  const hasStreets = useHasMapArchives();
  const enabled = !isUnsupported && trimmed.length >= MIN_LETTERS && q.length >= MIN_LETTERS;
  const query = { q, near: `${near.lat},${near.lon}`, lang: language.split(/[-_]/)[0] ?? language };
  const { data, error, isFetching, isPlaceholderData } = useTowns(query, enabled);
  const { names, isPending } = useMapNames(query, enabled && hasStreets);
  if (isUnsupported) return { state: 'unsupported', places: [], hasStreets };
  if (!enabled) return { state: 'idle', places: [], hasStreets };
  const towns = error ? [] : (data?.results ?? []);
  // Towns alone would move down when the streets arrive.
  const places = isPending && names.length === 0 ? [] : joinHits(towns, names, q);
  if ((isFetching && (!data || isPlaceholderData)) || isPending || q !== trimmed)
    return { state: 'pending', places, hasStreets };
  if (places.length > 0) return { state: 'found', places, hasStreets };
  if (error) return { state: 'failed', places, hasStreets };
  return { state: data?.loading ? 'loading' : 'none', places, hasStreets };
}
