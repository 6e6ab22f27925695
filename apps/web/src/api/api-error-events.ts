/** The transport reports a refusal, the app decides what follows (spec 1 §4). */
import type { Endpoint } from '@waypost/contract/common/endpoint';
import type { ApiError } from './api-error.ts';

type ApiErrorListener = (error: ApiError) => void;
const listeners: Record<'unauthorized' | 'forbidden' | 'limit' | 'out', Set<ApiErrorListener>> = {
  unauthorized: new Set(),
  forbidden: new Set(),
  /** A limit of the plan is reached (wire 1.9). */
  limit: new Set(),
  /** The server cannot answer just now. */
  out: new Set(),
};

/** @returns how to stop listening */
export function onApiError(kind: keyof typeof listeners, listener: ApiErrorListener): () => void {
  listeners[kind].add(listener);
  return () => listeners[kind].delete(listener);
}

export function emitApiError(kind: keyof typeof listeners, error: ApiError): void {
  for (const listener of listeners[kind]) listener(error);
}

/** Users and roles are asked for in passing; their refusal is silent (spec 1 §4, "Ignorable requests"). */
export const isIgnorableEndpoint = ({ path }: Pick<Endpoint, 'path'>): boolean =>
  /^\/(?:users|roles)(?:\/|$)/.test(path);

/**
 * Whether the token is at fault. Older servers answer 400 for a token that they cannot read (spec 1 §4); a 400 that names
 * what is wrong with the request is about the request, and nobody is logged out in the middle of a form for it.
 */
export const isUnauthorized = ({ status, entries }: ApiError): boolean =>
  status === 401 || (status === 400 && !entries.some((it) => it.code ?? it.source));
