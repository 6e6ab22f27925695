/** URLs of the API's endpoints. */

import type { Endpoint, EndpointInput } from '@waypost/contract/common/endpoint';
import { buildQueryString, fillPathParams } from './query-string.ts';

/** Whether a part of the input has no required members: it may then be omitted. */
type CanBeOmitted<T> = string extends keyof T ? true : Partial<T> extends T ? true : false;
type InputPart<K extends string, T> = CanBeOmitted<T> extends true ? { [key in K]?: T } : { [key in K]: T };
/** The input of a call, with `params`, `query` and `body` as the endpoint has them. */
export type CallInput<E extends Endpoint> = InputPart<'params', EndpointInput<E>['params']> &
  InputPart<'query', EndpointInput<E>['query']> &
  InputPart<'body', EndpointInput<E>['body']>;

/** The same without types, for code that handles any endpoint. */
export interface UntypedCallInput {
  params?: unknown;
  query?: unknown;
  body?: unknown;
}

function getBackendBaseUrl(): string {
  const configuredUrl = document.querySelector<HTMLMetaElement>('meta[name="waypost-api"]')?.content.trim();
  return (configuredUrl || import.meta.env['VITE_WAYPOST_API'] || '').replace(/\/$/, '');
}

/** Absolute URL of the backend, so that workers can use it too. `path` starts with a slash and contains `/api/v3` itself. */
export const buildBackendUrl = (path: string): string =>
  new URL(getBackendBaseUrl() + path, location.origin).href;

/** Endpoints whose posts have the extra fields that this client shows. A new post has none. */
const extraFields = new Map([
  // Must match `mapScreenPaths` (preload).
  ['/posts', 'verification,merging,thumbnail'],
  ['/posts/{id}', 'verification,merging,areas,thumbnail'],
]);

type EndpointAddress = Pick<Endpoint, 'path'> & Partial<Pick<Endpoint, 'method'>>;

/** Path and query of a call. */
export function buildEndpointPath(
  { path, method }: EndpointAddress,
  { params, query }: UntypedCallInput,
): string {
  const names = method === 'POST' ? undefined : extraFields.get(path);
  const sentQuery = names ? { ...(query as object | undefined), with: names } : query;
  return `/api/v3${fillPathParams(path, params)}${buildQueryString(sentQuery)}`;
}

/** Absolute URL of a call. */
export const buildEndpointUrl = (endpoint: EndpointAddress, input: UntypedCallInput): string =>
  buildBackendUrl(buildEndpointPath(endpoint, input));
