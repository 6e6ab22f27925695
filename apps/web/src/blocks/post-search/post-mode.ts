/**
 * Whether all posts are looked at, a collection, or a saved search (spec 2 §4, "Filter modes"). The address says it: one `set`
 * is a collection; `saved_search` names the saved search whose filters were taken over. Pure.
 */
import { filtersInAddress, type PostSearch, readPostSearch, withoutFilters } from './post-search.ts';

export type SetKind = 'collection' | 'savedsearch';

export type PostMode = { kind: 'all' } | { kind: SetKind; id: number };

export function modeOf({ set, saved_search }: PostSearch): PostMode {
  if (saved_search !== undefined) return { kind: 'savedsearch', id: Number(saved_search) };
  const [only, ...others] = set ?? [];
  return only !== undefined && others.length === 0
    ? { kind: 'collection', id: Number(only) }
    : { kind: 'all' };
}

/** Leads back to all posts: takes every filter out of the address, and leaves the map and the list as they look. */
export const noFilters: PostSearch = {
  ...withoutFilters,
  ...Object.fromEntries(
    ['orderby', 'order', 'order_unlocked_on_top', 'saved_search'].map((it) => [it, undefined]),
  ),
};

/** Entering a collection clears the filters. */
export const inCollection = (id: number): PostSearch => ({ ...noFilters, set: [String(id)] });

/** Filters as stored, as an address says them: without the map's place. */
function storedFilters(filter: object): PostSearch {
  const texts = textsOf(filter) as Record<string, unknown>;
  return filtersInAddress(
    readPostSearch({ ...texts, tags: anyOf(texts['tags']), more: JSON.stringify(filter) }),
  );
}

/** `tags[any]` means what a plain list does (wire 4). */
const anyOf = (tags: unknown): unknown =>
  typeof tags === 'object' && tags !== null && 'any' in tags ? tags.any : tags;

/** Entering a saved search puts its filters in the place of those there were. */
export const inSavedSearch = (id: number, filter: object): PostSearch => ({
  ...noFilters,
  ...storedFilters(filter),
  saved_search: String(id),
});

/** Whether the address asks for something else than what is stored. */
export const isChanged = (search: PostSearch, filter: object): boolean =>
  canonical(filtersInAddress(search)) !== canonical(storedFilters(filter));

/** The address has texts where other clients store numbers. */
const textsOf = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.map(textsOf);
  if (typeof value === 'object' && value !== null)
    return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, textsOf(inner)]));
  return typeof value === 'number' || typeof value === 'boolean' ? String(value) : value;
};

const inOrder = (a: string, b: string) => (a < b ? -1 : 1);

/** The order of keys and of chosen values means nothing. */
const canonical = (filters: object): string =>
  JSON.stringify(
    Object.entries(filters)
      .map(
        ([key, value]) => [key, Array.isArray(value) ? value.map(String).toSorted(inOrder) : value] as const,
      )
      .toSorted(([a], [b]) => inOrder(a, b)),
  );
