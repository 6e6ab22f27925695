/** The filters of lists, maps and statistics as conditions on `posts` (API v3 §4). They use only data that the viewer may see. */

import { type PostFilters, postSources, postStatuses } from '@waypost/contract/browse/post-filters';
import { limits } from '@waypost/contract/common/limits';
import { verificationStatuses } from '@waypost/contract/posts/post-verification';
import { type RawBuilder, sql } from 'kysely';
import { anyOfIds } from '../../kernel/db/any-of-ids.ts';
import { toLikePattern } from '../../kernel/db/paging.ts';
import type { Viewer } from '../../kernel/security/viewer.ts';
import {
  canManagePosts,
  columnsVisibleTo,
  isNotMerged,
  isSetVisibleTo,
  isVisibleTo,
} from '../../posts/posts.public.ts';
import { matchesText } from '../search/search-text.sql.ts';
import type { FilterName, PostSelection } from './filter-key.rules.ts';
import { isInsideAreas, isInsideBox, isInsideCircle } from './location.sql.ts';
import type { ResolvedFilters } from './resolved-filters.sql.ts';
import { isVisibleTask } from './visible-tasks.sql.ts';

type Condition = RawBuilder<boolean>;
type OptionalConditions = (Condition | undefined)[];

/** All of the conditions; true when there are none. */
export const allOf = (conditions: readonly Condition[]): Condition =>
  conditions.length === 0 ? sql`true` : sql`(${sql.join(conditions, sql` and `)})`;
const oneOf = (conditions: readonly Condition[]): Condition =>
  conditions.length === 0 ? sql`false` : sql`(${sql.join(conditions, sql` or `)})`;

const isNonEmpty = <T>(list: readonly T[] | undefined): list is readonly T[] =>
  list !== undefined && list.length > 0;

/** Matches any of the ids, and `none` an empty column. Undefined where the filter is not set. */
export function idsOrNone(
  column: RawBuilder<unknown>,
  values: readonly (number | 'none')[] | undefined,
): Condition | undefined {
  if (!isNonEmpty(values)) return undefined;
  const ids = values.filter((value) => value !== 'none');
  const conditions: Condition[] = ids.length > 0 ? [sql`${column} = ${anyOfIds(ids)}`] : [];
  if (values.includes('none')) conditions.push(sql`${column} is null`);
  return oneOf(conditions);
}

/** Filter by author. Viewers find their own posts even where the author is hidden from others. */
function byAuthor(viewer: Viewer, authors: PostFilters['user']): Condition | undefined {
  if (!isNonEmpty(authors)) return undefined;
  if (viewer.id === null && authors.every((author) => author === 'me')) return undefined;
  const { user } = columnsVisibleTo(viewer);
  // Whether posts are found tells who their hidden author is.
  if (viewer.seesPersonalData && authors.some((it) => typeof it === 'number' && it !== viewer.id))
    viewer.personalDataReads += 1;
  const others = authors.flatMap((author) =>
    typeof author === 'number' && author !== viewer.id ? author : [],
  );
  const isOwn = viewer.id !== null && authors.some((author) => author === 'me' || author === viewer.id);
  return oneOf([
    ...(others.length > 0 ? [sql<boolean>`${user} = ${anyOfIds(others)}`] : []),
    ...(authors.includes('none') ? [sql<boolean>`${user} is null`] : []),
    ...(isOwn ? [sql<boolean>`posts.user_id = ${viewer.id}`] : []),
  ]);
}

const compareTime = (column: RawBuilder<Date | null>, compare: string, date: Date | undefined) =>
  date && sql<boolean>`${column} ${sql.raw(compare)} ${date}`;

/** Relative to another post, posts are compared as lists sort them, so that clients get each post once. */
function compareToPost(viewer: Viewer, compare: string, id: number | undefined): Condition | undefined {
  const { created } = columnsVisibleTo(viewer);
  return id === undefined
    ? undefined
    : sql<boolean>`(${created}, posts.id) ${sql.raw(compare)} (
        select ${created}, posts.id from posts where posts.id = ${id} and ${isVisibleTo(viewer)})`;
}

/** Posts around a place. A bounding box takes precedence. */
function byCircle(viewer: Viewer, filters: PostFilters): Condition | undefined {
  const { bbox, center_point, within_km = limits.defaultRadiusKm } = filters;
  return center_point && !bbox
    ? isInsideCircle(columnsVisibleTo(viewer), { ...center_point, km: within_km })
    : undefined;
}

function byHasLocation(viewer: Viewer, hasLocation: PostFilters['has_location']): Condition | undefined {
  const { cell } = columnsVisibleTo(viewer);
  if (hasLocation === 'mapped') return sql`${cell} is not null`;
  return hasLocation === 'unmapped' ? sql`${cell} is null` : undefined;
}

/** Letters of an answer that are compared with a text. */
const comparedLetters = 2000;

/** Posts with a category of each of the lists. One condition for all: the database plans twenty joins for seconds. */
function byCategory(viewer: Viewer, { categories }: ResolvedFilters): OptionalConditions {
  const [first] = categories;
  if (!first) return [];
  const visibleCategories = sql`
    post_categories
    join attributes on attributes.id = post_categories.attribute_id
    join tasks on tasks.id = attributes.task_id`;
  const hasFirst = sql<boolean>`exists (
    select 1 from ${visibleCategories}
    where post_categories.post_id = posts.id and post_categories.category_id = ${anyOfIds(first)}
      and ${isVisibleTask(viewer)})`;
  if (categories.length === 1) return [hasFirst];
  const members = categories.flatMap((ids, list) => ids.map((id) => ({ id, list })));
  const hasAll = sql<boolean>`(
    select count(distinct lists.list)
    from ${visibleCategories}
    join unnest(${members.map(({ id }) => id)}::bigint[], ${members.map(({ list }) => list)}::int[]) as lists (id, list)
      on lists.id = post_categories.category_id
    where post_categories.post_id = posts.id and ${isVisibleTask(viewer)}) = ${categories.length}::int`;
  return [hasFirst, hasAll];
}

/**
 * Filters by substrings of answers, one of the texts for each attribute. An attribute that does not exist, or whose answers are hidden,
 * matches no post. One condition for all attributes reads the answers of a post once, and only their beginnings: comparing long texts with
 * long answers takes time in the product of their lengths.
 */
function byAnswer(values: PostFilters['values'], { attributes }: ResolvedFilters): OptionalConditions {
  const filters = Object.entries(values ?? {})
    .map(([key, texts]) => ({
      key,
      texts: [texts].flat().filter((text) => text !== ''),
      attribute: attributes.get(key),
    }))
    .filter(({ texts }) => texts.length > 0);
  if (filters.length === 0) return [];
  if (filters.some(({ attribute }) => !attribute)) return [sql<boolean>`false`];
  const byCategoryId = filters.flatMap(({ attribute, texts }) =>
    attribute?.holdsCategories
      ? [
          sql<boolean>`exists (
            select 1 from post_categories
            where post_categories.post_id = posts.id and post_categories.attribute_id = ${attribute.id}
              and post_categories.category_id::text like any(${texts.map(toLikePattern)}::text[]))`,
        ]
      : [],
  );
  const stored = filters.filter(({ attribute }) => !attribute?.holdsCategories);
  if (stored.length === 0) return byCategoryId;
  const searched = stored.flatMap(({ key, texts }) => texts.map((text) => ({ key, text })));
  const byText = sql<boolean>`(
    select count(distinct field.key)
    from jsonb_each(posts.values) as field
    join unnest(${searched.map(({ key }) => key)}::text[], ${searched.map(({ text }) => text)}::text[]) as searched (key, text)
      on searched.key = field.key
    cross join lateral jsonb_array_elements_text(field.value) as answer
    where strpos(lower(left(answer, ${comparedLetters}::int)), lower(searched.text)) > 0) = ${stored.length}::int`;
  return [...byCategoryId, byText];
}

/** Posts whose next open task, among those that the viewer may see, is one of these. */
function byNextTask(viewer: Viewer, ids: readonly number[] | undefined): Condition | undefined {
  if (!isNonEmpty(ids)) return undefined;
  return sql`(
    select tasks.id from tasks
    where tasks.survey_id = posts.survey_id and tasks.type <> 'post' and ${isVisibleTask(viewer)}
      and not tasks.id = any(posts.completed_tasks)
    order by tasks.priority, tasks.id limit 1) = ${anyOfIds(ids)}`;
}

/** Posts with any of these tasks completed, among those that the viewer may see. */
function byCompletedTask(viewer: Viewer, ids: readonly number[] | undefined): Condition | undefined {
  if (!isNonEmpty(ids)) return undefined;
  return sql`(posts.completed_tasks <> '{}' and exists (
    select 1 from tasks where tasks.id = any(posts.completed_tasks) and tasks.id = ${anyOfIds(ids)}
      and tasks.survey_id = posts.survey_id and ${isVisibleTask(viewer)}))`;
}

/** Posts that are assigned to any of these members of the team. Assignments are hidden from others: they find nothing. */
function byAssignee(viewer: Viewer, assignees: PostFilters['assignee']): Condition | undefined {
  if (!isNonEmpty(assignees)) return undefined;
  if (!canManagePosts(viewer)) return sql`false`;
  const ids = assignees.flatMap((it) => (it === 'none' ? [] : it === 'me' ? (viewer.id ?? []) : it));
  const isAssigned = (to: RawBuilder<unknown>) => sql<boolean>`exists (
    select from post_assignments where post_assignments.post_id = posts.id
      and post_assignments.is_current and post_assignments.user_id ${to})`;
  const toSomebody = ids.length > 0 ? [isAssigned(sql`= ${anyOfIds(ids)}`)] : [];
  return oneOf([
    ...toSomebody,
    ...(assignees.includes('none') ? [sql<boolean>`not ${isAssigned(sql`is not null`)}`] : []),
  ]);
}

/** Posts about which the team is this sure. Hidden from others, as the record may be: they find nothing. */
function byVerification(viewer: Viewer, statuses: PostFilters['verification']): Condition | undefined {
  if (!isNonEmpty(statuses) || verificationStatuses.every((it) => statuses.includes(it))) return undefined;
  if (!canManagePosts(viewer)) return sql`false`;
  const hasEntry = (condition: Condition) => sql<boolean>`exists (
    select from post_verifications where post_verifications.post_id = posts.id
      and post_verifications.is_current and ${condition})`;
  const recorded = hasEntry(sql`post_verifications.status = any(${statuses}::text[])`);
  return statuses.includes('unverified') ? oneOf([recorded, sql`not ${hasEntry(sql`true`)}`]) : recorded;
}

const bySource = (sources: PostFilters['source']): Condition | undefined =>
  isNonEmpty(sources) && !postSources.every((it) => sources.includes(it))
    ? sql`coalesce(posts.source, 'web') = any(${sources}::text[])`
    : undefined;

/** The filter `status`. */
export type StatusFilter = PostFilters['status'];

/** The requested statuses, else the default ones. Undefined: any status. */
export function resolveStatuses(requested: StatusFilter, defaults: StatusFilter): string[] | undefined {
  const statuses = new Set<string>(isNonEmpty(requested) ? requested : defaults);
  return statuses.size === 0 || statuses.has('all') || postStatuses.every((it) => statuses.has(it))
    ? undefined
    : [...statuses];
}

/**
 * Conditions on the status of posts. Posts that are merged into another one match none, since that one stands for them.
 * @param defaults used where no status is requested; absent: any
 * @param table the table whose `status` is compared
 */
export function statusConditions(
  requested: StatusFilter,
  defaults?: StatusFilter,
  table: 'posts' | 'post_search_index' = 'posts',
): Condition[] {
  const statuses = resolveStatuses(requested, defaults);
  // Merged posts are archived, and not in the search index.
  const merged = table === 'posts' && (statuses?.includes('archived') ?? true) ? [isNotMerged] : [];
  return statuses ? [sql`${sql.table(table)}.status = any(${statuses}::text[])`, ...merged] : merged;
}

/** Statuses where the request names none. */
export const defaultStatuses: NonNullable<StatusFilter> = ['published'];

/** Conditions of the saved searches with these ids; posts that any of them finds match. */
const bySavedSearch = (
  viewer: Viewer,
  { searches }: ResolvedFilters,
  ids: readonly number[],
  defaults?: StatusFilter,
): Condition[] =>
  ids.flatMap((id) => {
    const search = searches.get(id);
    if (!search) return [];
    return [
      allOf([...statusConditions(search.filters.status, defaults), ...filterConditions(viewer, search)]),
    ];
  });

/** Posts in any of the sets: those in a collection, and those that a saved search finds. */
function bySet(viewer: Viewer, resolved: ResolvedFilters): Condition | undefined {
  const { set } = resolved.filters;
  if (!isNonEmpty(set)) return undefined;
  const inCollection = sql<boolean>`exists (
    select 1 from set_posts join sets on sets.id = set_posts.set_id
    where set_posts.post_id = posts.id and sets.id = ${anyOfIds(set)} and sets.kind = 'collection'
      and ${isSetVisibleTo(viewer)})`;
  return oneOf([inCollection, ...bySavedSearch(viewer, resolved, set)]);
}

type BuildCondition = (
  viewer: Viewer,
  filters: PostSelection,
  resolved: ResolvedFilters,
) => Condition | undefined | OptionalConditions;

/** The conditions of each filter; null for filters that have none of their own. */
const conditionBuilders: Record<FilterName, BuildCondition | null> = {
  q: (_viewer, _filters, { text }) => text && matchesText(text),
  // Combined with visibility (`matching-posts.sql.ts`).
  status: null,
  // Its only value means all posts.
  type: null,
  locale: (_viewer, { locale }) =>
    locale ? sql`posts.locale = ${locale.toLowerCase().replace('-', '_')}` : undefined,
  slug: (_viewer, { slug }) => (slug ? sql`posts.slug = ${slug}` : undefined),
  user: (viewer, { user }) => byAuthor(viewer, user),
  // Posts have no parents.
  parent: (_viewer, { parent }) => (isNonEmpty(parent) && !parent.includes('none') ? sql`false` : undefined),
  form: (_viewer, { form }) => idsOrNone(sql`posts.survey_id`, form),
  set: (viewer, _filters, resolved) => bySet(viewer, resolved),
  saved_search: (viewer, { saved_search, status }, resolved) =>
    isNonEmpty(saved_search)
      ? oneOf(bySavedSearch(viewer, resolved, saved_search, isNonEmpty(status) ? undefined : defaultStatuses))
      : undefined,
  created_before: (viewer, { created_before }) =>
    compareTime(columnsVisibleTo(viewer).created, '<=', created_before),
  created_after: (viewer, { created_after }) =>
    compareTime(columnsVisibleTo(viewer).created, '>=', created_after),
  updated_before: (viewer, { updated_before }) =>
    compareTime(columnsVisibleTo(viewer).updated, '<=', updated_before),
  updated_after: (viewer, { updated_after }) =>
    compareTime(columnsVisibleTo(viewer).updated, '>=', updated_after),
  date_before: (viewer, { date_before }) => compareTime(columnsVisibleTo(viewer).postDate, '<=', date_before),
  date_after: (viewer, { date_after }) => compareTime(columnsVisibleTo(viewer).postDate, '>', date_after),
  created_before_by_id: (viewer, filters) => compareToPost(viewer, '<=', filters.created_before_by_id),
  created_after_by_id: (viewer, filters) => compareToPost(viewer, '>', filters.created_after_by_id),
  bbox: (viewer, { bbox }) => bbox && isInsideBox(columnsVisibleTo(viewer), bbox),
  tile: (viewer, { tile }) => tile && isInsideBox(columnsVisibleTo(viewer), tile),
  center_point: byCircle,
  // The radius of `center_point`.
  within_km: null,
  has_location: (viewer, { has_location }) => byHasLocation(viewer, has_location),
  source: (_viewer, { source }) => bySource(source),
  tags: (viewer, _filters, resolved) => byCategory(viewer, resolved),
  values: (_viewer, { values }, resolved) => byAnswer(values, resolved),
  post_id: (_viewer, { post_id }) => (isNonEmpty(post_id) ? sql`posts.id = ${anyOfIds(post_id)}` : undefined),
  published_to: (_viewer, { published_to }) =>
    isNonEmpty(published_to) ? sql`posts.published_to && ${published_to}::text[]` : undefined,
  current_stage: (viewer, { current_stage }) => byNextTask(viewer, current_stage),
  completed_stages: (viewer, { completed_stages }) => byCompletedTask(viewer, completed_stages),
  assignee: (viewer, { assignee }) => byAssignee(viewer, assignee),
  verification: (viewer, { verification }) => byVerification(viewer, verification),
  area: (viewer, { area }) => (isNonEmpty(area) ? isInsideAreas(columnsVisibleTo(viewer), area) : undefined),
  // The others decide how posts are presented.
  order_unlocked_on_top: null,
  include_types: null,
  include_attributes: null,
};

/** Conditions of all filters except `status`, which is combined with visibility (`matching-posts.sql.ts`). */
export const filterConditions = (viewer: Viewer, resolved: ResolvedFilters): Condition[] =>
  Object.values(conditionBuilders)
    .flatMap((build) => build?.(viewer, resolved.filters, resolved))
    .filter((condition) => condition !== undefined);
