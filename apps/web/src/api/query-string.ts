/** Paths with their parameters and queries as the wire writes them (wire 7). Pure. */

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
