/** One generic call over the contract's endpoints: types in, types out, refusals as `ApiError`. */
import type { AnswerOf, Endpoint } from '@waypost/contract/endpoint';
import { addressOf, type CallInput, type LooseInput } from './address.ts';
import { ApiError, isAborted, isOut, notReached, type Purpose, refusalFrom } from './api-error.ts';
import { takeEarly } from './early.ts';
import { limitReached } from './plan-limits.ts';
import { isIgnorable, isUnauthorized, reportRefusal } from './refusals.ts';
import {
  bearer,
  fetchVisitorToken,
  isAccountToken,
  isLoginAsked,
  isSessionOver,
  type KeptToken,
  keptToken,
  validToken,
} from './tokens.ts';
import { tellWritten } from './written.ts';

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

async function send(
  endpoint: Endpoint,
  input: LooseInput,
  { signal, headers, keepalive, withoutToken }: CallOptions,
): Promise<Response> {
  const hasBody = endpoint.kind === 'writes' && endpoint.method !== 'DELETE';
  const address = addressOf(endpoint, input);
  const early = endpoint.method === 'GET' && (await takeEarly(address, withoutToken ? {} : bearer(), signal));
  signal?.throwIfAborted();
  if (early) return early;
  try {
    return await fetch(address, {
      method: endpoint.method,
      headers: {
        accept: 'application/json',
        ...(hasBody ? { 'content-type': 'application/json' } : {}),
        ...(withoutToken ? {} : bearer()),
        ...headers,
      },
      ...(hasBody ? { body: JSON.stringify(input.body ?? {}) } : {}),
      ...(signal ? { signal } : {}),
      ...(keepalive ? { keepalive } : {}),
    });
  } catch (error) {
    throw isAborted(error) ? error : notReached();
  }
}

const bodyOf = async (answer: Response): Promise<unknown> =>
  answer.status === 204 ? null : answer.json().catch(() => undefined);

const purposeOf = ({ kind, method }: Endpoint): Purpose =>
  kind === 'reads' ? 'read' : method === 'DELETE' ? 'delete' : 'save';

/** Sent for a login that is over by now: what it was refused says nothing about the one that may have followed. */
const isOutdated = (sentWith: KeptToken | null): boolean =>
  sentWith?.grant === 'password' && keptToken.get()?.accessToken !== sentWith.accessToken;

/**
 * Tells the app of a refusal, unless the caller does. A limit of the plan is told in any case: it is about the deployment.
 * So is a login that has ended: the dialog that follows opens over a half-written form without touching it.
 */
export function tellRefusal(
  endpoint: Endpoint,
  error: ApiError,
  sentWith: KeptToken | null,
  quiet = false,
): void {
  if (limitReached(error)) reportRefusal('limit', error);
  if (isOut(error)) reportRefusal('out', error);
  if (isIgnorable(endpoint) || isOutdated(sentWith)) return;
  if (isUnauthorized(error) && sentWith?.grant === 'password') reportRefusal('unauthorized', error);
  if (error.status === 403 && !quiet) reportRefusal('forbidden', error);
}

/** A login that ran out while the app was open: nothing is asked as a visitor behind the reader's back. */
export const loginRanOut = () => new ApiError(401, [{ status: 401, code: 'request.bad-token' }]);

/**
 * Whether a visitor's token may help: nobody is logged in, and the call had none or one that is no longer good
 * (wire 7.1, step 6). What was sent as somebody, whose login ended meanwhile, is never sent again as nobody.
 */
export const visitorTokenMayHelp = (
  endpoint: Endpoint,
  error: ApiError,
  sentWith: KeptToken | null,
): boolean => {
  if (isIgnorable(endpoint) || isAccountToken() || sentWith?.grant === 'password') return false;
  return error.status === 401 || (error.status === 400 && validToken() === null);
};

/** What cannot be asked without a token is not tried without one: on a slow line that would be a round trip for nothing. */
export const needsVisitorToken = (endpoint: Endpoint): boolean =>
  endpoint.token === 'required' && !isIgnorable(endpoint) && !isAccountToken() && validToken() === null;

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
): Promise<AnswerOf<E>> {
  if (isSessionOver() && !options.withoutToken) {
    const refusal = loginRanOut();
    tellRefusal(endpoint, refusal, keptToken.get(), options.quiet);
    throw refusal;
  }
  // A form that is sent while the login is asked for again waits for it, and does not go out as a visitor's.
  if (endpoint.kind === 'writes' && isLoginAsked()) throw loginRanOut();
  if (needsVisitorToken(endpoint)) await fetchVisitorToken();
  const sentWith = keptToken.get();
  let answer = await send(endpoint, input, options);
  if (!answer.ok) {
    let refusal = refusalFrom(answer.status, await bodyOf(answer), purposeOf(endpoint));
    if (!options.withoutToken && visitorTokenMayHelp(endpoint, refusal, sentWith)) {
      await fetchVisitorToken();
      answer = await send(endpoint, input, options);
      if (!answer.ok) refusal = refusalFrom(answer.status, await bodyOf(answer), purposeOf(endpoint));
    }
    if (!answer.ok) {
      tellRefusal(endpoint, refusal, sentWith, options.quiet);
      throw refusal;
    }
  }
  tellWritten(endpoint);
  const body = await bodyOf(answer);
  if (body === null) return null as AnswerOf<E>;
  const parsed = endpoint.answer.safeParse(body);
  if (!parsed.success)
    throw new ApiError(
      answer.status,
      [{ status: answer.status, message: parsed.error.message }],
      'unreadable',
    );
  return parsed.data as AnswerOf<E>;
}
