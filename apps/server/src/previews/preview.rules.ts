/** What a page of the client is about, by its address (spec 2 §2, "Routes"). Pure. */

export type Page =
  | { kind: 'post' | 'collection' | 'savedsearch' | 'survey'; id: number }
  | { kind: 'view'; words: string; surveys: number[]; categories: number[] };

const kinds: readonly [RegExp, Exclude<Page['kind'], 'view'>][] = [
  [/^\/posts\/(\d+)$/, 'post'],
  [/^\/collections\/(\d+)(?:\/(?:data|map))?$/, 'collection'],
  [/^\/savedsearches\/(\d+)(?:\/(?:data|map))?$/, 'savedsearch'],
  [/^\/posts\/create\/(\d+)(?:\/noui)?$/, 'survey'],
];
const views = /^\/(?:views\/(?:map|data|list)|map\/noui)?$/;

/** An id that a column can hold. */
const idOf = (text: string | undefined): number | null =>
  text !== undefined && /^[1-9]\d{0,8}$/.test(text) ? Number(text) : null;

const idsOf = (values: readonly string[]): number[] =>
  values.flatMap((it) => it.split(',')).flatMap((it) => idOf(it) ?? []);

/** @returns null for a page that is about nothing which a link could show */
export function pageOf(url: string): Page | null {
  const [path = '', query = ''] = url.split('?');
  const plain = path.replace(/(?<=.)\/+$/, '');
  for (const [pattern, kind] of kinds) {
    const found = pattern.exec(plain);
    if (!found) continue;
    const id = idOf(found[1]);
    return id === null ? null : { kind, id };
  }
  if (!views.test(plain)) return null;
  const search = new URLSearchParams(query);
  const all = (name: string) => [...search.getAll(name), ...search.getAll(`${name}[]`)];
  const set = idsOf(all('set'));
  const [only] = set;
  if (only !== undefined && set.length === 1) return { kind: 'collection', id: only };
  const saved = idOf(search.get('saved_search') ?? undefined);
  if (saved !== null) return { kind: 'savedsearch', id: saved };
  return {
    kind: 'view',
    words: (search.get('q') ?? '').trim(),
    surveys: idsOf(all('form')).slice(0, 20),
    categories: idsOf(all('tags')).slice(0, 20),
  };
}
