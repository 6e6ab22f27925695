/**
 * The address's query, flat: every value is text, lists are repeated keys. The router's own parser reads values as JSON,
 * which turns a search for `12` into a number and `status=draft` into nothing.
 */
export type RawSearchParams = Record<string, string | string[]>;

export function parseSearchParams(text: string): RawSearchParams {
  const params: RawSearchParams = {};
  for (const [key, value] of new URLSearchParams(text)) {
    const previous = params[key];
    params[key] = previous === undefined ? value : [...[previous].flat(), value];
  }
  return params;
}

/** Empty values vanish, so that an address says only what was chosen. */
export function stringifySearchParams(search: Record<string, unknown>): string {
  const entries = Object.entries(search).flatMap(([key, value]) =>
    [value]
      .flat()
      .filter((it) => it !== undefined && it !== null && it !== '')
      .map((it): [string, string] => [key, String(it)]),
  );
  const text = new URLSearchParams(entries).toString();
  return text === '' ? '' : `?${text}`;
}
