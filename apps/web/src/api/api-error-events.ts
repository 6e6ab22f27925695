/** Events for API errors: the transport reports an error, the app decides what follows (spec 1 §4). */
import type { Endpoint } from '@waypost/contract/common/endpoint';
import type { ApiError } from './api-error.ts';

type ApiErrorListener = (error: ApiError) => void;
const listeners: Record<
  'unauthorized' | 'forbidden' | 'plan-limit' | 'unavailable',
  Set<ApiErrorListener>
> = {
  unauthorized: new Set(),
  forbidden: new Set(),
  /** A limit of the plan is reached (API v3 §1.9). */
  'plan-limit': new Set(),
  /** The server is temporarily unavailable. */
  unavailable: new Set(),
};

/** @returns a function that removes the listener */
export function onApiError(kind: keyof typeof listeners, listener: ApiErrorListener): () => void {
  listeners[kind].add(listener);
  return () => listeners[kind].delete(listener);
}

/** Calls the listeners of one kind of error. */
export function emitApiError(kind: keyof typeof listeners, error: ApiError): void {
  for (const listener of listeners[kind]) listener(error);
}

/** Users and roles are only supplementary data; errors of such requests are not reported (spec 1 §4, "Ignorable requests"). */
export const isIgnorableEndpoint = ({ path }: Pick<Endpoint, 'path'>): boolean =>
  /^\/(?:users|roles)(?:\/|$)/.test(path);

/**
 * Whether the token is invalid. Older servers answer 400 to a token that they cannot read (spec 1 §4). A 400 whose entries
 * say what is wrong is about the request, and must not log anybody out in the middle of a form.
 */
export const isUnauthorized = ({ status, entries }: ApiError): boolean =>
  status === 401 || (status === 400 && !entries.some((it) => it.code ?? it.source));
