/** What a page of the web client shows, derived from its URL (spec 2 §2, "Routes"). Pure. */

/** The content of a page that has a preview of its own. */
export type PreviewPage =
  | { kind: 'post' | 'collection' | 'savedsearch' | 'survey'; id: number }
  | { kind: 'view'; searchText: string; surveys: number[]; categories: number[] };

const pagePatterns: readonly [RegExp, Exclude<PreviewPage['kind'], 'view'>][] = [
  [/^\/posts\/(\d+)$/, 'post'],
  [/^\/collections\/(\d+)(?:\/(?:data|map))?$/, 'collection'],
  [/^\/savedsearches\/(\d+)(?:\/(?:data|map))?$/, 'savedsearch'],
  [/^\/posts\/create\/(\d+)(?:\/noui)?$/, 'survey'],
];
const viewPattern = /^\/(?:views\/(?:map|data|list)|map\/noui)?$/;

/** An id in the range of the database columns, else null. */
const parseId = (text: string | undefined): number | null =>
  text !== undefined && /^[1-9]\d{0,8}$/.test(text) ? Number(text) : null;

const parseIds = (values: readonly string[]): number[] =>
  values.flatMap((it) => it.split(',')).flatMap((it) => parseId(it) ?? []);

/** Parses path and query of a page. @returns null for pages without a preview of their own */
export function parsePageUrl(url: string): PreviewPage | null {
  const [path = '', query = ''] = url.split('?');
  const normalisedPath = path.replace(/(?<=.)\/+$/, '');
  for (const [pattern, kind] of pagePatterns) {
    const match = pattern.exec(normalisedPath);
    if (!match) continue;
    const id = parseId(match[1]);
    return id === null ? null : { kind, id };
  }
  if (!viewPattern.test(normalisedPath)) return null;
  const search = new URLSearchParams(query);
  const allValues = (name: string) => [...search.getAll(name), ...search.getAll(`${name}[]`)];
  const setIds = parseIds(allValues('set'));
  const [setId] = setIds;
  if (setId !== undefined && setIds.length === 1) return { kind: 'collection', id: setId };
  const savedSearchId = parseId(search.get('saved_search') ?? undefined);
  if (savedSearchId !== null) return { kind: 'savedsearch', id: savedSearchId };
  return {
    kind: 'view',
    searchText: (search.get('q') ?? '').trim(),
    surveys: parseIds(allValues('form')).slice(0, 20),
    categories: parseIds(allValues('tags')).slice(0, 20),
  };
}
