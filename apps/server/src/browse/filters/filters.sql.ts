/** The filters of lists, maps and statistics as conditions on `posts` (wire 4). Each looks only at what the viewer may see. */

import { type PostFilters, postSources, postStatuses } from '@waypost/contract/browse/post-filters';
import { limits } from '@waypost/contract/common/limits';
import { type RawBuilder, sql } from 'kysely';
import { toLikePattern } from '../../kernel/db/paging.ts';
import type { Viewer } from '../../kernel/security/viewer.ts';
import { managesPosts, seenBy, visibleSets, visibleTo } from '../../posts/posts.public.ts';
import { matchesText } from '../search/search-text.sql.ts';
import { isInsideBox, isInsideCircle } from './location.sql.ts';
import type { ResolvedFilters } from './resolved-filters.sql.ts';

type Condition = RawBuilder<boolean>;
type OptionalConditions = (Condition | undefined)[];

export const anyOfIds = (ids: readonly number[]) => sql`any(${ids}::bigint[])`;
export const allOf = (conditions: readonly Condition[]): Condition =>
  conditions.length === 0 ? sql`true` : sql`(${sql.join(conditions, sql` and `)})`;
const oneOf = (conditions: readonly Condition[]): Condition =>
  conditions.length === 0 ? sql`false` : sql`(${sql.join(conditions, sql` or `)})`;

const isNonEmpty = <T>(list: readonly T[] | undefined): list is readonly T[] =>
  list !== undefined && list.length > 0;

/** `none` among ids: either fits. */
export function idsOrNone(
  column: RawBuilder<unknown>,
  values: readonly (number | 'none')[] | undefined,
): Condition | undefined {
  if (!isNonEmpty(values)) return undefined;
  const ids = values.filter((word) => word !== 'none');
  const conditions: Condition[] = ids.length > 0 ? [sql`${column} = ${anyOfIds(ids)}`] : [];
  if (values.includes('none')) conditions.push(sql`${column} is null`);
  return oneOf(conditions);
}

/** Own posts are found by their author even where others do not learn who that is. */
function byAuthor(viewer: Viewer, words: PostFilters['user']): Condition | undefined {
  if (!isNonEmpty(words)) return undefined;
  if (viewer.id === null && words.every((word) => word === 'me')) return undefined;
  const { user } = seenBy(viewer);
  return oneOf(
    words.flatMap((word): Condition[] => {
      if (word === 'none') return [sql`${user} is null`];
      if (word === 'me' || word === viewer.id)
        return viewer.id === null ? [] : [sql`posts.user_id = ${viewer.id}`];
      return [sql`${user} = ${word}`];
    }),
  );
}

/** Times. Relative to another post, the order is the one that lists have, so that nothing is told twice or not at all. */
function byTime(viewer: Viewer, filters: PostFilters): OptionalConditions {
  const { created, updated, postDate } = seenBy(viewer);
  const when = (column: RawBuilder<Date | null>, compare: string, date: Date | undefined) =>
    date && sql<boolean>`${column} ${sql.raw(compare)} ${date}`;
  const than = (compare: string, id: number | undefined) =>
    id === undefined
      ? undefined
      : sql<boolean>`(${created}, posts.id) ${sql.raw(compare)} (
          select ${created}, posts.id from posts where posts.id = ${id} and ${visibleTo(viewer)})`;
  return [
    when(created, '<=', filters.created_before),
    when(created, '>=', filters.created_after),
    when(updated, '<=', filters.updated_before),
    when(updated, '>=', filters.updated_after),
    when(postDate, '<=', filters.date_before),
    when(postDate, '>', filters.date_after),
    than('<=', filters.created_before_by_id),
    than('>', filters.created_after_by_id),
  ];
}

function byPlace(viewer: Viewer, filters: PostFilters): OptionalConditions {
  const { bbox, center_point, has_location, within_km = limits.defaultRadiusKm } = filters;
  const seen = seenBy(viewer);
  const around = center_point && { ...center_point, km: within_km };
  return [
    bbox ? isInsideBox(seen, bbox) : around && isInsideCircle(seen, around),
    has_location === 'mapped' ? sql`${seen.cell} is not null` : undefined,
    has_location === 'unmapped' ? sql`${seen.cell} is null` : undefined,
  ];
}

/** For attributes and their tasks joined: that the viewer is shown the answers of others to them. */
export const isVisibleTask = (viewer: Viewer): Condition =>
  managesPosts(viewer) ? sql`true` : sql`(tasks.show_when_published and not tasks.internal_only)`;

function byCategory(viewer: Viewer, tags: PostFilters['tags']): OptionalConditions {
  const { any, all } = Array.isArray(tags) ? { any: tags, all: undefined } : (tags ?? {});
  const chosen = (ids: readonly number[]) => sql<boolean>`exists (
    select 1 from post_categories
    join attributes on attributes.id = post_categories.attribute_id
    join tasks on tasks.id = attributes.task_id
    where post_categories.post_id = posts.id and post_categories.category_id = ${anyOfIds(ids)}
      and ${isVisibleTask(viewer)})`;
  return [isNonEmpty(any) ? chosen(any) : undefined, ...(all ?? []).map((id) => chosen([id]))];
}

/**
 * Substrings of answers. Others' private answers are not searched, and their places and times have filters of their own,
 * which look at what is shown.
 */
function byAnswer(viewer: Viewer, values: PostFilters['values']): OptionalConditions {
  const searchable = managesPosts(viewer)
    ? sql`true`
    : sql`(not attributes.response_private and attributes.type not in ('point', 'geometry', 'datetime'))`;
  return Object.entries(values ?? {}).map(([key, sent]) => {
    const parts = [sent]
      .flat()
      .filter((part) => part !== '')
      .map(toLikePattern);
    if (parts.length === 0) return undefined;
    return sql<boolean>`(
      exists (
        select 1 from attributes join tasks on tasks.id = attributes.task_id
        where attributes.key = ${key} and ${searchable} and ${isVisibleTask(viewer)})
      and (
        exists (
          select 1 from jsonb_array_elements_text(posts.values -> ${key}::text) as answer
          where answer ilike any(${parts}::text[]))
        or exists (
          select 1 from post_categories join attributes on attributes.id = post_categories.attribute_id
          where post_categories.post_id = posts.id and attributes.key = ${key}
            and post_categories.category_id::text like any(${parts}::text[]))))`;
  });
}

/** Posts whose next task to be completed is one of these; among the tasks that the viewer sees. */
function byNextTask(viewer: Viewer, ids: readonly number[] | undefined): Condition | undefined {
  if (!isNonEmpty(ids)) return undefined;
  return sql`(
    select tasks.id from tasks
    where tasks.survey_id = posts.survey_id and tasks.type <> 'post' and ${isVisibleTask(viewer)}
      and not tasks.id = any(posts.completed_tasks)
    order by tasks.priority, tasks.id limit 1) = ${anyOfIds(ids)}`;
}

/** Posts of which any of these tasks is complete; among the tasks that the viewer sees. */
function byCompletedTask(viewer: Viewer, ids: readonly number[] | undefined): Condition | undefined {
  if (!isNonEmpty(ids)) return undefined;
  return sql`(posts.completed_tasks <> '{}' and exists (
    select 1 from tasks where tasks.id = any(posts.completed_tasks) and tasks.id = ${anyOfIds(ids)}
      and tasks.survey_id = posts.survey_id and ${isVisibleTask(viewer)}))`;
}

const bySource = (asked: PostFilters['source']): Condition | undefined =>
  isNonEmpty(asked) && !postSources.every((it) => asked.includes(it))
    ? sql`coalesce(posts.source, 'web') = any(${asked}::text[])`
    : undefined;

export type StatusFilter = PostFilters['status'];

/** Undefined: any. */
export function resolveStatuses(requested: StatusFilter, defaults: StatusFilter): string[] | undefined {
  const statuses = new Set<string>(isNonEmpty(requested) ? requested : defaults);
  return statuses.size === 0 || statuses.has('all') || postStatuses.every((it) => statuses.has(it))
    ? undefined
    : [...statuses];
}

/**
 * @param defaults what holds where no status is said; nothing at all when absent
 * @param table the one of the two whose `status` is asked
 */
export function statusConditions(
  requested: StatusFilter,
  defaults?: StatusFilter,
  table: 'posts' | 'post_words' = 'posts',
): Condition[] {
  const statuses = resolveStatuses(requested, defaults);
  return statuses ? [sql`${sql.table(table)}.status = any(${statuses}::text[])`] : [];
}

/** Statuses when nothing is said: what is published. */
export const defaultStatuses: NonNullable<StatusFilter> = ['published'];

/** Posts that any of these saved searches finds. */
const bySavedSearch = (
  viewer: Viewer,
  { searches }: ResolvedFilters,
  ids: readonly number[],
  usual?: StatusFilter,
): Condition[] =>
  ids.flatMap((id) => {
    const search = searches.get(id);
    if (!search) return [];
    return [allOf([...statusConditions(search.filters.status, usual), ...filterConditions(viewer, search)])];
  });

/** Collections hold posts; what a saved search holds is what it finds. */
function bySet(viewer: Viewer, asked: ResolvedFilters): Condition | undefined {
  const { set } = asked.filters;
  if (!isNonEmpty(set)) return undefined;
  const inCollection = sql<boolean>`exists (
    select 1 from set_posts join sets on sets.id = set_posts.set_id
    where set_posts.post_id = posts.id and sets.id = ${anyOfIds(set)} and sets.kind = 'collection'
      and ${visibleSets(viewer)})`;
  return oneOf([inCollection, ...bySavedSearch(viewer, asked, set)]);
}

/** Every filter but `status`, which goes together with who may see what (`matching.sql.ts`). */
export function filterConditions(viewer: Viewer, resolved: ResolvedFilters): Condition[] {
  const { filters, text } = resolved;
  const { locale, slug, saved_search, post_id, published_to } = filters;
  const parts: OptionalConditions = [
    text && matchesText(text),
    locale ? sql`posts.locale = ${locale.toLowerCase().replace('-', '_')}` : undefined,
    slug ? sql`posts.slug = ${slug}` : undefined,
    byAuthor(viewer, filters.user),
    // No post has a parent.
    isNonEmpty(filters.parent) && !filters.parent.includes('none') ? sql`false` : undefined,
    idsOrNone(sql`posts.survey_id`, filters.form),
    bySet(viewer, resolved),
    isNonEmpty(saved_search)
      ? oneOf(
          bySavedSearch(
            viewer,
            resolved,
            saved_search,
            isNonEmpty(filters.status) ? undefined : defaultStatuses,
          ),
        )
      : undefined,
    ...byTime(viewer, filters),
    ...byPlace(viewer, filters),
    bySource(filters.source),
    ...byCategory(viewer, filters.tags),
    ...byAnswer(viewer, filters.values),
    isNonEmpty(post_id) ? sql`posts.id = ${anyOfIds(post_id)}` : undefined,
    isNonEmpty(published_to) ? sql`posts.published_to && ${published_to}::text[]` : undefined,
    byNextTask(viewer, filters.current_stage),
    byCompletedTask(viewer, filters.completed_stages),
  ];
  return parts.filter((part) => part !== undefined);
}
