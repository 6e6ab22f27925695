/** Questions about words that `post_words` answers alone: the posts, rows five times as wide, are not looked at. */
import type { PostFilters } from '@waypost/contract/browse/post-filters';
import { type RawBuilder, sql } from 'kysely';
import type { Viewer } from '../../kernel/security/viewer.ts';
import { managesPosts, visibleBeside, withinTrial } from '../../posts/posts.public.ts';
import { usesOnlyFilters } from '../filters/filter-key.rules.ts';
import { allOf, idsOrNone, type StatusFilter, statusConditions } from '../filters/filters.sql.ts';
import type { SearchText } from './search-text.sql.ts';

/** What stands beside the words. */
export const searchIndexFilters: ReadonlySet<string> = new Set(['q', 'status', 'form', 'has_location']);

/** Whether it can answer: what somebody sees beside the public posts, or all of them, is not told by words. */
export const isAnsweredBySearchIndex = (viewer: Viewer, filters: PostFilters): boolean =>
  (managesPosts(viewer) || !visibleBeside(viewer)) &&
  !withinTrial(viewer) &&
  Boolean(filters.q) &&
  usesOnlyFilters(filters, searchIndexFilters);

/** As the viewer is shown them. */
export const searchIndexColumns = (viewer: Viewer) =>
  managesPosts(viewer)
    ? { cell: sql`post_words.cell`, postDate: sql`post_words.post_date` }
    : { cell: sql`post_words.shown_cell`, postDate: sql`post_words.shown_post_date` };

/**
 * The posts that match, as a condition on `post_words`.
 * @param fallbackStatuses the statuses where none is said
 */
export function searchIndexCondition(
  viewer: Viewer,
  filters: PostFilters,
  text: SearchText,
  fallbackStatuses: StatusFilter,
): RawBuilder<boolean> {
  const { cell } = searchIndexColumns(viewer);
  const survey = idsOrNone(sql`post_words.survey_id`, filters.form);
  const mapped = { mapped: sql<boolean>`${cell} is not null`, unmapped: sql<boolean>`${cell} is null` };
  const place = filters.has_location === 'all' ? undefined : filters.has_location;
  return allOf([
    ...(managesPosts(viewer)
      ? statusConditions(filters.status, fallbackStatuses, 'post_words')
      : [sql<boolean>`post_words.is_public`]),
    ...(survey ? [survey] : []),
    ...(place ? [mapped[place]] : []),
    text.onSearchIndex,
  ]);
}
