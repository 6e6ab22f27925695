/** Writes of components: an endpoint as a mutation. */
import { type QueryKey, useQueryClient } from '@tanstack/react-query';
import type { Endpoint, EndpointResponse } from '@waypost/contract/common/endpoint';
import { type AsyncActionOptions, useAsyncAction } from '../ui/feedback/use-async-action.ts';
import { type CallOptions, call } from './call.ts';
import type { CallInput } from './endpoint-url.ts';
import { buildResourceKey, getEndpointResource } from './query-keys.ts';

type WriteInput<E extends Endpoint> = CallInput<E> & Pick<CallOptions, 'headers'>;

interface UseCallOptions<E extends Endpoint> extends AsyncActionOptions<WriteInput<E>, EndpointResponse<E>> {
  /** Queries that are fetched again after `onSuccess`; by default those of the endpoint's resource. */
  invalidates?: readonly QueryKey[];
  /** Sends no token: for what somebody does without their account. */
  withoutToken?: boolean;
}

/**
 * The writing calls of a component: `const save = useCall(updateWebhook, { onSuccess, onError: notifyError })`, then
 * `save.mutate({ params, body })`. One call at a time; `isPending` lasts until the invalidated queries are fetched again.
 * The component shows the error: from `error`, in `onError`, or by passing `mutateAsync` to a form or dialog that shows it.
 * A 403 leads to the "not allowed" page.
 * @param endpoint one that writes, from packages/contract
 */
export function useCall<E extends Endpoint>(
  endpoint: E,
  { invalidates, onSuccess, withoutToken = false, ...options }: UseCallOptions<E> = {},
) {
  const cache = useQueryClient();
  return useAsyncAction(
    ({ headers, ...input }: WriteInput<E>) =>
      call(endpoint, input as unknown as CallInput<E>, { withoutToken, ...(headers ? { headers } : {}) }),
    {
      ...options,
      async onSuccess(response, input) {
        await onSuccess?.(response, input);
        const queryKeys = invalidates ?? [buildResourceKey(getEndpointResource(endpoint))];
        await Promise.all(queryKeys.map((queryKey) => cache.invalidateQueries({ queryKey })));
      },
    },
  );
}
