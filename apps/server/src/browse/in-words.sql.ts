/** Questions about words that `post_words` answers alone: the posts, rows five times as wide, are not looked at. */
import type { PostFilters } from '@waypost/contract/post-filters';
import { type RawBuilder, sql } from 'kysely';
import type { Viewer } from '../kernel/viewer.ts';
import { managesPosts, visibleBeside, withinTrial } from '../posts/posts.public.ts';
import { allOf, byStatus, idsOrNone, type Statuses } from './filters.sql.ts';
import type { SearchedText } from './text.sql.ts';
import { askOnly } from './which-posts.rules.ts';

/** What stands beside the words. */
export const wordsKnow: ReadonlySet<string> = new Set(['q', 'status', 'form', 'has_location']);

/** Whether it can answer: what somebody sees beside the public posts, or all of them, is not told by words. */
export const isAnsweredByWords = (viewer: Viewer, filters: PostFilters): boolean =>
  (managesPosts(viewer) || !visibleBeside(viewer)) &&
  !withinTrial(viewer) &&
  Boolean(filters.q) &&
  askOnly(filters, wordsKnow);

/** As the viewer is shown them. */
export const columnsOfWords = (viewer: Viewer) =>
  managesPosts(viewer)
    ? { cell: sql`post_words.cell`, postDate: sql`post_words.post_date` }
    : { cell: sql`post_words.shown_cell`, postDate: sql`post_words.shown_post_date` };

/**
 * The posts that match, as a condition on `post_words`.
 * @param usual the statuses where none is said
 */
export function matchingWords(
  viewer: Viewer,
  filters: PostFilters,
  text: SearchedText,
  usual: Statuses,
): RawBuilder<boolean> {
  const { cell } = columnsOfWords(viewer);
  const survey = idsOrNone(sql`post_words.survey_id`, filters.form);
  const mapped = { mapped: sql<boolean>`${cell} is not null`, unmapped: sql<boolean>`${cell} is null` };
  const place = filters.has_location === 'all' ? undefined : filters.has_location;
  return allOf([
    ...(managesPosts(viewer)
      ? byStatus(filters.status, usual, 'post_words')
      : [sql<boolean>`post_words.is_public`]),
    ...(survey ? [survey] : []),
    ...(place ? [mapped[place]] : []),
    text.inWords,
  ]);
}
