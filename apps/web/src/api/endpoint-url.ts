/** Where calls go: the backend's address, and what an endpoint is given. */
import type { Endpoint, EndpointInput } from '@waypost/contract/common/endpoint';
import { buildQueryString, fillPathParams } from './query-string.ts';

/** The part of an input that is not empty must be given, the rest may be left out. */
type CanBeOmitted<T> = string extends keyof T ? true : Partial<T> extends T ? true : false;
type InputPart<K extends string, T> = CanBeOmitted<T> extends true ? { [key in K]?: T } : { [key in K]: T };
export type CallInput<E extends Endpoint> = InputPart<'params', EndpointInput<E>['params']> &
  InputPart<'query', EndpointInput<E>['query']> &
  InputPart<'body', EndpointInput<E>['body']>;

/** The input without its types, as the code below walks through it. */
export interface UntypedCallInput {
  params?: unknown;
  query?: unknown;
  body?: unknown;
}

function getBackendBaseUrl(): string {
  const configuredUrl = document.querySelector<HTMLMetaElement>('meta[name="waypost-api"]')?.content.trim();
  return (configuredUrl || import.meta.env['VITE_WAYPOST_API'] || '').replace(/\/+$/, '');
}

/** Absolute, so that workers can use it too. `path` starts with a slash and is not below `/api/v3`. */
export const buildBackendUrl = (path: string): string =>
  new URL(getBackendBaseUrl() + path, location.origin).href;

/** The whole address of a call. */
export const buildEndpointUrl = (endpoint: Pick<Endpoint, 'path'>, input: UntypedCallInput): string =>
  buildBackendUrl(`/api/v3${fillPathParams(endpoint.path, input.params)}${buildQueryString(input.query)}`);
