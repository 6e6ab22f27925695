/** What a page of the client is about, by its address (spec 2 §2, "Routes"). Pure. */

export type PreviewPage =
  | { kind: 'post' | 'collection' | 'savedsearch' | 'survey'; id: number }
  | { kind: 'view'; words: string; surveys: number[]; categories: number[] };

const pagePatterns: readonly [RegExp, Exclude<PreviewPage['kind'], 'view'>][] = [
  [/^\/posts\/(\d+)$/, 'post'],
  [/^\/collections\/(\d+)(?:\/(?:data|map))?$/, 'collection'],
  [/^\/savedsearches\/(\d+)(?:\/(?:data|map))?$/, 'savedsearch'],
  [/^\/posts\/create\/(\d+)(?:\/noui)?$/, 'survey'],
];
const viewPattern = /^\/(?:views\/(?:map|data|list)|map\/noui)?$/;

/** An id that a column can hold. */
const parseId = (text: string | undefined): number | null =>
  text !== undefined && /^[1-9]\d{0,8}$/.test(text) ? Number(text) : null;

const parseIds = (values: readonly string[]): number[] =>
  values.flatMap((it) => it.split(',')).flatMap((it) => parseId(it) ?? []);

/** @returns null for a page that is about nothing which a link could show */
export function parsePageUrl(url: string): PreviewPage | null {
  const [path = '', query = ''] = url.split('?');
  const plain = path.replace(/(?<=.)\/+$/, '');
  for (const [pattern, kind] of pagePatterns) {
    const found = pattern.exec(plain);
    if (!found) continue;
    const id = parseId(found[1]);
    return id === null ? null : { kind, id };
  }
  if (!viewPattern.test(plain)) return null;
  const search = new URLSearchParams(query);
  const all = (name: string) => [...search.getAll(name), ...search.getAll(`${name}[]`)];
  const set = parseIds(all('set'));
  const [only] = set;
  if (only !== undefined && set.length === 1) return { kind: 'collection', id: only };
  const saved = parseId(search.get('saved_search') ?? undefined);
  if (saved !== null) return { kind: 'savedsearch', id: saved };
  return {
    kind: 'view',
    words: (search.get('q') ?? '').trim(),
    surveys: parseIds(all('form')).slice(0, 20),
    categories: parseIds(all('tags')).slice(0, 20),
  };
}
