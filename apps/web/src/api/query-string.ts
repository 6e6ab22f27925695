/** Paths with their parameters, and query strings as API v3 §7 defines them. Pure. */

const toQueryText = (value: unknown): string => (value instanceof Date ? value.toISOString() : String(value));

/** `{ status: ['draft'], tags: { any: [1] } }` becomes `status[]=draft`, `tags[any][]=1`; empty values are left out. */
function* toQueryPairs(key: string, value: unknown): Generator<[string, string]> {
  if (value === undefined || value === null || value === '') return;
  if (Array.isArray(value)) {
    for (const member of value) yield* toQueryPairs(`${key}[]`, member);
  } else if (typeof value === 'object' && !(value instanceof Date)) {
    for (const [inner, member] of Object.entries(value)) yield* toQueryPairs(`${key}[${inner}]`, member);
  } else {
    yield [key, toQueryText(value)];
  }
}

/** The query string with its keys in alphabetical order, so that equal queries have equal URLs. */
export function buildQueryString(query: unknown): string {
  const entries = Object.entries((query ?? {}) as Record<string, unknown>).sort(([a], [b]) =>
    a < b ? -1 : 1,
  );
  const text = new URLSearchParams(
    entries.flatMap(([key, value]) => [...toQueryPairs(key, value)]),
  ).toString();
  return text === '' ? '' : `?${text}`;
}

/** `/posts/{id}` with `{ id: 7 }` becomes `/posts/7`. */
export function fillPathParams(path: string, params: unknown): string {
  const values = (params ?? {}) as Record<string, unknown>;
  return path.replace(/\{(\w+)\}/g, (_, key: string) => encodeURIComponent(toQueryText(values[key])));
}
