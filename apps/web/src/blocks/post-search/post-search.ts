/**
 * Which posts, as the address says it: the same for the map, the list, and whatever is opened from them. Values stay the
 * text that was written, checked by the contract's filters, so they go to the API as they are.
 */
import { PostFilters, postOrders } from '@waypost/contract/post-filters';
import { z } from 'zod';
import { furtherFilters, readFurther, withFurther } from './further-filters.ts';

/** Filters with one value, then those with several. */
const single = [
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
const several = ['status', 'form', 'tags', 'set', 'source', 'user', 'current_stage', 'published_to'] as const;

type Single = (typeof single)[number];
type Several = (typeof several)[number];

/** Undefined takes a filter away, where an absent key would leave it as it is. */
export type PostSearch = { [key in Single]?: string | undefined } & {
  [key in Several]?: string[] | undefined;
} & {
  orderby?: (typeof postOrders)[number] | undefined;
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
  /** Filters that have no field here (`furtherFilters`). */
  more?: string | undefined;
};

/** Posts on a page (spec 2 §9). */
export const pageSizes = ['10', '20', '50'] as const;
export type PageSize = (typeof pageSizes)[number];
export const usualPageSize: PageSize = '20';

const OrderBy = z.enum(postOrders);
const Order = z.enum(['asc', 'desc']);
const At = z.string().regex(/^-?\d{1,2}(?:\.\d+)?,-?\d{1,3}(?:\.\d+)?,\d{1,2}(?:\.\d+)?$/);
const SavedSearch = z.string().regex(/^\d+$/);
const View = z.enum(['table']);
const Size = z.enum(pageSizes);

const texts = (value: unknown): string[] =>
  [value].flat().filter((it): it is string => typeof it === 'string' && it.trim() !== '');

const withField: ReadonlySet<string> = new Set([...single, ...several]);

/** Keeps what the contract accepts; a hand-written address with nonsense in it still opens. */
export function readPostSearch(raw: Record<string, unknown>): PostSearch {
  const search: PostSearch = {};
  for (const key of single) {
    const value = texts(raw[key])[0];
    if (value !== undefined && PostFilters.shape[key].safeParse(value).success) search[key] = value;
  }
  for (const key of several) {
    const values = texts(raw[key]).flatMap((it) => it.split(','));
    const good = values.filter((it) => PostFilters.shape[key].safeParse([it]).success);
    if (good.length > 0) search[key] = good;
  }
  const orderby = OrderBy.safeParse(raw['orderby']).data;
  const order = Order.safeParse(raw['order']).data;
  const saved = SavedSearch.safeParse(raw['saved_search']).data;
  const at = At.safeParse(raw['at']).data;
  const view = View.safeParse(raw['view']).data;
  const size = Size.safeParse(raw['size']).data;
  const more = furtherFilters(readFurther(texts(raw['more'])[0]), withField);
  const columns = texts(raw['columns']).flatMap((it) => it.split(','));
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
    ...(size && size !== usualPageSize ? { size } : {}),
    ...(more ? { more } : {}),
  };
}

/** Keys that stay in the address while going from map to list, card and back. */
export const postSearchKeys = [
  ...single,
  ...several,
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
export function filtersInAddress({
  saved_search: _saved,
  at: _at,
  view: _view,
  columns: _columns,
  size: _size,
  ...filters
}: PostSearch) {
  const chosen = Object.entries(filters).filter(([, value]) => value !== undefined);
  return Object.fromEntries(chosen) as Chosen<typeof filters>;
}

/** The filters as the API takes them. */
export function filtersOf(search: PostSearch) {
  const { more, ...filters } = filtersInAddress(search);
  return withFurther(filters, more);
}

/** Keys may be absent, values are never undefined. */
type Chosen<T> = { [K in keyof T]: Exclude<T[K], undefined> };

export type FilterKey = Single | Several | 'more';

const filterKeys: readonly FilterKey[] = [...single, ...several, 'more'];

/**
 * The filters that are on, as readers count them; ordering is none (spec 2 §2, "A count of active filters is shown"). A
 * radius belongs to its centre, and a collection is a place to look at.
 */
export const activeFilters = (search: PostSearch): FilterKey[] =>
  filterKeys.filter(
    (key) =>
      search[key] !== undefined &&
      key !== 'order_unlocked_on_top' &&
      key !== 'within_km' &&
      !(key === 'has_location' && search[key] === 'all') &&
      !(key === 'set' && search.set?.length === 1 && search.saved_search === undefined),
  );

export const countFilters = (search: PostSearch): number => activeFilters(search).length;

/** To be laid over a search: takes every filter away and leaves the order. */
export const withoutFilters: PostSearch = Object.fromEntries(
  filterKeys.filter((key) => key !== 'order_unlocked_on_top').map((key) => [key, undefined]),
);
