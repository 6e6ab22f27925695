/** Posts counted by group and by time. Only what the viewer may see is counted, by what the viewer is shown of it. */
import type { PostFilters } from '@waypost/contract/post-filters';
import { type RawBuilder, sql } from 'kysely';
import type { Tx } from '../kernel/db.ts';
import type { Viewer } from '../kernel/viewer.ts';
import { managesPosts, seenBy } from '../posts/posts.public.ts';
import { type Counted, secondsADay } from './counted.sql.ts';
import { isShownTask } from './filters.sql.ts';
import { countMatching, everyPart, matching, type Part } from './matching.sql.ts';

/** Posts of one group and one span of time. */
export interface Tally {
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
export interface CountedField {
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
  | { by: 'attribute'; field: CountedField };

/** When a post counts. */
export interface Timeline {
  /** Seconds. */
  interval: number;
  on: 'created' | 'updated' | 'post_date' | CountedField;
}

/** Types whose answers are names of groups. Places and pictures are each one of its kind. */
const countable = new Set(['varchar', 'text', 'markdown', 'int', 'decimal', 'datetime', 'link', 'tags']);

/** Undefined when there is no such field, when it has nothing to count, or when the viewer is not shown its answers. */
export async function readCountedField(
  tx: Tx,
  viewer: Viewer,
  key: string,
): Promise<CountedField | undefined> {
  const { rows } = await sql<{ id: number; type: string; hide_time: boolean }>`
    select attributes.id, attributes.type, surveys.hide_time
    from attributes join tasks on tasks.id = attributes.task_id join surveys on surveys.id = tasks.survey_id
    where attributes.key = ${key} and ${isShownTask(viewer)}
      and (${managesPosts(viewer)} or not attributes.response_private)`.execute(tx);
  const [found] = rows;
  if (!found || !countable.has(found.type)) return undefined;
  const isTime = found.type === 'datetime';
  return { id: found.id, key, type: found.type, byDay: isTime && found.hide_time && !managesPosts(viewer) };
}

type Sql = RawBuilder<unknown>;

/** Columns of `matches`, what is joined to it, and what of both names the group. */
interface Grouped {
  columns: Sql[];
  join: Sql;
  id: Sql;
  label: Sql;
  source: Sql;
  /** The join finds a post more than once in a group. */
  repeats: boolean;
}

const ungrouped: Grouped = {
  columns: [],
  join: sql``,
  id: sql`null::bigint`,
  label: sql`null::text`,
  source: sql`'web'`,
  repeats: false,
};

/** Answers of a list in `values`, each once. */
const answersIn = (column: Sql) => sql`
  cross join lateral (
    select distinct answer from jsonb_array_elements_text(
      case jsonb_typeof(${column}) when 'array' then ${column} else '[]' end) as answer)`;

const shownFields = (viewer: Viewer) => sql`
  array(select attributes.id from attributes join tasks on tasks.id = attributes.task_id
    where attributes.type = 'tags' and ${isShownTask(viewer)})`;

function byCategory(viewer: Viewer, groups: ReadonlyMap<number, readonly number[]>): Grouped {
  const pairs = [...groups].flatMap(([group, categories]) => categories.map((it) => [it, group] as const));
  const [of, into] = [pairs.map(([category]) => category), pairs.map(([, group]) => group)];
  return {
    ...ungrouped,
    join: sql`
      join post_categories on post_categories.post_id = matches.id
        and post_categories.attribute_id = any(${shownFields(viewer)})
      join unnest(${of}::bigint[], ${into}::bigint[]) as grouped (category_id, group_id)
        on grouped.category_id = post_categories.category_id`,
    id: sql`grouped.group_id`,
    repeats: true,
  };
}

function byAnswer({ id, key, type, byDay }: CountedField): Grouped {
  if (type === 'tags')
    return {
      ...ungrouped,
      join: sql`
        join post_categories on post_categories.post_id = matches.id and post_categories.attribute_id = ${id}`,
      id: sql`post_categories.category_id`,
    };
  return {
    ...ungrouped,
    columns: [sql`posts.values -> ${key}::text as answers`],
    join: sql`${answersIn(sql`matches.answers`)} as answered`,
    label: byDay ? sql`left(answered.answer, 10) || ' 00:00:00'` : sql`answered.answer`,
    repeats: byDay,
  };
}

function groupedBy(viewer: Viewer, grouping: Grouping, isTimeline: boolean): Grouped {
  switch (grouping.by) {
    case 'all':
      return ungrouped;
    case 'status':
      return { ...ungrouped, columns: [sql`posts.status`], label: sql`matches.status` };
    case 'form':
      return isTimeline
        ? { ...ungrouped, columns: [sql`posts.survey_id`], id: sql`matches.survey_id` }
        : {
            ...ungrouped,
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
const spanOf = (time: Sql, interval: number) =>
  sql`floor(extract(epoch from ${time}) / ${interval}::int)::bigint * ${interval}::int`;

function timed(
  viewer: Viewer,
  { on, interval }: Timeline,
): { columns: Sql[]; join: Sql; at: Sql; condition: Sql } {
  if (typeof on === 'object') {
    const time = sql`times.answer::timestamp`;
    return {
      columns: [sql`posts.values -> ${on.key}::text as times`],
      join: sql`${answersIn(sql`matches.times`)} as times`,
      at: spanOf(on.byDay ? sql`date_trunc('day', ${time})` : time, interval),
      condition: sql`times.answer ~ '^\\d{4}-\\d\\d-\\d\\d \\d\\d:\\d\\d:\\d\\d$'`,
    };
  }
  const seen = seenBy(viewer);
  const column = { created: seen.created, updated: seen.updated, post_date: seen.postDate }[on];
  return {
    columns: [sql`${column} as time`],
    join: sql``,
    at: spanOf(sql`matches.time`, interval),
    condition: sql`matches.time is not null`,
  };
}

const untimed = { columns: [], join: sql``, at: sql`null::bigint`, condition: sql`true` };

/** How what was counted beforehand tells groups and times; undefined where it does not. */
interface CountedTally {
  columns: Sql;
  /** On `counted_days`; undefined for a part that is not counted so. */
  of: (counted: Counted) => Sql | undefined;
}

function countedTally(grouping: Grouping, timeline: Timeline | undefined): CountedTally | undefined {
  const { by } = grouping;
  const topics = by === 'tags' ? grouping.topics : undefined;
  if (by === 'attribute' || (by === 'tags' && !topics)) return undefined;
  const { on = 'created', interval = secondsADay } = timeline ?? {};
  if (typeof on === 'object' || on === 'updated' || interval % secondsADay !== 0) return undefined;
  const ids = { form: sql`nullif(survey_id, 0)`, tags: sql`abs(topic)`, all: sql`null`, status: sql`null` };
  const label =
    by === 'status' ? sql`case audience when 'everyone' then 'published' else audience end` : sql`null`;
  const source = by === 'form' && !timeline ? sql`source` : sql`'web'`;
  const days = interval / secondsADay;
  const at = timeline
    ? sql`floor(day::numeric / ${days}::int)::bigint * ${interval}::int`
    : sql`null::bigint`;
  return {
    columns: sql`${ids[by]}::bigint as id, ${label}::text as label, ${source}::text as source, ${at} as at,
      sum(n)::bigint as total`,
    of: (counted) => {
      if (counted.span) return undefined;
      if (!topics) return sql`kind = ${on} and ${counted.days}`;
      return (
        counted.everyTopic && sql`kind = ${on} and topic = any(${topics}::bigint[]) and ${counted.everyTopic}`
      );
    },
  };
}

/** Counts the posts of these parts by looking at them. */
function lookedAt(
  viewer: Viewer,
  parts: readonly Part[],
  grouping: Grouping,
  timeline: Timeline | undefined,
): Sql {
  const group = groupedBy(viewer, grouping, timeline !== undefined);
  const time = timeline ? timed(viewer, timeline) : untimed;
  const columns = sql.join([sql`posts.id`, ...group.columns, ...time.columns]);
  const from = everyPart(
    parts.map((part) => part.posts),
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
 * @param most so many rows at most; without time the largest
 */
export async function tally(
  tx: Tx,
  viewer: Viewer,
  filters: PostFilters,
  grouping: Grouping,
  timeline: Timeline | undefined,
  most: number,
): Promise<Tally[]> {
  const { parts } = await matching(tx, viewer, filters);
  const known = countedTally(grouping, timeline);
  const others: Part[] = [];
  const queries: Sql[] = [];
  for (const part of parts) {
    const counted = part.counted && known?.of(part.counted);
    if (known && counted)
      queries.push(sql`select ${known.columns} from counted_days where ${counted} group by 1, 2, 3, 4`);
    else others.push(part);
  }
  if (others.length > 0) queries.push(lookedAt(viewer, others, grouping, timeline));
  if (queries.length === 0) return [];
  const { rows } = await sql<Tally>`
    select id, label, source, at, sum(total)::bigint as total
    from (${sql.join(queries, sql` union all `)}) as tallies
    group by 1, 2, 3, 4 having sum(total) > 0 or ${grouping.by === 'all' && !timeline}
    order by ${timeline ? sql`4` : sql`5 desc`} limit ${most}`.execute(tx);
  return rows;
}

/** How many of the posts that match have no place that the viewer may know. */
export async function countUnmapped(tx: Tx, viewer: Viewer, filters: PostFilters): Promise<number> {
  if (filters.has_location === 'mapped') return 0;
  return countMatching(tx, viewer, { ...filters, has_location: 'unmapped' });
}
