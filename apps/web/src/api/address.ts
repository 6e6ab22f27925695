/** Where calls go: the backend's address, and what an endpoint is given. */
import type { Endpoint, InputOf } from '@waypost/contract/endpoint';
import { pathWith, queryString } from './query-string.ts';

/** The part of an input that is not empty must be given, the rest may be left out. */
type MayBeEmpty<T> = string extends keyof T ? true : Partial<T> extends T ? true : false;
type Part<K extends string, T> = MayBeEmpty<T> extends true ? { [key in K]?: T } : { [key in K]: T };
export type CallInput<E extends Endpoint> = Part<'params', InputOf<E>['params']> &
  Part<'query', InputOf<E>['query']> &
  Part<'body', InputOf<E>['body']>;

/** The input without its types, as the code below walks through it. */
export interface LooseInput {
  params?: unknown;
  query?: unknown;
  body?: unknown;
}

function backend(): string {
  const named = document.querySelector<HTMLMetaElement>('meta[name="waypost-api"]')?.content.trim();
  return (named || import.meta.env['VITE_WAYPOST_API'] || '').replace(/\/+$/, '');
}

/** Absolute, so that workers can use it too. `path` starts with a slash and is not below `/api/v3`. */
export const backendAddress = (path: string): string => new URL(backend() + path, location.origin).href;

/** The whole address of a call. */
export const addressOf = (endpoint: Pick<Endpoint, 'path'>, input: LooseInput): string =>
  backendAddress(`/api/v3${pathWith(endpoint.path, input.params)}${queryString(input.query)}`);
