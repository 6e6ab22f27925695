/** The query of the post views with its defaults (spec 2 §4 and §9). Pure. */
import type { PostFiltersInput, PostStatus } from '@waypost/contract/browse/post-filters';
import { type PostSearch, toApiFilters } from './post-search.ts';

/** The default statuses. Only a collection includes archived posts. */
export const getDefaultStatuses = ({ set }: PostSearch): PostStatus[] =>
  set ? ['published', 'draft', 'archived'] : ['published', 'draft'];

/** Default radius around a point that was just chosen. */
export const defaultRadiusKm = '1';
/** Radius for a URL without one (spec 2 §9). */
export const fallbackRadiusKm = '10';

/** The default order: by relevance for a text search. */
export const getDefaultOrder = ({ q }: PostSearch): NonNullable<PostSearch['orderby']> =>
  q ? 'relevance' : 'created';

type HasLocation = NonNullable<PostFiltersInput['has_location']>;

const dayPattern = /^(\d{4})-(\d{2})-(\d{2})$/;

/** Start or end of a day in the reader's time zone: the server takes a bare date as midnight UTC. */
function resolveDayBoundary(text: string, edge: 'before' | 'start' | 'end'): string {
  const [, year, month, day] = dayPattern.exec(text) ?? [];
  if (year === undefined) return text;
  const start = new Date(Number(year), Number(month) - 1, Number(day) + (edge === 'end' ? 1 : 0));
  if (Number.isNaN(start.getTime())) return text;
  // The last millisecond of the day, or the one before it begins: `date_after` is exclusive (API v3 §4).
  return new Date(start.getTime() - (edge === 'start' ? 0 : 1)).toISOString();
}

/** The filters in the URL with the defaults, as the list and the map send them (API v3 §7.3, §7.4). */
export function buildPostQuery(search: PostSearch, view: 'list' | 'map') {
  const { date_after, date_before, created_after, created_before, has_location = 'all' } = search;
  return {
    status: getDefaultStatuses(search),
    order: 'desc' as const,
    ...toApiFilters(search),
    ...(date_after ? { date_after: resolveDayBoundary(date_after, 'before') } : {}),
    ...(date_before ? { date_before: resolveDayBoundary(date_before, 'end') } : {}),
    ...(created_after ? { created_after: resolveDayBoundary(created_after, 'start') } : {}),
    ...(created_before ? { created_before: resolveDayBoundary(created_before, 'end') } : {}),
    orderby: search.orderby ?? getDefaultOrder(search),
    order_unlocked_on_top: search.order_unlocked_on_top !== 'false',
    ...(search.center_point && !search.within_km ? { within_km: fallbackRadiusKm } : {}),
    // The map never needs posts without a location, and its pins do not depend on the order.
    ...(view === 'map' ? { orderby: 'created' as const, order: 'desc' as const } : {}),
    has_location: (view === 'map' && has_location === 'all' ? 'mapped' : has_location) as HasLocation,
  };
}
