/** What is asked for when the reader has chosen nothing (spec 2 §4 and §9). Pure. */
import type { PostFiltersIn, PostStatus } from '@waypost/contract/post-filters';
import { filtersOf, type PostSearch } from './post-search.ts';

/** A collection shows whatever is in it; elsewhere the archive is asked for. */
export const usualStatuses = ({ set }: PostSearch): PostStatus[] =>
  set ? ['published', 'draft', 'archived'] : ['published', 'draft'];

type HasLocation = NonNullable<PostFiltersIn['has_location']>;

/** The address's filters on top of the usual ones, as the list and the map send them (wire 7.3, 7.4). */
export const postQuery = (search: PostSearch, place: 'list' | 'map') => ({
  status: usualStatuses(search),
  orderby: 'created' as const,
  order: 'desc' as const,
  ...filtersOf(search),
  order_unlocked_on_top: search.order_unlocked_on_top !== 'false',
  ...(search.center_point && !search.within_km ? { within_km: '10' } : {}),
  // A post without a place is on no map, whatever the list shows.
  has_location: (place === 'map' ? 'mapped' : (search.has_location ?? 'all')) as HasLocation,
});
