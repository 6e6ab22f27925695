/** Posts counted by group and by time. Only what the viewer may see is counted, by what the viewer is shown of it. */
import type { PostFilters } from '@waypost/contract/browse/post-filters';
import { type RawBuilder, sql } from 'kysely';
import type { Tx } from '../../kernel/db/database.ts';
import type { Viewer } from '../../kernel/security/viewer.ts';
import { managesPosts, seenBy } from '../../posts/posts.public.ts';
import { type PrecomputedCount, secondsPerDay } from '../counts/precomputed-counts.sql.ts';
import { isVisibleTask } from '../filters/filters.sql.ts';
import {
  buildMatchingQuery,
  countMatchingPosts,
  type MatchingPart,
  unionParts,
} from '../filters/matching-posts.sql.ts';

/** Posts of one group and one span of time. */
export interface GroupCount {
  /** Of the survey or category. */
  id: number | null;
  /** Where the group is no survey or category. */
  label: string | null;
  source: 'web' | 'sms' | 'email' | 'twitter';
  /** When the span begins, in seconds since 1970; null where time plays no part. */
  at: number | null;
  total: number;
}

/** A field of a survey that the viewer is shown the answers of others to. */
export interface StatsField {
  id: number;
  key: string;
  type: string;
  /** Its times are cut to the day for this viewer. */
  byDay: boolean;
}

/** What posts are told apart by. */
export type Grouping =
  | { by: 'all' | 'form' | 'status' }
  /** Counted once for each group that one of its categories is in. */
  | {
      by: 'tags';
      groups: ReadonlyMap<number, readonly number[]>;
      /** The groups as they are counted beforehand, by topics; undefined where they are not. */
      topics: readonly number[] | undefined;
    }
  | { by: 'attribute'; field: StatsField };

/** When a post counts. */
export interface Timeline {
  /** Seconds. */
  interval: number;
  on: 'created' | 'updated' | 'post_date' | StatsField;
}

/** Types whose answers are names of groups. Places and pictures are each one of its kind. */
const countableTypes = new Set(['varchar', 'text', 'markdown', 'int', 'decimal', 'datetime', 'link', 'tags']);

/** Undefined when there is no such field, when it has nothing to count, or when the viewer is not shown its answers. */
export async function readStatsField(tx: Tx, viewer: Viewer, key: string): Promise<StatsField | undefined> {
  const { rows } = await sql<{ id: number; type: string; hide_time: boolean }>`
    select attributes.id, attributes.type, surveys.hide_time
    from attributes join tasks on tasks.id = attributes.task_id join surveys on surveys.id = tasks.survey_id
    where attributes.key = ${key} and ${isVisibleTask(viewer)}
      and (${managesPosts(viewer)} or not attributes.response_private)`.execute(tx);
  const [found] = rows;
  if (!found || !countableTypes.has(found.type)) return undefined;
  const isTime = found.type === 'datetime';
  return { id: found.id, key, type: found.type, byDay: isTime && found.hide_time && !managesPosts(viewer) };
}

type Sql = RawBuilder<unknown>;

/** Columns of `matches`, what is joined to it, and what of both names the group. */
interface GroupingSql {
  columns: Sql[];
  join: Sql;
  id: Sql;
  label: Sql;
  source: Sql;
  /** The join finds a post more than once in a group. */
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

/** Answers of a list in `values`, each once. */
const unnestAnswers = (column: Sql) => sql`
  cross join lateral (
    select distinct answer from jsonb_array_elements_text(
      case jsonb_typeof(${column}) when 'array' then ${column} else '[]' end) as answer)`;

const visibleCategoryFields = (viewer: Viewer) => sql`
  array(select attributes.id from attributes join tasks on tasks.id = attributes.task_id
    where attributes.type = 'tags' and ${isVisibleTask(viewer)})`;

function byCategory(viewer: Viewer, groups: ReadonlyMap<number, readonly number[]>): GroupingSql {
  const pairs = [...groups].flatMap(([group, categories]) => categories.map((it) => [it, group] as const));
  const [of, into] = [pairs.map(([category]) => category), pairs.map(([, group]) => group)];
  return {
    ...noGrouping,
    join: sql`
      join post_categories on post_categories.post_id = matches.id
        and post_categories.attribute_id = any(${visibleCategoryFields(viewer)})
      join unnest(${of}::bigint[], ${into}::bigint[]) as grouped (category_id, group_id)
        on grouped.category_id = post_categories.category_id`,
    id: sql`grouped.group_id`,
    repeats: true,
  };
}

function byAnswer({ id, key, type, byDay }: StatsField): GroupingSql {
  if (type === 'tags')
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
    default:
      return byAnswer(grouping.field);
  }
}

/** The beginning of the span that a time is in. */
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
  const seen = seenBy(viewer);
  const column = { created: seen.created, updated: seen.updated, post_date: seen.postDate }[on];
  return {
    columns: [sql`${column} as time`],
    join: sql``,
    at: intervalStart(sql`matches.time`, interval),
    condition: sql`matches.time is not null`,
  };
}

const noTimeline = { columns: [], join: sql``, at: sql`null::bigint`, condition: sql`true` };

/** How what was counted beforehand tells groups and times; undefined where it does not. */
interface PrecomputedGrouping {
  columns: Sql;
  /** On `counted_days`; undefined for a part that is not counted so. */
  conditionFor: (counted: PrecomputedCount) => Sql | undefined;
}

function findPrecomputedGrouping(
  grouping: Grouping,
  timeline: Timeline | undefined,
): PrecomputedGrouping | undefined {
  const { by } = grouping;
  const topics = by === 'tags' ? grouping.topics : undefined;
  if (by === 'attribute' || (by === 'tags' && !topics)) return undefined;
  const { on = 'created', interval = secondsPerDay } = timeline ?? {};
  if (typeof on === 'object' || on === 'updated' || interval % secondsPerDay !== 0) return undefined;
  const ids = { form: sql`nullif(survey_id, 0)`, tags: sql`abs(topic)`, all: sql`null`, status: sql`null` };
  const label =
    by === 'status' ? sql`case audience when 'everyone' then 'published' else audience end` : sql`null`;
  const source = by === 'form' && !timeline ? sql`source` : sql`'web'`;
  const days = interval / secondsPerDay;
  const at = timeline
    ? sql`floor(day::numeric / ${days}::int)::bigint * ${interval}::int`
    : sql`null::bigint`;
  return {
    columns: sql`${ids[by]}::bigint as id, ${label}::text as label, ${source}::text as source, ${at} as at,
      sum(n)::bigint as total`,
    conditionFor: (counted) => {
      if (counted.timeRange) return undefined;
      if (!topics) return sql`kind = ${on} and ${counted.dayCondition}`;
      return (
        counted.dayConditionOfAllDimensions &&
        sql`kind = ${on} and topic = any(${topics}::bigint[]) and ${counted.dayConditionOfAllDimensions}`
      );
    },
  };
}

/** Counts the posts of these parts by looking at them. */
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
 * Counts posts that match. Groups and spans without posts are left out.
 * @param maxRows so many rows at most; without time the largest
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
  const known = findPrecomputedGrouping(grouping, timeline);
  const others: MatchingPart[] = [];
  const queries: Sql[] = [];
  for (const part of parts) {
    const counted = part.precomputed && known?.conditionFor(part.precomputed);
    if (known && counted)
      queries.push(sql`select ${known.columns} from counted_days where ${counted} group by 1, 2, 3, 4`);
    else others.push(part);
  }
  if (others.length > 0) queries.push(countFromPosts(viewer, others, grouping, timeline));
  if (queries.length === 0) return [];
  const { rows } = await sql<GroupCount>`
    select id, label, source, at, sum(total)::bigint as total
    from (${sql.join(queries, sql` union all `)}) as tallies
    group by 1, 2, 3, 4 having sum(total) > 0 or ${grouping.by === 'all' && !timeline}
    order by ${timeline ? sql`4` : sql`5 desc`} limit ${maxRows}`.execute(tx);
  return rows;
}

/** How many of the posts that match have no place that the viewer may know. */
export async function countUnmapped(tx: Tx, viewer: Viewer, filters: PostFilters): Promise<number> {
  if (filters.has_location === 'mapped') return 0;
  return countMatchingPosts(tx, viewer, { ...filters, has_location: 'unmapped' });
}
