/** One generic call over the contract's endpoints: types in, types out, refusals as `ApiError`. */
import type { Endpoint, EndpointResponse } from '@waypost/contract/common/endpoint';
import {
  ApiError,
  createNetworkError,
  isAborted,
  isServerUnavailable,
  parseApiError,
  type RequestPurpose,
} from './api-error.ts';
import { emitApiError, isIgnorableEndpoint, isUnauthorized } from './api-error-events.ts';
import { buildEndpointUrl, type CallInput, type UntypedCallInput } from './endpoint-url.ts';
import { findReachedPlanLimit } from './plan-limits.ts';
import { takePreloaded } from './preload.ts';
import {
  fetchVisitorToken,
  getAuthorizationHeader,
  getValidToken,
  isAccountToken,
  isReauthenticationPending,
  isSessionExpired,
  type KeptToken,
  storedToken,
} from './tokens.ts';
import { emitResourceWritten } from './write-events.ts';

export interface CallOptions {
  signal?: AbortSignal;
  /** The caller tells of a refusal itself: nobody is sent to the "not allowed" page for it. */
  quiet?: boolean;
  /** Sent beside the usual ones, such as `Idempotency-Key`. */
  headers?: Readonly<Record<string, string>>;
  /** The request goes out even when the page is being left. */
  keepalive?: boolean;
  /** For what everybody may read, and what has to work with a token that is no longer good. */
  withoutToken?: boolean;
}

async function sendRequest(
  endpoint: Endpoint,
  input: UntypedCallInput,
  { signal, headers, keepalive, withoutToken }: CallOptions,
): Promise<Response> {
  const hasBody = endpoint.kind === 'writes' && endpoint.method !== 'DELETE';
  const url = buildEndpointUrl(endpoint, input);
  const preloaded =
    endpoint.method === 'GET' &&
    (await takePreloaded(url, withoutToken ? {} : getAuthorizationHeader(), signal));
  signal?.throwIfAborted();
  if (preloaded) return preloaded;
  try {
    return await fetch(url, {
      method: endpoint.method,
      headers: {
        accept: 'application/json',
        ...(hasBody ? { 'content-type': 'application/json' } : {}),
        ...(withoutToken ? {} : getAuthorizationHeader()),
        ...headers,
      },
      ...(hasBody ? { body: JSON.stringify(input.body ?? {}) } : {}),
      ...(signal ? { signal } : {}),
      ...(keepalive ? { keepalive } : {}),
    });
  } catch (error) {
    throw isAborted(error) ? error : createNetworkError();
  }
}

const readBody = async (response: Response): Promise<unknown> =>
  response.status === 204 ? null : response.json().catch(() => undefined);

const getRequestPurpose = ({ kind, method }: Endpoint): RequestPurpose =>
  kind === 'reads' ? 'read' : method === 'DELETE' ? 'delete' : 'save';

/** Sent for a login that is over by now: what it was refused says nothing about the one that may have followed. */
const isFromEndedSession = (sentWith: KeptToken | null): boolean =>
  sentWith?.grant === 'password' && storedToken.get()?.accessToken !== sentWith.accessToken;

/**
 * Tells the app of a refusal, unless the caller does. A limit of the plan is told in any case: it is about the deployment.
 * So is a login that has ended: the dialog that follows opens over a half-written form without touching it.
 */
export function dispatchApiError(
  endpoint: Endpoint,
  error: ApiError,
  sentWith: KeptToken | null,
  quiet = false,
): void {
  if (findReachedPlanLimit(error)) emitApiError('limit', error);
  if (isServerUnavailable(error)) emitApiError('out', error);
  if (isIgnorableEndpoint(endpoint) || isFromEndedSession(sentWith)) return;
  if (isUnauthorized(error) && sentWith?.grant === 'password') emitApiError('unauthorized', error);
  if (error.status === 403 && !quiet) emitApiError('forbidden', error);
}

/** A login that ran out while the app was open: nothing is asked as a visitor behind the reader's back. */
export const createSessionExpiredError = () =>
  new ApiError(401, [{ status: 401, code: 'request.bad-token' }]);

/**
 * Whether a visitor's token may help: nobody is logged in, and the call had none or one that is no longer good
 * (wire 7.1, step 6). What was sent as somebody, whose login ended meanwhile, is never sent again as nobody.
 */
export const canRetryWithVisitorToken = (
  endpoint: Endpoint,
  error: ApiError,
  sentWith: KeptToken | null,
): boolean => {
  if (isIgnorableEndpoint(endpoint) || isAccountToken() || sentWith?.grant === 'password') return false;
  return error.status === 401 || (error.status === 400 && getValidToken() === null);
};

/** What cannot be asked without a token is not tried without one: on a slow line that would be a round trip for nothing. */
export const needsVisitorToken = (endpoint: Endpoint): boolean =>
  endpoint.token === 'required' &&
  !isIgnorableEndpoint(endpoint) &&
  !isAccountToken() &&
  getValidToken() === null;

/**
 * @param endpoint from packages/contract
 * @param input `params`, `query` and `body`, as far as the endpoint has them
 * @returns the parsed answer; null when the server answers 204
 * @throws ApiError
 */
export async function call<E extends Endpoint>(
  endpoint: E,
  input: CallInput<E>,
  options: CallOptions = {},
): Promise<EndpointResponse<E>> {
  if (isSessionExpired() && !options.withoutToken) {
    const apiError = createSessionExpiredError();
    dispatchApiError(endpoint, apiError, storedToken.get(), options.quiet);
    throw apiError;
  }
  // A form that is sent while the login is asked for again waits for it, and does not go out as a visitor's.
  if (endpoint.kind === 'writes' && isReauthenticationPending()) throw createSessionExpiredError();
  if (needsVisitorToken(endpoint)) await fetchVisitorToken();
  const sentWith = storedToken.get();
  let response = await sendRequest(endpoint, input, options);
  if (!response.ok) {
    let apiError = parseApiError(response.status, await readBody(response), getRequestPurpose(endpoint));
    if (!options.withoutToken && canRetryWithVisitorToken(endpoint, apiError, sentWith)) {
      await fetchVisitorToken();
      response = await sendRequest(endpoint, input, options);
      if (!response.ok)
        apiError = parseApiError(response.status, await readBody(response), getRequestPurpose(endpoint));
    }
    if (!response.ok) {
      dispatchApiError(endpoint, apiError, sentWith, options.quiet);
      throw apiError;
    }
  }
  emitResourceWritten(endpoint);
  const body = await readBody(response);
  if (body === null) return null as EndpointResponse<E>;
  const parsed = endpoint.response.safeParse(body);
  if (!parsed.success)
    throw new ApiError(
      response.status,
      [{ status: response.status, message: parsed.error.message }],
      'unreadable',
    );
  return parsed.data as EndpointResponse<E>;
}
