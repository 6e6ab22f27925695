/** Questions that the counts made beforehand answer (docs/decisions/0008), and asking them. */
import { type PostFilters, postStatuses, sources } from '@waypost/contract/post-filters';
import { type RawBuilder, sql } from 'kysely';
import { readOnce, type Tx, takeTime } from '../kernel/db.ts';
import { plannedAnew } from '../kernel/ready.ts';
import { topicOfText } from './counted-texts.sql.ts';
import { wordsKnow } from './in-words.sql.ts';
import type { SearchedText } from './text.sql.ts';
import { askOnly } from './which-posts.rules.ts';

type Condition = RawBuilder<boolean>;

/** A question as conditions on what is counted; each gives exactly what looking at the posts would. */
export interface Counted {
  /** On `counted_days`. */
  days: Condition;
  /** On `counted_days`, one topic after another; undefined where those do not know. */
  everyTopic: Condition | undefined;
  /** On `counted_cells`; undefined where those do not know. */
  cells: Condition | undefined;
  /** The time that is asked for; undefined: any. `days` holds whole days of it alone. */
  span: Span | undefined;
}

/** Times of one kind, from and to as the filters say it. */
interface Span {
  kind: 'created' | 'post_date';
  after: Date | undefined;
  before: Date | undefined;
}

/** What is counted apart. */
const known: ReadonlySet<string> = new Set(
  `status form tags source has_location created_after created_before date_after date_before`.split(' '),
);

const oneOf = (column: string, values: readonly (string | number)[]): Condition =>
  typeof values[0] === 'number'
    ? sql`${sql.ref(column)} = any(${values}::bigint[])`
    : sql`${sql.ref(column)} = any(${values}::text[])`;
const all = (conditions: readonly Condition[]): Condition =>
  sql`(${sql.join(conditions, sql` and `)}) ${plannedAnew}`;

/** What is counted apart: 0 is all posts, an id those of a category or of a text, below zero those of a category or of any below it. */
type Topic = number;

/** The topic that the filter asks for; undefined when none is what it means. */
async function readTopic(tx: Tx, tags: PostFilters['tags']): Promise<Topic | undefined> {
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

export const secondsADay = 86_400;
const dayOf = (time: Date) => Math.floor(time.getTime() / 1000 / secondsADay);

/** Null: times of both kinds are asked for, and days know of one. */
function spanOf({
  created_after,
  created_before,
  date_after,
  date_before,
}: PostFilters): Span | undefined | null {
  const made = created_after ?? created_before;
  const about = date_after ?? date_before;
  if (made && about) return null;
  if (made) return { kind: 'created', after: created_after, before: created_before };
  return about && { kind: 'post_date', after: date_after, before: date_before };
}

/** Whole days within a span; the days at its ends are looked at (`countOfDays`). */
const wholeDays = ({ kind, after, before }: Span): Condition[] => [
  sql`kind = ${kind}`,
  ...(after ? [sql<boolean>`day > ${dayOf(after)}::int`] : []),
  ...(before ? [sql<boolean>`day < ${dayOf(before)}::int`] : []),
];

/**
 * The question in terms of what is counted; undefined when only the posts can answer it.
 * @param audience `everyone`: public posts as everyone sees them. Otherwise posts of these statuses as they are
 * @param text what `filters.q` says, where nothing but what stands beside words is asked; of the public's
 */
export async function countedAs(
  tx: Tx,
  filters: PostFilters,
  audience: 'everyone' | { statuses: readonly string[] | undefined },
  text?: SearchedText,
): Promise<Counted | undefined> {
  if (!askOnly(filters, text ? wordsKnow : known)) return undefined;
  const topic = text ? await topicOfText(tx, text.query) : await readTopic(tx, filters.tags);
  if (topic === undefined) return undefined;
  const span = spanOf(filters);
  if (span === null) return undefined;
  const { form, source, has_location } = filters;
  const sourcesAsked = source?.length && !sources.every((it) => source.includes(it)) ? source : undefined;
  const audiences = audience === 'everyone' ? [audience] : (audience.statuses ?? postStatuses);
  const every = [oneOf('audience', audiences)];
  if (form?.length)
    every.push(
      oneOf(
        'survey_id',
        form.map((it) => (it === 'none' ? 0 : it)),
      ),
    );
  const ofTopic: Condition = sql`topic = ${topic}`;
  const ofDays = [
    ...(span ? wholeDays(span) : []),
    ...(sourcesAsked ? [oneOf('source', sourcesAsked)] : []),
    ...(has_location === 'mapped' || has_location === 'unmapped'
      ? [sql<boolean>`is_mapped = ${has_location === 'mapped'}`]
      : []),
  ];
  return {
    days: all([...every, ofTopic, ...ofDays]),
    everyTopic: topic === 0 ? all([...every, ...ofDays]) : undefined,
    cells: sourcesAsked || span || has_location === 'unmapped' ? undefined : all([...every, ofTopic]),
    span,
  };
}

/**
 * How many posts, as a query of one number, `count`.
 * @param posts the same posts, as a condition on `posts`: those of the days at the ends of a span are looked at
 * @param columns of `posts`, as the viewer is shown them
 */
export function countOfDays(
  { days, span }: Counted,
  posts: Condition,
  columns: { created: RawBuilder<unknown>; post_date: RawBuilder<unknown> },
): RawBuilder<unknown> {
  if (!span)
    return sql`(select coalesce(sum(n), 0)::bigint as count from counted_days where kind = 'post_date' and ${days})`;
  const { kind, after, before } = span;
  const ends = new Set([after, before].flatMap((time) => (time ? [dayOf(time)] : [])));
  const lookedAt = [...ends].map(
    (day) => sql`(select count(*) from posts where ${posts}
      and ${columns[kind]} >= to_timestamp(${day * secondsADay}::float8)
      and ${columns[kind]} < to_timestamp(${(day + 1) * secondsADay}::float8))`,
  );
  return sql`(select (select coalesce(sum(n), 0)::bigint from counted_days where ${days}) + ${sql.join(lookedAt, sql` + `)} as count)`;
}

/** Levels of the grid that are counted, the coarsest first. */
const countedLevels = [8, 12];

/** The counted level that a finer question than this cannot be answered from; undefined where there is none. */
export const countedLevelFor = (level: number): number | undefined =>
  countedLevels.find((counted) => counted >= level);

/** So many changes are added up as quickly as none. */
const few = 500;

/** Whether so many changes have gathered that reading becomes slower. */
export async function hasManyChanges(tx: Tx): Promise<boolean> {
  const { rows } = await sql<{ many: boolean }>`
    select (select count(*) from (select from post_changes limit ${few}) as gathered) = ${few}
      or (select count(*) from (select from text_changes limit ${few}) as gathered) = ${few}
      or (select count(*) from (select from data_changes limit ${few}) as gathered) = ${few} as many`.execute(
    tx,
  );
  return rows[0]?.many ?? false;
}

/** Brings what has changed into the counts. @returns how many changes; 0 also while another process does so */
export async function foldCounts(tx: Tx): Promise<number> {
  await takeTime(tx);
  const { rows } = await sql<{ folded: number }>`select fold_counts() as folded`.execute(tx);
  return rows[0]?.folded ?? 0;
}

/** What lists, maps and numbers are made of, as one word: whoever reads the same word reads the same data. */
export const readDataVersion = (tx: Tx): Promise<string> => readOnce(tx, askDataVersion);

async function askDataVersion(tx: Tx): Promise<string> {
  const { rows } = await sql<{ version: string }>`
    select (select id::text from data_identity) || ':' || (select coalesce(sum(n), 0) from data_changes) as version`.execute(
    tx,
  );
  return rows[0]?.version ?? '';
}
