import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { findMapNames, type MapName } from '@waypost/contract/map-archives/map-names';
import { call } from '../../api/call.ts';
import { buildCallKey } from '../../api/query-keys.ts';
import { whenTranslationsLoaded } from '../../ui/i18n/i18n.ts';

/** A search for streets and places. */
export interface MapNameQuery {
  q: string;
  /** Latitude and longitude. */
  near: string;
  lang: string;
}

/** The hits with the texts that say what they are. */
async function fetchMapNames(query: MapNameQuery, signal: AbortSignal): Promise<MapName[]> {
  const [{ results }] = await Promise.all([
    call(findMapNames, { query }, { signal, ignoresRefusal: true }),
    import('./map-name-labels.ts'),
  ]);
  await whenTranslationsLoaded();
  return results;
}

/** Searches the streets, places and points of map archives. A failed search finds none: the one for towns says what is wrong. */
export function useMapNames(
  query: MapNameQuery,
  enabled: boolean,
): { names: readonly MapName[]; isPending: boolean } {
  const { data, isFetching, isPlaceholderData } = useQuery({
    queryKey: buildCallKey(findMapNames, { query }),
    queryFn: ({ signal }) => fetchMapNames(query, signal),
    enabled,
    placeholderData: keepPreviousData,
    // The list waits for these hits.
    retry: false,
  });
  if (!enabled) return { names: [], isPending: false };
  return { names: data ?? [], isPending: isFetching && (!data || isPlaceholderData) };
}
