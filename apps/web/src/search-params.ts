/**
 * The address's query, flat: every value is text, lists are repeated keys. The router's own parser reads values as JSON,
 * which turns a search for `12` into a number and `status=draft` into nothing.
 */
export type RawSearch = Record<string, string | string[]>;

export function parseSearch(text: string): RawSearch {
  const found: RawSearch = {};
  for (const [key, value] of new URLSearchParams(text)) {
    const before = found[key];
    found[key] = before === undefined ? value : [...[before].flat(), value];
  }
  return found;
}

/** Empty values vanish, so that an address says only what was chosen. */
export function stringifySearch(search: Record<string, unknown>): string {
  const entries = Object.entries(search).flatMap(([key, value]) =>
    [value]
      .flat()
      .filter((it) => it !== undefined && it !== null && it !== '')
      .map((it): [string, string] => [key, String(it)]),
  );
  const text = new URLSearchParams(entries).toString();
  return text === '' ? '' : `?${text}`;
}
