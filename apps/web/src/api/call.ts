/** Calls the contract's endpoints: typed input, typed response, errors as `ApiError`. */
import type { Endpoint, EndpointResponse } from '@waypost/contract/common/endpoint';
import { personalDataOnRequest } from '@waypost/contract/common/media-types';
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
import { postponedDeletions } from './postponed-deletions.ts';
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

/** Options of `call`. */
export interface CallOptions {
  signal?: AbortSignal;
  /**
   * A 403 does not lead to the "not allowed" page (spec 1 §4, "Ignorable requests"): for data that only supplements a screen, and
   * for requests that the app sends by itself. Not for what somebody has opened or saved.
   */
  ignoresRefusal?: boolean;
  /** Additional headers, such as `Idempotency-Key`. */
  headers?: Readonly<Record<string, string>>;
  /** The request is sent even when the page is being left. */
  keepalive?: boolean;
  /** Sends no token: for public data, and for requests that must work with an invalid token. */
  withoutToken?: boolean;
  /** Sent instead of the session's token: a visitor's report stays a visitor's. Errors emit no events. */
  token?: string;
  /** Sent with the members of `body` as a multipart form. */
  file?: File;
  /** How much of the form is sent, from 0 to 1. */
  onProgress?: (part: number) => void;
}

const buildAuthorization = ({ token, withoutToken }: CallOptions): Record<string, string> => {
  if (token !== undefined) return { authorization: `Bearer ${token}` };
  return withoutToken ? {} : getAuthorizationHeader();
};

async function sendRequest(
  endpoint: Endpoint,
  input: UntypedCallInput,
  options: CallOptions,
): Promise<Response> {
  const { signal, keepalive, file, onProgress } = options;
  const hasBody = endpoint.kind === 'writes' && endpoint.method !== 'DELETE';
  const url = buildEndpointUrl(endpoint, input);
  const authorization = buildAuthorization(options);
  const preloaded = endpoint.method === 'GET' && (await takePreloaded(url, authorization, signal));
  signal?.throwIfAborted();
  if (preloaded) return preloaded;
  const headers = {
    accept: personalDataOnRequest,
    ...(hasBody && !file ? { 'content-type': 'application/json' } : {}),
    ...authorization,
    ...options.headers,
  };
  if (file) {
    const { sendForm } = await import('./send-form.ts');
    return sendForm(url, { body: input.body, file, headers, onProgress, signal });
  }
  try {
    return await fetch(url, {
      method: endpoint.method,
      headers,
      ...(hasBody ? { body: JSON.stringify(input.body ?? {}) } : {}),
      ...(signal ? { signal } : {}),
      ...(keepalive ? { keepalive } : {}),
    });
  } catch (error) {
    throw isAborted(error) ? error : createNetworkError();
  }
}

/** The parsed body; null for a 204, and undefined for one that is not JSON. @throws ApiError when the connection breaks in its middle */
const readBody = async (response: Response): Promise<unknown> =>
  response.status === 204
    ? null
    : response.json().catch((error: unknown) => {
        if (error instanceof SyntaxError) return undefined;
        throw isAborted(error) ? error : createNetworkError();
      });

const getRequestPurpose = ({ kind, method }: Endpoint): RequestPurpose =>
  kind === 'reads' ? 'read' : method === 'DELETE' ? 'delete' : 'save';

/** Whether a request was sent in a session that has ended: its error says nothing about the current session. */
const isFromEndedSession = (sentWith: KeptToken | null): boolean =>
  sentWith?.grant === 'password' && storedToken.get()?.accessToken !== sentWith.accessToken;

/**
 * Emits the events of an error. With `ignoresRefusal` a 403 is not reported. A plan limit is reported in any case, since it
 * concerns the deployment; so is an expired session, whose dialog opens over a half-written form without changing it.
 */
function dispatchApiError(
  endpoint: Endpoint,
  error: ApiError,
  sentWith: KeptToken | null,
  ignoresRefusal = false,
): void {
  if (findReachedPlanLimit(error)) emitApiError('plan-limit', error);
  if (isServerUnavailable(error)) emitApiError('unavailable', error);
  if (isIgnorableEndpoint(endpoint) || isFromEndedSession(sentWith)) return;
  if (isUnauthorized(error) && sentWith?.grant === 'password') emitApiError('unauthorized', error);
  if (error.status === 403 && !ignoresRefusal) {
    error.isShownByApp = true;
    emitApiError('forbidden', error);
  }
}

/** The error of calls after the session expired in an open app: they are not repeated as a visitor without notice. */
const createSessionExpiredError = () => new ApiError(401, [{ status: 401, code: 'request.bad-token' }]);

/**
 * Whether to retry with a visitor's token: nobody is logged in, and the call had no token or an invalid one (API v3 §7.1,
 * step 6). A request that was sent with an account's token is never repeated as a visitor.
 */
const canRetryWithVisitorToken = (
  endpoint: Endpoint,
  error: ApiError,
  sentWith: KeptToken | null,
): boolean => {
  if (isIgnorableEndpoint(endpoint) || isAccountToken() || sentWith?.grant === 'password') return false;
  return error.status === 401 || (error.status === 400 && getValidToken() === null);
};

/** Whether to fetch a visitor's token first: the call would fail without one, which costs a round trip on slow connections. */
export const needsVisitorToken = (endpoint: Endpoint): boolean =>
  endpoint.token === 'required' &&
  !isIgnorableEndpoint(endpoint) &&
  !isAccountToken() &&
  getValidToken() === null;

/**
 * Calls an endpoint. For reads in a `queryFn` (most of them through `buildEndpointQuery`), and for code that runs outside
 * components: the session, uploads, the lock of a post, the sending of reports, the requests that save a survey.
 * Components and hooks write with `useCall`.
 * @param endpoint from packages/contract
 * @param input `params`, `query` and `body`, as far as the endpoint has them
 * @returns the parsed response; null for a 204
 * @throws ApiError
 */
export async function call<E extends Endpoint>(
  endpoint: E,
  input: CallInput<E>,
  options: CallOptions = {},
): Promise<EndpointResponse<E>> {
  const isOfSession = options.token === undefined;
  if (isSessionExpired() && isOfSession && !options.withoutToken) {
    const apiError = createSessionExpiredError();
    dispatchApiError(endpoint, apiError, storedToken.get(), options.ignoresRefusal);
    throw apiError;
  }
  // While the login dialog of an expired session is open, a form must not be sent as a visitor's.
  if (endpoint.kind === 'writes' && isOfSession && isReauthenticationPending())
    throw createSessionExpiredError();
  if (isOfSession && needsVisitorToken(endpoint)) await fetchVisitorToken();
  const sentWith = options.withoutToken ? null : storedToken.get();
  let response = await sendRequest(endpoint, input, options);
  if (!response.ok) {
    let apiError = parseApiError(response.status, await readBody(response), getRequestPurpose(endpoint));
    if (isOfSession && !options.withoutToken && canRetryWithVisitorToken(endpoint, apiError, sentWith)) {
      await fetchVisitorToken();
      response = await sendRequest(endpoint, input, options);
      if (!response.ok)
        apiError = parseApiError(response.status, await readBody(response), getRequestPurpose(endpoint));
    }
    if (!response.ok) {
      if (isOfSession) dispatchApiError(endpoint, apiError, sentWith, options.ignoresRefusal);
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
  const data = parsed.data as EndpointResponse<E>;
  return postponedDeletions.current?.leaveOut(endpoint, data) ?? data;
}
