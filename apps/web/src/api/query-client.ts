/** The cache of what the server answered, and how a read becomes an entry of it. */
import { QueryClient, queryOptions } from '@tanstack/react-query';
import type { Endpoint } from '@waypost/contract/common/endpoint';
import { isApiError } from './api-error.ts';
import { type CallOptions, call } from './call.ts';
import type { CallInput } from './endpoint-url.ts';
import { buildCallKey } from './query-keys.ts';

/** A refusal stays one when asked again; a line that dropped may be back. */
const shouldRetry = (failures: number, error: unknown): boolean =>
  failures < 2 &&
  isApiError(error) &&
  (error.status === 0 || error.status >= 500) &&
  error.kind !== 'unreadable';

export const queryClient = new QueryClient({
  defaultOptions: {
    queries: { retry: shouldRetry, staleTime: 30_000, refetchOnWindowFocus: false, networkMode: 'always' },
    mutations: { retry: false, networkMode: 'always' },
  },
});

/** `useQuery(read(readPostFromRow, { params: { id } }))`: cached under the endpoint's name, cancelled when nobody waits. */
export const buildEndpointQuery = <E extends Endpoint>(
  endpoint: E,
  input: CallInput<E>,
  options: Pick<CallOptions, 'quiet'> = {},
) =>
  queryOptions({
    queryKey: buildCallKey(endpoint, input),
    queryFn: ({ signal }) => call(endpoint, input, { ...options, signal }),
  });
