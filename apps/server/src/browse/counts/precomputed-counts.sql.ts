/** Questions that the counts made beforehand answer (docs/decisions/0008), and asking them. */
import { type PostFilters, postSources, postStatuses } from '@waypost/contract/browse/post-filters';
import { type RawBuilder, sql } from 'kysely';
import { disableStatementTimeout, readOncePerTransaction, type Tx } from '../../kernel/db/database.ts';
import { planEachTime } from '../../kernel/db/prepared-statements.ts';
import { usesOnlyFilters } from '../filters/filter-key.rules.ts';
import { searchIndexFilters } from '../search/search-index.sql.ts';
import type { SearchText } from '../search/search-text.sql.ts';
import { findDimensionOfText } from './counted-texts.sql.ts';

type Condition = RawBuilder<boolean>;

/** A question as conditions on what is counted; each gives exactly what looking at the posts would. */
export interface PrecomputedCount {
  /** On `counted_days`. */
  dayCondition: Condition;
  /** On `counted_days`, one topic after another; undefined where those do not know. */
  dayConditionOfAllDimensions: Condition | undefined;
  /** On `counted_cells`; undefined where those do not know. */
  cellCondition: Condition | undefined;
  /** The time that is asked for; undefined: any. `days` holds whole days of it alone. */
  timeRange: TimeRange | undefined;
}

/** Times of one kind, from and to as the filters say it. */
interface TimeRange {
  kind: 'created' | 'post_date';
  after: Date | undefined;
  before: Date | undefined;
}

/** What is counted apart. */
const countedFilters: ReadonlySet<string> = new Set(
  `status form tags source has_location created_after created_before date_after date_before`.split(' '),
);

const isOneOf = (column: string, values: readonly (string | number)[]): Condition =>
  typeof values[0] === 'number'
    ? sql`${sql.ref(column)} = any(${values}::bigint[])`
    : sql`${sql.ref(column)} = any(${values}::text[])`;
const allConditions = (conditions: readonly Condition[]): Condition =>
  sql`(${sql.join(conditions, sql` and `)}) ${planEachTime}`;

/** What is counted apart: 0 is all posts, an id those of a category or of a text, below zero those of a category or of any below it. */
type Dimension = number;

/** The topic that the filter asks for; undefined when none is what it means. */
async function findDimension(tx: Tx, tags: PostFilters['tags']): Promise<Dimension | undefined> {
  const { any = [], all: every = [] } = Array.isArray(tags) ? { any: tags } : (tags ?? {});
  const ids = new Set(any.length > 0 ? any : every);
  if (ids.size === 0) return 0;
  if (any.length > 0 && every.length > 0) return undefined;
  const [first] = ids;
  if (ids.size === 1) return first;
  if (every.length > 0) return undefined;
  // A category and each one below it, as clients ask for it.
  const { rows } = await sql<{ id: number; family: number[] }>`
    select top.id, top.id || array(select id from categories where parent_id = top.id) as family
    from categories top where top.parent_id is null and top.id = any(${[...ids]}::bigint[])`.execute(tx);
  const whole = rows.find(({ family }) => family.length === ids.size && family.every((id) => ids.has(id)));
  return whole && -whole.id;
}

export const secondsPerDay = 86_400;
const epochDay = (time: Date) => Math.floor(time.getTime() / 1000 / secondsPerDay);

/** Null: times of both kinds are asked for, and days know of one. */
function timeRangeOf({
  created_after,
  created_before,
  date_after,
  date_before,
}: PostFilters): TimeRange | undefined | null {
  const made = created_after ?? created_before;
  const about = date_after ?? date_before;
  if (made && about) return null;
  if (made) return { kind: 'created', after: created_after, before: created_before };
  return about && { kind: 'post_date', after: date_after, before: date_before };
}

/** Whole days within a span; the days at its ends are looked at (`buildDayCountQuery`). */
const wholeDayConditions = ({ kind, after, before }: TimeRange): Condition[] => [
  sql`kind = ${kind}`,
  ...(after ? [sql<boolean>`day > ${epochDay(after)}::int`] : []),
  ...(before ? [sql<boolean>`day < ${epochDay(before)}::int`] : []),
];

/**
 * The question in terms of what is counted; undefined when only the posts can answer it.
 * @param visibilityClass `everyone`: public posts as everyone sees them. Otherwise posts of these statuses as they are
 * @param text what `filters.q` says, where nothing but what stands beside words is asked; of the public's
 */
export async function findPrecomputedCount(
  tx: Tx,
  filters: PostFilters,
  visibilityClass: 'everyone' | { statuses: readonly string[] | undefined },
  text?: SearchText,
): Promise<PrecomputedCount | undefined> {
  if (!usesOnlyFilters(filters, text ? searchIndexFilters : countedFilters)) return undefined;
  const topic = text ? await findDimensionOfText(tx, text.query) : await findDimension(tx, filters.tags);
  if (topic === undefined) return undefined;
  const span = timeRangeOf(filters);
  if (span === null) return undefined;
  const { form, source, has_location } = filters;
  const sourcesAsked = source?.length && !postSources.every((it) => source.includes(it)) ? source : undefined;
  const audiences =
    visibilityClass === 'everyone' ? [visibilityClass] : (visibilityClass.statuses ?? postStatuses);
  const every = [isOneOf('audience', audiences)];
  if (form?.length)
    every.push(
      isOneOf(
        'survey_id',
        form.map((it) => (it === 'none' ? 0 : it)),
      ),
    );
  const ofTopic: Condition = sql`topic = ${topic}`;
  const ofDays = [
    ...(span ? wholeDayConditions(span) : []),
    ...(sourcesAsked ? [isOneOf('source', sourcesAsked)] : []),
    ...(has_location === 'mapped' || has_location === 'unmapped'
      ? [sql<boolean>`is_mapped = ${has_location === 'mapped'}`]
      : []),
  ];
  return {
    dayCondition: allConditions([...every, ofTopic, ...ofDays]),
    dayConditionOfAllDimensions: topic === 0 ? allConditions([...every, ...ofDays]) : undefined,
    cellCondition:
      sourcesAsked || span || has_location === 'unmapped' ? undefined : allConditions([...every, ofTopic]),
    timeRange: span,
  };
}

/**
 * How many posts, as a query of one number, `count`.
 * @param posts the same posts, as a condition on `posts`: those of the days at the ends of a span are looked at
 * @param columns of `posts`, as the viewer is shown them
 */
export function buildDayCountQuery(
  { dayCondition: days, timeRange: span }: PrecomputedCount,
  posts: Condition,
  columns: { created: RawBuilder<unknown>; post_date: RawBuilder<unknown> },
): RawBuilder<unknown> {
  if (!span)
    return sql`(select coalesce(sum(n), 0)::bigint as count from counted_days where kind = 'post_date' and ${days})`;
  const { kind, after, before } = span;
  const ends = new Set([after, before].flatMap((time) => (time ? [epochDay(time)] : [])));
  const lookedAt = [...ends].map(
    (day) => sql`(select count(*) from posts where ${posts}
      and ${columns[kind]} >= to_timestamp(${day * secondsPerDay}::float8)
      and ${columns[kind]} < to_timestamp(${(day + 1) * secondsPerDay}::float8))`,
  );
  return sql`(select (select coalesce(sum(n), 0)::bigint from counted_days where ${days}) + ${sql.join(lookedAt, sql` + `)} as count)`;
}

/** Levels of the grid that are counted, the coarsest first. */
const precomputedLevels = [8, 12];

/** The counted level that a finer question than this cannot be answered from; undefined where there is none. */
export const findPrecomputedLevel = (level: number): number | undefined =>
  precomputedLevels.find((counted) => counted >= level);

/** So many changes are added up as quickly as none. */
const manyChangesThreshold = 500;

/** Whether so many changes have gathered that reading becomes slower. */
export async function hasManyPendingChanges(tx: Tx): Promise<boolean> {
  const { rows } = await sql<{ many: boolean }>`
    select (select count(*) from (select from post_changes limit ${manyChangesThreshold}) as gathered) = ${manyChangesThreshold}
      or (select count(*) from (select from text_changes limit ${manyChangesThreshold}) as gathered) = ${manyChangesThreshold}
      or (select count(*) from (select from data_changes limit ${manyChangesThreshold}) as gathered) = ${manyChangesThreshold} as many`.execute(
    tx,
  );
  return rows[0]?.many ?? false;
}

/** Brings what has changed into the counts. @returns how many changes; 0 also while another process does so */
export async function applyPendingChanges(tx: Tx): Promise<number> {
  await disableStatementTimeout(tx);
  const { rows } = await sql<{ folded: number }>`select fold_counts() as folded`.execute(tx);
  return rows[0]?.folded ?? 0;
}

/** What lists, maps and numbers are made of, as one word: whoever reads the same word reads the same data. */
export const readDataVersion = (tx: Tx): Promise<string> => readOncePerTransaction(tx, queryDataVersion);

async function queryDataVersion(tx: Tx): Promise<string> {
  const { rows } = await sql<{ version: string }>`
    select (select id::text from data_identity) || ':' || (select coalesce(sum(n), 0) from data_changes) as version`.execute(
    tx,
  );
  return rows[0]?.version ?? '';
}
