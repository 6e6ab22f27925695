import { useQuery } from '@tanstack/react-query';
import { listMapArchives } from '@waypost/contract/map-archives/map-archives';
import { type BaseLayer, baseLayers } from '@waypost/contract/settings/base-layers';
import { useMemo } from 'react';
import { buildEndpointQuery } from '../../../api/query-client.ts';
import { useIsLoginRequired } from '../../../api/session.ts';
import { type ArchiveLayer, toArchiveLayer } from './archive-layer.ts';

/** Archives change rarely. */
const STALE_MS = 600_000;

/** The active map archives; none until they are loaded. @param isNeeded whether they are requested */
export function useArchiveLayers(isNeeded = true): readonly ArchiveLayer[] {
  const isLoginRequired = useIsLoginRequired();
  const { data } = useQuery({
    ...buildEndpointQuery(listMapArchives, {}, { ignoresRefusal: true }),
    staleTime: STALE_MS,
    enabled: isNeeded && !isLoginRequired,
  });
  return useMemo(() => data?.results.flatMap((archive) => toArchiveLayer(archive) ?? []) ?? [], [data]);
}

/** Whether the site has map archives, whose streets can be searched. False until it is known. */
export const useHasMapArchives = (): boolean => useArchiveLayers().length > 0;

/** The base layers to choose from: `detailed` only where a street map is drawn in it, or where it is chosen. */
export function useOfferedBaseLayers(current: BaseLayer): BaseLayer[] {
  const hasStreets = useArchiveLayers().some(({ schema }) => schema !== 'raster');
  return baseLayers.filter((layer) => layer !== 'detailed' || layer === current || hasStreets);
}
