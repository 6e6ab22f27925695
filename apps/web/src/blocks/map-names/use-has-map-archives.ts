import { useQuery } from '@tanstack/react-query';
import { listMapArchives } from '@waypost/contract/map-archives/map-archives';
import { buildEndpointQuery } from '../../api/query-client.ts';
import { useIsLoginRequired } from '../../api/session.ts';

/** Archives change rarely; the map requests them too. */
const staleMs = 600_000;

/** Whether the site has map archives, whose streets can be searched. False until it is known. */
export function useHasMapArchives(): boolean {
  const isLoginRequired = useIsLoginRequired();
  const { data } = useQuery({
    ...buildEndpointQuery(listMapArchives, {}, { ignoresRefusal: true }),
    staleTime: staleMs,
    enabled: !isLoginRequired,
  });
  return data?.results.some(({ active, state }) => active && state === 'ready') ?? false;
}
