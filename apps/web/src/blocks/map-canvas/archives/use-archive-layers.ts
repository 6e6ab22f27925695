import { useQuery } from '@tanstack/react-query';
import { listMapArchives } from '@waypost/contract/map-archives/map-archives';
import { useMemo } from 'react';
import { buildEndpointQuery } from '../../../api/query-client.ts';
import { useIsLoginRequired } from '../../../api/session.ts';
import { type ArchiveLayer, toArchiveLayer } from './archive-layer.ts';

/** Archives change rarely. */
const STALE_MS = 600_000;

/** The map archives of the site. A list requests them together with its posts, so that no card changes its height. */
export const mapArchivesQuery = {
  ...buildEndpointQuery(listMapArchives, {}, { ignoresRefusal: true }),
  staleTime: STALE_MS,
  // Without a network the list may have been an old one.
  refetchOnReconnect: 'always' as const,
};

/** The active map archives; none until they are loaded. @param isNeeded whether they are requested */
export function useArchiveLayers(isNeeded = true): readonly ArchiveLayer[] {
  const isLoginRequired = useIsLoginRequired();
  const { data } = useQuery({
    ...mapArchivesQuery,
    enabled: isNeeded && !isLoginRequired,
  });
  return useMemo(() => data?.results.flatMap((archive) => toArchiveLayer(archive) ?? []) ?? [], [data]);
}

/** Whether the site has map archives, whose streets can be searched. False until it is known. */
export const useHasMapArchives = (): boolean => useArchiveLayers().length > 0;
