/**
 * The mode of the post views: all posts, a collection, or a saved search (spec 2 §4, "Filter modes"). It follows from the
 * URL: one `set` is a collection; `saved_search` is the saved search whose filters were applied. Pure.
 */
import { clearedFilters, type PostSearch, parsePostSearch, toUrlFilters } from './post-search.ts';

/** A collection or a saved search; both are sets in the API. */
export type SetKind = 'collection' | 'savedsearch';

/** The mode, with the id of the set. */
export type PostMode = { kind: 'all' } | { kind: SetKind; id: number };

/** Reads the mode from the search parameters. */
export function readPostMode({ set, saved_search }: PostSearch): PostMode {
  if (saved_search !== undefined) return { kind: 'savedsearch', id: Number(saved_search) };
  const [firstId, ...others] = set ?? [];
  return firstId !== undefined && others.length === 0
    ? { kind: 'collection', id: Number(firstId) }
    : { kind: 'all' };
}

/** Removes every filter from the URL and keeps the view of the map and the list. */
export const clearedSearch: PostSearch = {
  ...clearedFilters,
  ...Object.fromEntries(
    ['orderby', 'order', 'order_unlocked_on_top', 'saved_search'].map((it) => [it, undefined]),
  ),
};

/** Search parameters that show a collection without filters. */
export const enterCollection = (id: number): PostSearch => ({ ...clearedSearch, set: [String(id)] });

/** Stored filters as search parameters, without the map's position. */
function parseStoredFilters(filter: object): PostSearch {
  const texts = toTexts(filter) as Record<string, unknown>;
  return toUrlFilters(
    parsePostSearch({ ...texts, tags: readAnyOf(texts['tags']), more: JSON.stringify(filter) }),
  );
}

/** `tags[any]` means the same as a plain list (API v3 §4). */
const readAnyOf = (tags: unknown): unknown =>
  typeof tags === 'object' && tags !== null && 'any' in tags ? tags.any : tags;

/** Search parameters that show a saved search: its filters replace the current ones. */
export const enterSavedSearch = (id: number, filter: object): PostSearch => ({
  ...clearedSearch,
  ...parseStoredFilters(filter),
  saved_search: String(id),
});

/** Whether the filters in the URL differ from the stored ones. */
export const differsFromSaved = (search: PostSearch, filter: object): boolean =>
  canonicaliseFilters(toUrlFilters(search)) !== canonicaliseFilters(parseStoredFilters(filter));

/** The URL has texts where other clients store numbers. */
const toTexts = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.map(toTexts);
  if (typeof value === 'object' && value !== null)
    return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, toTexts(inner)]));
  return typeof value === 'number' || typeof value === 'boolean' ? String(value) : value;
};

const compareTexts = (a: string, b: string) => (a < b ? -1 : 1);

/** A text that is equal for equal filters: the order of keys and values does not matter. */
const canonicaliseFilters = (filters: object): string =>
  JSON.stringify(
    Object.entries(filters)
      .map(
        ([key, value]) =>
          [key, Array.isArray(value) ? value.map(String).toSorted(compareTexts) : value] as const,
      )
      .toSorted(([a], [b]) => compareTexts(a, b)),
  );
