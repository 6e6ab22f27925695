/** What is asked for when the reader has chosen nothing (spec 2 §4 and §9). Pure. */
import type { PostFiltersInput, PostStatus } from '@waypost/contract/browse/post-filters';
import { type PostSearch, toApiFilters } from './post-search.ts';

/** A collection shows whatever is in it; elsewhere the archive is asked for. */
export const getDefaultStatuses = ({ set }: PostSearch): PostStatus[] =>
  set ? ['published', 'draft', 'archived'] : ['published', 'draft'];

/** Kilometres around a point that was just chosen; an address that says none means more (spec 2 §9). */
export const defaultRadiusKm = '1';
export const fallbackRadiusKm = '10';

/** With words to look for, what fits them best comes first. */
export const getDefaultOrder = ({ q }: PostSearch): NonNullable<PostSearch['orderby']> =>
  q ? 'relevance' : 'created';

type HasLocation = NonNullable<PostFiltersInput['has_location']>;

const dayPattern = /^(\d{4})-(\d{2})-(\d{2})$/;

/** A day by the reader's clock, its whole length: the server takes bare days for midnight UTC. */
function resolveDayBoundary(text: string, edge: 'before' | 'start' | 'end'): string {
  const [, year, month, day] = dayPattern.exec(text) ?? [];
  if (year === undefined) return text;
  const start = new Date(Number(year), Number(month) - 1, Number(day) + (edge === 'end' ? 1 : 0));
  if (Number.isNaN(start.getTime())) return text;
  // Up to the last millisecond of it, or the one before it: `date_after` leaves its own moment out (wire 4).
  return new Date(start.getTime() - (edge === 'start' ? 0 : 1)).toISOString();
}

/** The address's filters on top of the usual ones, as the list and the map send them (wire 7.3, 7.4). */
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
    // A post without a place is on no map, whatever the list shows. Another order draws the same pins.
    ...(view === 'map' ? { orderby: 'created' as const, order: 'desc' as const } : {}),
    has_location: (view === 'map' && has_location === 'all' ? 'mapped' : has_location) as HasLocation,
  };
}
