/** The set-up of the deployment, for those who may change its settings. */
import { useQuery } from '@tanstack/react-query';
import { readSetup } from '@waypost/contract/setup-assistant/setup-assistant';
import { buildEndpointQuery } from '../../api/query-client.ts';

/** Milliseconds between requests while the list is open: a step may be done by somebody else, or by the first report. */
const intervalMs = 15_000;

/** Fetches the steps. @param isNeeded false to send no request: others may not read them */
export const useSetup = ({ isNeeded = true, isWatched = false } = {}) =>
  useQuery({
    ...buildEndpointQuery(readSetup, {}),
    enabled: isNeeded,
    staleTime: 0,
    ...(isWatched ? { refetchInterval: intervalMs } : {}),
  });
