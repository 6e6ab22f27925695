import { useDebouncedValue } from '@mantine/hooks';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { limits } from '@waypost/contract/common/limits';
import { findPlaces, type Place } from '@waypost/contract/places/places';
import { isApiError } from '../../api/api-error.ts';
import { call } from '../../api/call.ts';
import { buildCallKey } from '../../api/query-keys.ts';
import type { LatLon } from '../map-canvas/map-types.ts';

/** Milliseconds without a key before the server is asked (spec 2 §5). */
const DEBOUNCE_MS = 250;
/** One letter begins thousands of names. */
const MIN_LETTERS = 2;

/** Other servers of this API have no search of places; one refusal tells, until the page is loaded anew. */
let isUnsupported = false;

async function fetchPlaces(query: { q: string; near: string; lang: string }, signal: AbortSignal) {
  try {
    return await call(findPlaces, { query }, { signal, quiet: true });
  } catch (error) {
    isUnsupported ||= isApiError(error) && error.status === 404;
    throw error;
  }
}

export type PlaceSearchState = 'idle' | 'asking' | 'found' | 'none' | 'failed' | 'absent';

/**
 * Places whose name begins with what is typed, asked for once typing pauses.
 *
 * @param searchText empty to ask for nothing
 * @param near of places much the same in size, the closer comes first
 * @param language in which they are named, as far as they are known by it
 * @returns the places, while the next ones are asked for still the last ones
 */
export function usePlaceSearch(
  searchText: string,
  near: LatLon,
  language: string,
): { state: PlaceSearchState; places: readonly Place[] } {
  const wanted = searchText.trim().slice(0, limits.placeSearch);
  const [q] = useDebouncedValue(wanted, DEBOUNCE_MS);
  const enabled = !isUnsupported && wanted.length >= MIN_LETTERS && q.length >= MIN_LETTERS;
  const query = { q, near: `${near.lat},${near.lon}`, lang: language.split(/[-_]/)[0] ?? language };
  const { data, error, isFetching } = useQuery({
    queryKey: buildCallKey(findPlaces, { query }),
    queryFn: ({ signal }) => fetchPlaces(query, signal),
    enabled,
    placeholderData: keepPreviousData,
  });
  if (isUnsupported) return { state: 'absent', places: [] };
  if (!enabled) return { state: 'idle', places: [] };
  const places = data?.results ?? [];
  if (isFetching || q !== wanted) return { state: 'asking', places };
  if (error) return { state: 'failed', places: [] };
  return { state: places.length > 0 ? 'found' : 'none', places };
}
