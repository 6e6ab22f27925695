/** Where calls go: the backend's address, paths with their parameters, queries as the wire writes them (wire 7). */
import type { Endpoint, InputOf } from '@waypost/contract/endpoint';

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

const word = (value: unknown): string => (value instanceof Date ? value.toISOString() : String(value));

/** `{ status: ['draft'], tags: { any: [1] } }` becomes `status[]=draft`, `tags[any][]=1`; absent values vanish. */
function* pairs(key: string, value: unknown): Generator<[string, string]> {
  if (value === undefined || value === null || value === '') return;
  if (Array.isArray(value)) {
    for (const member of value) yield* pairs(`${key}[]`, member);
  } else if (typeof value === 'object' && !(value instanceof Date)) {
    for (const [inner, member] of Object.entries(value)) yield* pairs(`${key}[${inner}]`, member);
  } else {
    yield [key, word(value)];
  }
}

/** The query with its keys in alphabetical order, so that equal questions have equal addresses. */
export function queryString(query: unknown): string {
  const entries = Object.entries((query ?? {}) as Record<string, unknown>).sort(([a], [b]) =>
    a < b ? -1 : 1,
  );
  const written = new URLSearchParams(entries.flatMap(([key, value]) => [...pairs(key, value)])).toString();
  return written === '' ? '' : `?${written}`;
}

/** `/posts/{id}` with `{ id: 7 }` becomes `/posts/7`. */
export function pathWith(path: string, params: unknown): string {
  const values = (params ?? {}) as Record<string, unknown>;
  return path.replace(/\{(\w+)\}/g, (_, key: string) => encodeURIComponent(word(values[key])));
}

/** The whole address of a call. */
export const addressOf = (endpoint: Pick<Endpoint, 'path'>, input: LooseInput): string =>
  backendAddress(`/api/v3${pathWith(endpoint.path, input.params)}${queryString(input.query)}`);
