/** Searches that `post_search_index` (the search index) answers alone, without reading the posts, whose rows are much wider. */
import type { PostFilters } from '@waypost/contract/browse/post-filters';
import { type RawBuilder, sql } from 'kysely';
import type { Viewer } from '../../kernel/security/viewer.ts';
import { canManagePosts, isVisibleBeyondPublic, isWithinTrial } from '../../posts/posts.public.ts';
import { searchIndexFilters, usesOnlyFilters } from '../filters/filter-key.rules.ts';
import { allOf, idsOrNone, type StatusFilter, statusConditions } from '../filters/filters.sql.ts';
import type { SearchText } from './search-text.sql.ts';

/** Whether the index can answer: not for viewers who see some but not all posts beyond the public ones. */
export const isAnsweredBySearchIndex = (viewer: Viewer, filters: PostFilters): boolean =>
  (canManagePosts(viewer) || !isVisibleBeyondPublic(viewer)) &&
  !isWithinTrial(viewer) &&
  Boolean(filters.q) &&
  usesOnlyFilters(filters, searchIndexFilters);

/** Columns of the index that the viewer may see. */
export const searchIndexColumns = (viewer: Viewer) =>
  canManagePosts(viewer)
    ? { cell: sql`post_search_index.cell`, postDate: sql`post_search_index.post_date` }
    : { cell: sql`post_search_index.masked_cell`, postDate: sql`post_search_index.masked_post_date` };

/**
 * The matching posts, as a condition on `post_search_index`.
 * @param fallbackStatuses used where the filters name no status
 */
export function searchIndexCondition(
  viewer: Viewer,
  filters: PostFilters,
  text: SearchText,
  fallbackStatuses: StatusFilter,
): RawBuilder<boolean> {
  const { cell } = searchIndexColumns(viewer);
  const survey = idsOrNone(sql`post_search_index.survey_id`, filters.form);
  const mapped = { mapped: sql<boolean>`${cell} is not null`, unmapped: sql<boolean>`${cell} is null` };
  const hasLocation = filters.has_location === 'all' ? undefined : filters.has_location;
  return allOf([
    ...(canManagePosts(viewer)
      ? statusConditions(filters.status, fallbackStatuses, 'post_search_index')
      : [sql<boolean>`post_search_index.is_public`]),
    ...(survey ? [survey] : []),
    ...(hasLocation ? [mapped[hasLocation]] : []),
    text.onSearchIndex,
  ]);
}
