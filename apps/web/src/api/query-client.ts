/** The query cache, and how an endpoint becomes a query. */
import { onlineManager, QueryClient, queryOptions } from '@tanstack/react-query';
import type { Endpoint } from '@waypost/contract/common/endpoint';
import { isApiError } from './api-error.ts';
import { type CallOptions, call } from './call.ts';
import type { CallInput } from './endpoint-url.ts';
import { buildCallKey } from './query-keys.ts';

/** Retries network and server errors twice, unless the device is offline. A rejected request would be rejected again. */
const shouldRetry = (failures: number, error: unknown): boolean =>
  failures < 2 &&
  navigator.onLine &&
  isApiError(error) &&
  (error.status === 0 || error.status >= 500) &&
  error.kind !== 'unreadable';

// It takes a page that opens without a network to be online, and would not notice when there is one.
onlineManager.setOnline(navigator.onLine);

/** The query cache of the app. */
export const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      retry: shouldRetry,
      staleTime: 30_000,
      refetchOnWindowFocus: false,
      refetchOnReconnect: true,
      networkMode: 'always',
    },
    mutations: { retry: false, networkMode: 'always' },
  },
});

/** `useQuery(buildEndpointQuery(readPost, { params: { id } }))`: cached by endpoint, aborted when no component uses it. */
export const buildEndpointQuery = <E extends Endpoint>(
  endpoint: E,
  input: CallInput<E>,
  options: Pick<CallOptions, 'ignoresRefusal'> = {},
) =>
  queryOptions({
    queryKey: buildCallKey(endpoint, input),
    queryFn: ({ signal }) => call(endpoint, input, { ...options, signal }),
  });
