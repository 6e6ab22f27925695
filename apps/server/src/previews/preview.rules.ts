/** What a page of the web client shows, derived from its URL (spec 2 §2, "Routes"). Pure. */
import qs from 'qs';

/** The content of a page that has a preview of its own. */
export type PreviewPage =
  | { kind: 'post' | 'survey'; id: number }
  | { kind: 'collection' | 'savedsearch'; id: number }
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
  const normalisedPath = path.replace(/(?<=[^/])\/+$/, '');
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

/** Path of the picture of a map (`map-picture.ts`). */
export const mapPicturePath = '/preview-map.png';

/** Which posts the picture of a map shows. */
export interface MapQuery {
  set: { kind: 'collection' | 'savedsearch'; id: number } | null;
  /** Filters of posts as in a query of the API. */
  filters: Record<string, unknown>;
}

/** Parameters of pages that select no posts. */
const presentationParameters = [
  'at',
  'view',
  'lang',
  'orderby',
  'order',
  'limit',
  'offset',
  'set',
  'saved_search',
];

/** What the picture for a page shows. */
export function toMapQuery(page: Exclude<PreviewPage, { kind: 'post' | 'survey' }>, url: string): MapQuery {
  if (page.kind !== 'view') return { set: page, filters: {} };
  const filters = qs.parse(url.split('?')[1] ?? '');
  for (const name of presentationParameters) delete filters[name];
  return { set: null, filters };
}

/** The URL of a picture, relative to this server. */
export function formatMapPictureUrl({ set, filters }: MapQuery): string {
  const query = qs.stringify(set ? { [set.kind]: set.id } : filters, { arrayFormat: 'brackets' });
  return query === '' ? mapPicturePath : `${mapPicturePath}?${query}`;
}

/** Reads the query of such a URL. */
export function parseMapPictureQuery(query: string): MapQuery {
  const { collection, savedsearch, ...filters } = qs.parse(query);
  const value = collection ?? savedsearch;
  const id = typeof value === 'string' ? parseId(value) : null;
  if (id === null) return { set: null, filters };
  return { set: { kind: collection === undefined ? 'savedsearch' : 'collection', id }, filters: {} };
}
