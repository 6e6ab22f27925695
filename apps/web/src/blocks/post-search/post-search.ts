/**
 * Search parameters of the post views: the same for the map, the list and opened posts. Values stay texts, validated by the
 * contract's filters, so that they can be sent to the API unchanged.
 */
import { PostFilters, postSortFields } from '@waypost/contract/browse/post-filters';
import { z } from 'zod';
import { mergeExtraFilters, parseExtraFilters, serializeExtraFilters } from './extra-filters.ts';
import { type MultiValueKey, multiValueKeys, type SingleValueKey, singleValueKeys } from './filter-modes.ts';

/** The search parameters. Merged into others, undefined removes a filter; an absent key keeps it. */
export type PostSearch = { [key in SingleValueKey]?: string | undefined } & {
  [key in MultiValueKey]?: string[] | undefined;
} & {
  orderby?: z.output<typeof orderBySchema> | undefined;
  order?: 'asc' | 'desc' | undefined;
  /** Only in this client: the saved search whose filters are shown; never sent. */
  saved_search?: string;
  /** Only in this client: map position, `lat,lon,zoom`; never sent. */
  at?: string;
  /** Only in this client: how the posts are listed; cards by default. Never sent. */
  view?: 'table' | undefined;
  /** Only in this client: the table's columns if they differ from the default. Never sent. */
  columns?: string[] | undefined;
  /** Only in this client: posts per page; the list sends it as `limit`. */
  size?: PageSize | undefined;
  /** Filters without a field (`serializeExtraFilters`). */
  more?: string | undefined;
};

/** Choices of posts per page (spec 2 §9). */
export const pageSizes = ['10', '20', '50'] as const;
/** Posts per page. */
export type PageSize = (typeof pageSizes)[number];
/** Posts per page by default. */
export const defaultPageSize: PageSize = '20';

/** Orders that the screens offer; the others are for clients of the API. */
const orderBySchema = z.enum(postSortFields).exclude(['slug', 'form_id']);
const orderSchema = z.enum(['asc', 'desc']);
const positionSchema = z.string().regex(/^-?\d{1,2}(?:\.\d+)?,-?\d{1,3}(?:\.\d+)?,\d{1,2}(?:\.\d+)?$/);
const savedSearchIdSchema = z.string().regex(/^\d+$/);
const viewSchema = z.enum(['table']);
const pageSizeSchema = z.enum(pageSizes);

const toTextList = (value: unknown): string[] =>
  [value].flat().filter((it): it is string => typeof it === 'string' && it.trim() !== '');

/** Keeps what the contract accepts, so that a URL with invalid values still opens. */
export function parsePostSearch(raw: Record<string, unknown>): PostSearch {
  const search: PostSearch = {};
  for (const key of singleValueKeys) {
    const value = toTextList(raw[key])[0];
    if (value !== undefined && PostFilters.shape[key].safeParse(value).success) search[key] = value;
  }
  for (const key of multiValueKeys) {
    const values = toTextList(raw[key]).flatMap((it) => it.split(','));
    const valid = values.filter((it) => PostFilters.shape[key].safeParse([it]).success);
    if (valid.length > 0) search[key] = valid;
  }
  const orderby = orderBySchema.safeParse(raw['orderby']).data;
  const order = orderSchema.safeParse(raw['order']).data;
  const saved = savedSearchIdSchema.safeParse(raw['saved_search']).data;
  const at = positionSchema.safeParse(raw['at']).data;
  const view = viewSchema.safeParse(raw['view']).data;
  const size = pageSizeSchema.safeParse(raw['size']).data;
  const more = serializeExtraFilters(parseExtraFilters(toTextList(raw['more'])[0]));
  const columns = toTextList(raw['columns']).flatMap((it) => it.split(','));
  return {
    // The router keeps the raw value of a key that is absent: overwrite it.
    ...Object.fromEntries(postSearchKeys.filter((key) => key in raw).map((key) => [key, undefined])),
    ...search,
    ...(orderby ? { orderby } : {}),
    ...(order ? { order } : {}),
    ...(saved ? { saved_search: saved } : {}),
    ...(at ? { at } : {}),
    ...(view ? { view } : {}),
    ...(columns.length > 0 ? { columns } : {}),
    ...(size && size !== defaultPageSize ? { size } : {}),
    ...(more ? { more } : {}),
  };
}

/** Parameters that are kept while navigating between map, list and post. */
export const postSearchKeys = [
  ...singleValueKeys,
  ...multiValueKeys,
  'orderby',
  'order',
  'saved_search',
  'at',
  'view',
  'columns',
  'size',
  'more',
] as const;

/** The filters alone, without the map's position and the view of the list. */
export function toUrlFilters({
  saved_search: _saved,
  at: _at,
  view: _view,
  columns: _columns,
  size: _size,
  ...filters
}: PostSearch) {
  const chosen = Object.entries(filters).filter(([, value]) => value !== undefined);
  return Object.fromEntries(chosen) as DefinedValues<typeof filters>;
}

/** The filters as the API expects them. */
export function toApiFilters(search: PostSearch) {
  const { more, ...filters } = toUrlFilters(search);
  return mergeExtraFilters(filters, more);
}

/** Keys may be absent, but values are never undefined. */
type DefinedValues<T> = { [K in keyof T]: Exclude<T[K], undefined> };

/** A filter that is counted. */
export type FilterKey = SingleValueKey | MultiValueKey | 'more';

const filterKeys: readonly FilterKey[] = [...singleValueKeys, ...multiValueKeys, 'more'];

/**
 * The active filters as they are counted; the order is not counted (spec 2 §2, "Count of active filters"). A
 * radius counts with its centre, and a collection is a mode.
 */
export const listActiveFilters = (search: PostSearch): FilterKey[] =>
  filterKeys.filter(
    (key) =>
      search[key] !== undefined &&
      key !== 'order_unlocked_on_top' &&
      key !== 'within_km' &&
      !(key === 'has_location' && search[key] === 'all') &&
      !(key === 'set' && search.set?.length === 1 && search.saved_search === undefined),
  );

/** Number of active filters. */
export const countActiveFilters = (search: PostSearch): number => listActiveFilters(search).length;

/** Merged into a search, it removes every filter and keeps the order. */
export const clearedFilters: PostSearch = Object.fromEntries(
  filterKeys.filter((key) => key !== 'order_unlocked_on_top').map((key) => [key, undefined]),
);
