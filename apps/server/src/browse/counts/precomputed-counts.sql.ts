/** Answers count queries from precomputed counts where these are exact (docs/decisions/0008). */
import { type PostFilters, postSources, postStatuses } from '@waypost/contract/browse/post-filters';
import { type RawBuilder, sql } from 'kysely';
import { disableStatementTimeout, readOncePerTransaction, type Tx } from '../../kernel/db/database.ts';
import { planEachTime } from '../../kernel/db/prepared-statements.ts';
import { countedFilters, searchIndexFilters, usesOnlyFilters } from '../filters/filter-key.rules.ts';
import type { ResolvedFilters } from '../filters/resolved-filters.sql.ts';
import type { SearchText } from '../search/search-text.sql.ts';
import { findDimensionOfText } from './counted-texts.sql.ts';

type Condition = RawBuilder<boolean>;

/** A count query as conditions on the tables of counts. Their result is exactly that of counting posts. */
export interface PrecomputedCount {
  /** Condition on `current_counts_by_day`. */
  dayCondition: Condition;
  /** Condition on `current_counts_by_day` for all dimensions, to group by them; undefined where it cannot be answered. */
  dayConditionOfAllDimensions: Condition | undefined;
  /** Condition on `current_counts_by_cell`; undefined where it cannot be answered. */
  cellCondition: Condition | undefined;
  /** The requested time range; undefined: any time. `dayCondition` contains only its whole days. */
  timeRange: TimeRange | undefined;
}

/** Limits of one kind of time, as in the filters. */
interface TimeRange {
  kind: 'created' | 'post_date';
  after: Date | undefined;
  before: Date | undefined;
}

const isOneOf = (column: string, values: readonly (string | number)[]): Condition =>
  typeof values[0] === 'number'
    ? sql`${sql.ref(column)} = any(${values}::bigint[])`
    : sql`${sql.ref(column)} = any(${values}::text[])`;
const allConditions = (conditions: readonly Condition[]): Condition =>
  sql`(${sql.join(conditions, sql` and `)}) ${planEachTime}`;

/**
 * What is counted. 0: all posts; positive: posts of this category or counted text; negative: posts of this category or of
 * one below it.
 */
type Dimension = number;

/** The dimension of a category filter; undefined when there is none with exactly this meaning. */
async function findDimension(
  tx: Tx,
  categories: ResolvedFilters['categories'],
): Promise<Dimension | undefined> {
  const [list, ...otherLists] = categories;
  if (!list) return 0;
  if (otherLists.length > 0) return undefined;
  const ids = new Set(list);
  const [first] = ids;
  if (ids.size === 1) return first;
  const { rows } = await sql<{ id: number; family: number[] }>`
    select top.id, top.id || array(select id from categories where parent_id = top.id) as family
    from categories top where top.parent_id is null and top.id = any(${[...ids]}::bigint[])`.execute(tx);
  const parent = rows.find(({ family }) => family.length === ids.size && family.every((id) => ids.has(id)));
  return parent && -parent.id;
}

export const secondsPerDay = 86_400;
const epochDay = (time: Date) => Math.floor(time.getTime() / 1000 / secondsPerDay);

/** The time range of the filters. Null: both kinds of time are limited, which the counts cannot answer. */
function timeRangeOf({
  created_after,
  created_before,
  date_after,
  date_before,
}: PostFilters): TimeRange | undefined | null {
  const created = created_after ?? created_before;
  const postDate = date_after ?? date_before;
  if (created && postDate) return null;
  if (created) return { kind: 'created', after: created_after, before: created_before };
  return postDate && { kind: 'post_date', after: date_after, before: date_before };
}

/** Whole days within a time range. Posts of the days at its ends are counted directly (`buildDayCountQuery`). */
const wholeDayConditions = ({ kind, after, before }: TimeRange): Condition[] => [
  sql`kind = ${kind}`,
  ...(after ? [sql<boolean>`day > ${epochDay(after)}::int`] : []),
  ...(before ? [sql<boolean>`day < ${epochDay(before)}::int`] : []),
];

/**
 * Translates filters to conditions on the counts; undefined when only the posts can answer them.
 * @param visibilityClass `everyone`: public posts with masked columns. Otherwise posts of these statuses, unmasked
 * @param text the search text of `filters.q`, for public posts and filters that the search index supports
 */
export async function findPrecomputedCount(
  tx: Tx,
  { filters, categories }: ResolvedFilters,
  visibilityClass: 'everyone' | { statuses: readonly string[] | undefined },
  text?: SearchText,
): Promise<PrecomputedCount | undefined> {
  if (!usesOnlyFilters(filters, text ? searchIndexFilters : countedFilters)) return undefined;
  const dimension = text ? await findDimensionOfText(tx, text.query) : await findDimension(tx, categories);
  if (dimension === undefined) return undefined;
  const timeRange = timeRangeOf(filters);
  if (timeRange === null) return undefined;
  const { form, source, has_location } = filters;
  const sourceFilter = source?.length && !postSources.every((it) => source.includes(it)) ? source : undefined;
  const countedAudiences =
    visibilityClass === 'everyone' ? [visibilityClass] : (visibilityClass.statuses ?? postStatuses);
  const commonConditions = [isOneOf('visibility_class', countedAudiences)];
  if (form?.length)
    commonConditions.push(
      isOneOf(
        'survey_id',
        form.map((it) => (it === 'none' ? 0 : it)),
      ),
    );
  const dimensionCondition: Condition = sql`dimension = ${dimension}`;
  const dayConditions = [
    ...(timeRange ? wholeDayConditions(timeRange) : []),
    ...(sourceFilter ? [isOneOf('source', sourceFilter)] : []),
    ...(has_location === 'mapped' || has_location === 'unmapped'
      ? [sql<boolean>`is_mapped = ${has_location === 'mapped'}`]
      : []),
  ];
  return {
    dayCondition: allConditions([...commonConditions, dimensionCondition, ...dayConditions]),
    dayConditionOfAllDimensions:
      dimension === 0 ? allConditions([...commonConditions, ...dayConditions]) : undefined,
    cellCondition:
      sourceFilter || timeRange || has_location === 'unmapped'
        ? undefined
        : allConditions([...commonConditions, dimensionCondition]),
    timeRange,
  };
}

/**
 * A query of one number, `count`, from the counts of days.
 * @param posts condition on `posts` for the same filters: used for the days at the ends of the time range
 * @param columns of `posts` that the viewer may see
 */
export function buildDayCountQuery(
  { dayCondition, timeRange }: PrecomputedCount,
  posts: Condition,
  columns: { created: RawBuilder<unknown>; post_date: RawBuilder<unknown> },
): RawBuilder<unknown> {
  if (!timeRange)
    return sql`(select coalesce(sum(post_count), 0)::bigint as count from current_counts_by_day where kind = 'post_date' and ${dayCondition})`;
  const { kind, after, before } = timeRange;
  const endDays = new Set([after, before].flatMap((time) => (time ? [epochDay(time)] : [])));
  const endDayCounts = [...endDays].map(
    (day) => sql`(select count(*) from posts where ${posts}
      and ${columns[kind]} >= to_timestamp(${day * secondsPerDay}::float8)
      and ${columns[kind]} < to_timestamp(${(day + 1) * secondsPerDay}::float8))`,
  );
  return sql`(select (select coalesce(sum(post_count), 0)::bigint from current_counts_by_day where ${dayCondition}) + ${sql.join(endDayCounts, sql` + `)} as count)`;
}

/** Levels of the map grid that are counted, the coarsest first. */
const precomputedLevels = [8, 12];

/** The coarsest counted level that is at least as fine as this one; undefined where there is none. */
export const findPrecomputedLevel = (level: number): number | undefined =>
  precomputedLevels.find((precomputed) => precomputed >= level);

/** Pending changes up to this number do not slow down reading. */
const manyChangesThreshold = 500;

/** Whether there are so many pending changes that reading becomes slower. */
export async function hasManyPendingChanges(tx: Tx): Promise<boolean> {
  const { rows } = await sql<{ many: boolean }>`
    select (select count(*) from (select from post_count_changes limit ${manyChangesThreshold}) as gathered) = ${manyChangesThreshold}
      or (select count(*) from (select from search_count_changes limit ${manyChangesThreshold}) as gathered) = ${manyChangesThreshold}
      or (select count(*) from (select from data_changes limit ${manyChangesThreshold}) as gathered) = ${manyChangesThreshold} as many`.execute(
    tx,
  );
  return rows[0]?.many ?? false;
}

/** Applies pending changes to the counts. @returns number of changes; 0 also while another process does so */
export async function applyPendingChanges(tx: Tx): Promise<number> {
  await disableStatementTimeout(tx);
  const { rows } = await sql<{ applied: number }>`select apply_count_changes() as applied`.execute(tx);
  return rows[0]?.applied ?? 0;
}

/** Version of the data of lists, maps and statistics. Equal versions mean equal data. */
export const readDataVersion = (tx: Tx): Promise<string> => readOncePerTransaction(tx, queryDataVersion);

async function queryDataVersion(tx: Tx): Promise<string> {
  const { rows } = await sql<{ version: string }>`
    select (select id::text from data_identity) || ':' || (select coalesce(sum(change_count), 0) from data_changes) as version`.execute(
    tx,
  );
  return rows[0]?.version ?? '';
}
