/**
 * Whether all posts are looked at, a collection, or a saved search (spec 2 §4, "Filter modes"). The address says it: one `set`
 * is a collection; `saved_search` names the saved search whose filters were taken over. Pure.
 */
import { clearedFilters, type PostSearch, parsePostSearch, toUrlFilters } from './post-search.ts';

export type SetKind = 'collection' | 'savedsearch';

export type PostMode = { kind: 'all' } | { kind: SetKind; id: number };

export function readPostMode({ set, saved_search }: PostSearch): PostMode {
  if (saved_search !== undefined) return { kind: 'savedsearch', id: Number(saved_search) };
  const [only, ...others] = set ?? [];
  return only !== undefined && others.length === 0
    ? { kind: 'collection', id: Number(only) }
    : { kind: 'all' };
}

/** Leads back to all posts: takes every filter out of the address, and leaves the map and the list as they look. */
export const clearedSearch: PostSearch = {
  ...clearedFilters,
  ...Object.fromEntries(
    ['orderby', 'order', 'order_unlocked_on_top', 'saved_search'].map((it) => [it, undefined]),
  ),
};

/** Entering a collection clears the filters. */
export const enterCollection = (id: number): PostSearch => ({ ...clearedSearch, set: [String(id)] });

/** Filters as stored, as an address says them: without the map's place. */
function parseStoredFilters(filter: object): PostSearch {
  const texts = toTexts(filter) as Record<string, unknown>;
  return toUrlFilters(
    parsePostSearch({ ...texts, tags: readAnyOf(texts['tags']), more: JSON.stringify(filter) }),
  );
}

/** `tags[any]` means what a plain list does (wire 4). */
const readAnyOf = (tags: unknown): unknown =>
  typeof tags === 'object' && tags !== null && 'any' in tags ? tags.any : tags;

/** Entering a saved search puts its filters in the place of those there were. */
export const enterSavedSearch = (id: number, filter: object): PostSearch => ({
  ...clearedSearch,
  ...parseStoredFilters(filter),
  saved_search: String(id),
});

/** Whether the address asks for something else than what is stored. */
export const differsFromSaved = (search: PostSearch, filter: object): boolean =>
  canonicaliseFilters(toUrlFilters(search)) !== canonicaliseFilters(parseStoredFilters(filter));

/** The address has texts where other clients store numbers. */
const toTexts = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.map(toTexts);
  if (typeof value === 'object' && value !== null)
    return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, toTexts(inner)]));
  return typeof value === 'number' || typeof value === 'boolean' ? String(value) : value;
};

const compareTexts = (a: string, b: string) => (a < b ? -1 : 1);

/** The order of keys and of chosen values means nothing. */
const canonicaliseFilters = (filters: object): string =>
  JSON.stringify(
    Object.entries(filters)
      .map(
        ([key, value]) =>
          [key, Array.isArray(value) ? value.map(String).toSorted(compareTexts) : value] as const,
      )
      .toSorted(([a], [b]) => compareTexts(a, b)),
  );
