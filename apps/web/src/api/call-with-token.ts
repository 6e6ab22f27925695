/** API calls with an explicit token, which need not be that of the current session: a visitor's report stays a visitor's. */
import type { Endpoint, EndpointResponse } from '@waypost/contract/common/endpoint';
import { ApiError, createNetworkError, parseApiError } from './api-error.ts';
import { buildEndpointUrl, type CallInput, type UntypedCallInput } from './endpoint-url.ts';

/** Options of `callWithToken`. */
export interface TokenCallOptions {
  headers?: Readonly<Record<string, string>>;
  /** Sent instead of a JSON body. */
  form?: FormData;
}

/**
 * Calls an endpoint with a given token.
 * @throws ApiError, without emitting an event for it
 */
export async function callWithToken<E extends Endpoint>(
  token: string,
  endpoint: E,
  input: CallInput<E>,
  { headers, form }: TokenCallOptions = {},
): Promise<EndpointResponse<E>> {
  const { body } = input as UntypedCallInput;
  const isRead = endpoint.kind === 'reads';
  const response = await fetch(buildEndpointUrl(endpoint, input as UntypedCallInput), {
    method: endpoint.method,
    headers: {
      accept: 'application/json',
      authorization: `Bearer ${token}`,
      ...(form || isRead ? {} : { 'content-type': 'application/json' }),
      ...headers,
    },
    ...(isRead ? {} : { body: form ?? JSON.stringify(body ?? {}) }),
  }).catch(() => {
    throw createNetworkError();
  });
  if (response.status === 204) return null as EndpointResponse<E>;
  // A connection that breaks in the middle of a response is a network error, unlike a body that is not JSON.
  const responseBody: unknown = await response.json().catch((error: unknown) => {
    if (error instanceof SyntaxError) return undefined;
    throw createNetworkError();
  });
  if (!response.ok) throw parseApiError(response.status, responseBody, 'save');
  const parsed = endpoint.response.safeParse(responseBody);
  if (!parsed.success) throw new ApiError(response.status, [], 'unreadable');
  return parsed.data as EndpointResponse<E>;
}
