import { useQuery } from '@tanstack/react-query';
import { listMapArchives } from '@waypost/contract/map-archives/map-archives';
import { buildEndpointQuery } from '../../api/query-client.ts';

/** While an archive is being copied and checked, or made. */
const pollMs = 1500;

/** All map archives, for those who may change them; their progress stays current. */
export const useMapList = () =>
  useQuery({
    ...buildEndpointQuery(listMapArchives, {}),
    staleTime: 0,
    refetchInterval: ({ state }) =>
      state.data?.results.some(({ state: step }) => step === 'importing' || step === 'building')
        ? pollMs
        : false,
  });
