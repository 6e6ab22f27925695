/** Counts posts by group and time. Only posts and columns that the viewer may see are used. */
import type { PostFilters } from '@waypost/contract/browse/post-filters';
import type { AttributeType } from '@waypost/contract/surveys/attributes';
import { fieldTypes, listFieldTypes } from '@waypost/contract/surveys/field-types';
import { type RawBuilder, sql } from 'kysely';
import type { Tx } from '../../kernel/db/database.ts';
import type { Viewer } from '../../kernel/security/viewer.ts';
import { canManagePosts, columnsVisibleTo } from '../../posts/posts.public.ts';
import { type PrecomputedCount, secondsPerDay } from '../counts/precomputed-counts.sql.ts';
import {
  buildMatchingQuery,
  countMatchingPosts,
  type MatchingPart,
  unionParts,
} from '../filters/matching-posts.sql.ts';
import { isVisibleTask } from '../filters/visible-tasks.sql.ts';

/** Number of posts in one group and one time interval. */
export interface GroupCount {
  /** Id of the survey or category. */
  id: number | null;
  /** Name of a group that is not a survey or category. */
  label: string | null;
  source: 'web' | 'sms' | 'email' | 'twitter';
  /** Start of the interval in seconds since 1970; null without a time axis. */
  at: number | null;
  total: number;
}

/** An attribute whose answers the viewer may see, also those of others. */
export interface StatsField {
  id: number;
  key: string;
  type: AttributeType;
  /** Whether times are truncated to the day for this viewer. */
  byDay: boolean;
}

/** How posts are grouped. */
export type Grouping =
  | { by: 'all' | 'form' | 'status' }
  /** A post counts once in each group that contains one of its categories. */
  | {
      by: 'tags';
      groups: ReadonlyMap<number, readonly number[]>;
      /** The groups as dimensions of the precomputed counts; undefined where they cannot be used. */
      dimensions: readonly number[] | undefined;
    }
  | { by: 'attribute'; field: StatsField }
  /** A post counts once in each area of the set that one of its places lies in. */
  | { by: 'area'; setId: number };

/** A time axis. */
export interface Timeline {
  /** Length of an interval in seconds. */
  interval: number;
  on: 'created' | 'updated' | 'post_date' | StatsField;
}

/** An attribute by key. Undefined when there is none, its type cannot be counted, or the viewer may not see its answers. */
export async function readStatsField(tx: Tx, viewer: Viewer, key: string): Promise<StatsField | undefined> {
  const { rows } = await sql<{ id: number; type: AttributeType; hide_time: boolean }>`
    select attributes.id, attributes.type, surveys.hide_time
    from attributes join tasks on tasks.id = attributes.task_id join surveys on surveys.id = tasks.survey_id
    where attributes.key = ${key} and ${isVisibleTask(viewer)}
      and (${canManagePosts(viewer)} or not attributes.response_private)`.execute(tx);
  const [row] = rows;
  if (!row || !fieldTypes[row.type].isCountable) return undefined;
  const byDay = fieldTypes[row.type].roundedBy === 'hide_time' && row.hide_time && !canManagePosts(viewer);
  return { id: row.id, key, type: row.type, byDay };
}

type Sql = RawBuilder<unknown>;

/** Columns of `matches`, joins, and expressions for the group. */
interface GroupingSql {
  columns: Sql[];
  join: Sql;
  id: Sql;
  label: Sql;
  source: Sql;
  /** Whether the join can return a post more than once per group. */
  repeats: boolean;
}

const noGrouping: GroupingSql = {
  columns: [],
  join: sql``,
  id: sql`null::bigint`,
  label: sql`null::text`,
  source: sql`'web'`,
  repeats: false,
};

/** Joins the distinct answers of an array in `values`. */
const unnestAnswers = (column: Sql) => sql`
  cross join lateral (
    select distinct answer from jsonb_array_elements_text(
      case jsonb_typeof(${column}) when 'array' then ${column} else '[]' end) as answer)`;

const categoryTypes = listFieldTypes(({ storage }) => storage === 'categories');

const visibleCategoryFields = (viewer: Viewer) => sql`
  array(select attributes.id from attributes join tasks on tasks.id = attributes.task_id
    where attributes.type = any(${categoryTypes}::text[]) and ${isVisibleTask(viewer)})`;

function byCategory(viewer: Viewer, groups: ReadonlyMap<number, readonly number[]>): GroupingSql {
  const pairs = [...groups].flatMap(([group, categories]) => categories.map((it) => [it, group] as const));
  const categoryIds = pairs.map(([category]) => category);
  const groupIds = pairs.map(([, group]) => group);
  return {
    ...noGrouping,
    join: sql`
      join post_categories on post_categories.post_id = matches.id
        and post_categories.attribute_id = any(${visibleCategoryFields(viewer)})
      join unnest(${categoryIds}::bigint[], ${groupIds}::bigint[]) as grouped (category_id, group_id)
        on grouped.category_id = post_categories.category_id`,
    id: sql`grouped.group_id`,
    repeats: true,
  };
}

function byArea(viewer: Viewer, setId: number): GroupingSql {
  const { areaIds } = columnsVisibleTo(viewer);
  return {
    ...noGrouping,
    join: sql`
      cross join lateral (
        select distinct unnest(${areaIds}) as area_id from post_places where post_places.post_id = matches.id) as located
      join areas on areas.id = located.area_id and areas.set_id = ${setId}`,
    id: sql`located.area_id`,
  };
}

function byAnswer({ id, key, type, byDay }: StatsField): GroupingSql {
  if (fieldTypes[type].storage === 'categories')
    return {
      ...noGrouping,
      join: sql`
        join post_categories on post_categories.post_id = matches.id and post_categories.attribute_id = ${id}`,
      id: sql`post_categories.category_id`,
    };
  return {
    ...noGrouping,
    columns: [sql`posts.values -> ${key}::text as answers`],
    join: sql`${unnestAnswers(sql`matches.answers`)} as answered`,
    label: byDay ? sql`left(answered.answer, 10) || ' 00:00:00'` : sql`answered.answer`,
    repeats: byDay,
  };
}

function buildGrouping(viewer: Viewer, grouping: Grouping, isTimeline: boolean): GroupingSql {
  switch (grouping.by) {
    case 'all':
      return noGrouping;
    case 'status':
      return { ...noGrouping, columns: [sql`posts.status`], label: sql`matches.status` };
    case 'form':
      return isTimeline
        ? { ...noGrouping, columns: [sql`posts.survey_id`], id: sql`matches.survey_id` }
        : {
            ...noGrouping,
            columns: [sql`posts.survey_id`, sql`coalesce(posts.source, 'web') as source`],
            id: sql`matches.survey_id`,
            source: sql`matches.source`,
          };
    case 'tags':
      return byCategory(viewer, grouping.groups);
    case 'area':
      return byArea(viewer, grouping.setId);
    default:
      return byAnswer(grouping.field);
  }
}

/** Start of the interval that contains a time. */
const intervalStart = (time: Sql, interval: number) =>
  sql`floor(extract(epoch from ${time}) / ${interval}::int)::bigint * ${interval}::int`;

function buildTimeline(
  viewer: Viewer,
  { on, interval }: Timeline,
): { columns: Sql[]; join: Sql; at: Sql; condition: Sql } {
  if (typeof on === 'object') {
    const time = sql`times.answer::timestamp`;
    return {
      columns: [sql`posts.values -> ${on.key}::text as times`],
      join: sql`${unnestAnswers(sql`matches.times`)} as times`,
      at: intervalStart(on.byDay ? sql`date_trunc('day', ${time})` : time, interval),
      condition: sql`times.answer ~ '^\\d{4}-\\d\\d-\\d\\d \\d\\d:\\d\\d:\\d\\d$'`,
    };
  }
  const visible = columnsVisibleTo(viewer);
  const column = { created: visible.created, updated: visible.updated, post_date: visible.postDate }[on];
  return {
    columns: [sql`${column} as time`],
    join: sql``,
    at: intervalStart(sql`matches.time`, interval),
    condition: sql`matches.time is not null`,
  };
}

const noTimeline = { columns: [], join: sql``, at: sql`null::bigint`, condition: sql`true` };

/** Groups and times as expressions on the precomputed counts. */
interface PrecomputedGrouping {
  columns: Sql;
  /** Condition on `current_counts_by_day`; undefined where the counts of a part cannot be used. */
  conditionFor: (counted: PrecomputedCount) => Sql | undefined;
}

function findPrecomputedGrouping(
  grouping: Grouping,
  timeline: Timeline | undefined,
): PrecomputedGrouping | undefined {
  const { by } = grouping;
  const dimensions = by === 'tags' ? grouping.dimensions : undefined;
  if (by === 'attribute' || by === 'area' || (by === 'tags' && !dimensions)) return undefined;
  const { on = 'created', interval = secondsPerDay } = timeline ?? {};
  if (typeof on === 'object' || on === 'updated' || interval % secondsPerDay !== 0) return undefined;
  const ids = {
    form: sql`nullif(survey_id, 0)`,
    tags: sql`abs(dimension)`,
    all: sql`null`,
    status: sql`null`,
  };
  const label =
    by === 'status'
      ? sql`case visibility_class when 'everyone' then 'published' else visibility_class end`
      : sql`null`;
  const source = by === 'form' && !timeline ? sql`source` : sql`'web'`;
  const days = interval / secondsPerDay;
  const at = timeline
    ? sql`floor(day::numeric / ${days}::int)::bigint * ${interval}::int`
    : sql`null::bigint`;
  return {
    columns: sql`${ids[by]}::bigint as id, ${label}::text as label, ${source}::text as source, ${at} as at,
      sum(post_count)::bigint as total`,
    conditionFor: (counted) => {
      if (counted.timeRange) return undefined;
      if (!dimensions) return sql`kind = ${on} and ${counted.dayCondition}`;
      return (
        counted.dayConditionOfAllDimensions &&
        sql`kind = ${on} and dimension = any(${dimensions}::bigint[]) and ${counted.dayConditionOfAllDimensions}`
      );
    },
  };
}

/** Query that counts the posts of parts directly. */
function countFromPosts(
  viewer: Viewer,
  parts: readonly MatchingPart[],
  grouping: Grouping,
  timeline: Timeline | undefined,
): Sql {
  const group = buildGrouping(viewer, grouping, timeline !== undefined);
  const time = timeline ? buildTimeline(viewer, timeline) : noTimeline;
  const columns = sql.join([sql`posts.id`, ...group.columns, ...time.columns]);
  const from = unionParts(
    parts.map((part) => part.onPosts),
    columns,
  );
  const repeats = group.repeats || typeof timeline?.on === 'object';
  return sql`
    select ${group.id} as id, ${group.label} as label, ${group.source} as source, ${time.at} as at,
      ${repeats ? sql`count(distinct matches.id)` : sql`count(*)`} as total
    from ${from} ${group.join} ${time.join} where ${time.condition} group by 1, 2, 3, 4`;
}

/**
 * Counts matching posts by group and interval. Groups and intervals without posts are left out.
 * @param maxRows maximum number of rows; without a time axis, the largest groups
 */
export async function countByGroup(
  tx: Tx,
  viewer: Viewer,
  filters: PostFilters,
  grouping: Grouping,
  timeline: Timeline | undefined,
  maxRows: number,
): Promise<GroupCount[]> {
  const { parts } = await buildMatchingQuery(tx, viewer, filters);
  const precomputed = findPrecomputedGrouping(grouping, timeline);
  const uncountedParts: MatchingPart[] = [];
  const queries: Sql[] = [];
  for (const part of parts) {
    const condition = part.precomputed && precomputed?.conditionFor(part.precomputed);
    if (precomputed && condition)
      queries.push(
        sql`select ${precomputed.columns} from current_counts_by_day where ${condition} group by 1, 2, 3, 4`,
      );
    else uncountedParts.push(part);
  }
  if (uncountedParts.length > 0) queries.push(countFromPosts(viewer, uncountedParts, grouping, timeline));
  if (queries.length === 0) return [];
  const { rows } = await sql<GroupCount>`
    select id, label, source, at, sum(total)::bigint as total
    from (${sql.join(queries, sql` union all `)}) as tallies
    group by 1, 2, 3, 4 having sum(total) > 0 or ${grouping.by === 'all' && !timeline}
    order by ${timeline ? sql`4` : sql`5 desc`}, 1, 2, 3 limit ${maxRows}`.execute(tx);
  return rows;
}

/** Number of matching posts without a place that the viewer may see. */
export async function countUnmapped(tx: Tx, viewer: Viewer, filters: PostFilters): Promise<number> {
  if (filters.has_location === 'mapped') return 0;
  return countMatchingPosts(tx, viewer, { ...filters, has_location: 'unmapped' });
}
