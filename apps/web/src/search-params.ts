/**
 * Query parameters of the app's URLs: every value is text, lists are repeated keys. The router's own parser reads values as
 * JSON, which turns a search for `12` into a number and drops `status=draft`.
 */
export type RawSearchParams = Record<string, string | string[]>;

/** Parses a query string such as `?status=draft&q=12`. */
export function parseSearchParams(text: string): RawSearchParams {
  const params: RawSearchParams = {};
  for (const [key, value] of new URLSearchParams(text)) {
    const previous = params[key];
    params[key] = previous === undefined ? value : [...[previous].flat(), value];
  }
  return params;
}

/** The query string, with its `?`; empty values are left out. */
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
