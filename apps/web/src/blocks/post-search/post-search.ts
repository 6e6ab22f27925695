/**
 * Which posts, as the address says it: the same for the map, the list, and whatever is opened from them. Values stay the
 * text that was written, checked by the contract's filters, so they go to the API as they are.
 */
import { PostFilters, postSortFields } from '@waypost/contract/browse/post-filters';
import { z } from 'zod';
import { mergeExtraFilters, parseExtraFilters, serializeExtraFilters } from './extra-filters.ts';

/** Filters with one value, then those with several. */
const singleValueKeys = [
  'q',
  'date_after',
  'date_before',
  'created_after',
  'created_before',
  'bbox',
  'center_point',
  'within_km',
  'has_location',
  'order_unlocked_on_top',
] as const;
const multiValueKeys = [
  'status',
  'form',
  'tags',
  'set',
  'source',
  'user',
  'current_stage',
  'published_to',
] as const;

type SingleValueKey = (typeof singleValueKeys)[number];
type MultiValueKey = (typeof multiValueKeys)[number];

/** Undefined takes a filter away, where an absent key would leave it as it is. */
export type PostSearch = { [key in SingleValueKey]?: string | undefined } & {
  [key in MultiValueKey]?: string[] | undefined;
} & {
  orderby?: (typeof postSortFields)[number] | undefined;
  order?: 'asc' | 'desc' | undefined;
  /** Ours: a saved search whose filters are shown; never sent. */
  saved_search?: string;
  /** Ours: where the map is, `lat,lon,zoom`; never sent. */
  at?: string;
  /** Ours: how the posts are listed; cards unless said. Never sent. */
  view?: 'table' | undefined;
  /** Ours: the table's columns, when others than the usual ones are chosen. Never sent. */
  columns?: string[] | undefined;
  /** Ours: posts on a page, which the list sends itself. */
  size?: PageSize | undefined;
  /** Filters that have no field here (`serializeExtraFilters`). */
  more?: string | undefined;
};

/** Posts on a page (spec 2 §9). */
export const pageSizes = ['10', '20', '50'] as const;
export type PageSize = (typeof pageSizes)[number];
export const defaultPageSize: PageSize = '20';

const orderBySchema = z.enum(postSortFields);
const orderSchema = z.enum(['asc', 'desc']);
const positionSchema = z.string().regex(/^-?\d{1,2}(?:\.\d+)?,-?\d{1,3}(?:\.\d+)?,\d{1,2}(?:\.\d+)?$/);
const savedSearchIdSchema = z.string().regex(/^\d+$/);
const viewSchema = z.enum(['table']);
const pageSizeSchema = z.enum(pageSizes);

const toTextList = (value: unknown): string[] =>
  [value].flat().filter((it): it is string => typeof it === 'string' && it.trim() !== '');

const keysWithField: ReadonlySet<string> = new Set([...singleValueKeys, ...multiValueKeys]);

/** Keeps what the contract accepts; a hand-written address with nonsense in it still opens. */
export function parsePostSearch(raw: Record<string, unknown>): PostSearch {
  const search: PostSearch = {};
  for (const key of singleValueKeys) {
    const value = toTextList(raw[key])[0];
    if (value !== undefined && PostFilters.shape[key].safeParse(value).success) search[key] = value;
  }
  for (const key of multiValueKeys) {
    const values = toTextList(raw[key]).flatMap((it) => it.split(','));
    const good = values.filter((it) => PostFilters.shape[key].safeParse([it]).success);
    if (good.length > 0) search[key] = good;
  }
  const orderby = orderBySchema.safeParse(raw['orderby']).data;
  const order = orderSchema.safeParse(raw['order']).data;
  const saved = savedSearchIdSchema.safeParse(raw['saved_search']).data;
  const at = positionSchema.safeParse(raw['at']).data;
  const view = viewSchema.safeParse(raw['view']).data;
  const size = pageSizeSchema.safeParse(raw['size']).data;
  const more = serializeExtraFilters(parseExtraFilters(toTextList(raw['more'])[0]), keysWithField);
  const columns = toTextList(raw['columns']).flatMap((it) => it.split(','));
  return {
    // The router keeps the raw value of a key that is left out: it is overwritten.
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

/** Keys that stay in the address while going from map to list, card and back. */
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

/** The filters as an address says them: without where the map is and how the list looks. */
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

/** The filters as the API takes them. */
export function toApiFilters(search: PostSearch) {
  const { more, ...filters } = toUrlFilters(search);
  return mergeExtraFilters(filters, more);
}

/** Keys may be absent, values are never undefined. */
type DefinedValues<T> = { [K in keyof T]: Exclude<T[K], undefined> };

export type FilterKey = SingleValueKey | MultiValueKey | 'more';

const filterKeys: readonly FilterKey[] = [...singleValueKeys, ...multiValueKeys, 'more'];

/**
 * The filters that are on, as readers count them; ordering is none (spec 2 §2, "A count of active filters is shown"). A
 * radius belongs to its centre, and a collection is a place to look at.
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

export const countActiveFilters = (search: PostSearch): number => listActiveFilters(search).length;

/** To be laid over a search: takes every filter away and leaves the order. */
export const clearedFilters: PostSearch = Object.fromEntries(
  filterKeys.filter((key) => key !== 'order_unlocked_on_top').map((key) => [key, undefined]),
);
