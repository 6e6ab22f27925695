/**
 * Which of a handful of posts somebody sees and a saved search finds. The cost follows the handful, not all posts there are.
 */
import type { PostFilters } from '@waypost/contract/browse/post-filters';
import { parseSavedFilter } from '@waypost/contract/saved-searches/saved-searches';
import { type RawBuilder, sql } from 'kysely';
import type { Tx } from '../../kernel/db/database.ts';
import type { Viewer } from '../../kernel/security/viewer.ts';
import { visibleTo } from '../../posts/posts.public.ts';
import { readCandidateFacts, readRequiredWords } from './candidate-facts.sql.ts';
import {
  allOf,
  anyOfIds,
  defaultStatuses,
  filterConditions,
  resolveStatuses,
  statusConditions,
} from './filters.sql.ts';
import { couldMatch, indexPostsByText } from './prefilter.rules.ts';
import { resolveFilters } from './resolved-filters.sql.ts';

/** Questions in one statement: planning them takes longer than answering them. */
const maxQueriesPerStatement = 40;
/** From so many on, it is quicker to learn first which of them may find anything. */
const prefilterThreshold = 6;

export interface FilterQuestion {
  /** Answered with the posts. */
  key: string;
  viewer: Viewer;
  /** A saved search's, as it was saved; null: any post that the viewer sees. */
  filter: object | null;
  /** The saved search itself, which its filters may not name. */
  searchId?: number;
}

/** Whether a saved search says anything under one of these names. */
const usesFilter = (filter: object | null, names: readonly string[]) =>
  Object.entries(filter ?? {}).some(
    ([name, value]) => names.includes(name) && value !== null && String(value) !== '',
  );

/** Whether what a saved search finds follows from other collections and searches. */
export const refersToSets = (filter: object | null): boolean => usesFilter(filter, ['set', 'saved_search']);

/** Whether a saved search may find different posts for two people of one role. */
export const isPersonalFilter = (filter: object | null): boolean =>
  usesFilter(filter, ['user']) || refersToSets(filter);

/** A question whose filters were understood, and the posts that are still to be looked at for it. */
interface ParsedQuestion {
  question: FilterQuestion;
  /** Null: any post that the viewer sees. */
  filters: PostFilters | null;
  ids: readonly number[];
}

/** Filters that are not understood find nothing, as in lists. */
function parseQuestion(question: FilterQuestion, ids: readonly number[]): ParsedQuestion[] {
  if (question.filter === null) return [{ question, filters: null, ids }];
  const { data } = parseSavedFilter(question.filter);
  return data ? [{ question, filters: data, ids }] : [];
}

/** Leaves out the posts that a question surely does not find, and the questions that find none. */
async function prefilterQuestions(
  tx: Tx,
  ids: readonly number[],
  asked: readonly ParsedQuestion[],
): Promise<ParsedQuestion[]> {
  const texts = new Set(asked.flatMap(({ filters }) => (filters?.q ? [filters.q] : [])));
  const facts = await readCandidateFacts(tx, ids);
  const found = indexPostsByText(facts, await readRequiredWords(tx, [...texts]));
  return asked.flatMap((one) => {
    const { filters, question } = one;
    if (filters === null) return [one];
    const statuses = resolveStatuses(filters.status, defaultStatuses);
    const about = { me: question.viewer.id, statuses, texts: found };
    const left = facts.filter((post) => couldMatch(post, filters, about));
    return left.length === 0 ? [] : [{ ...one, ids: left.map((post) => post.id) }];
  });
}

async function buildCondition(
  tx: Tx,
  { question: { viewer, searchId }, filters }: ParsedQuestion,
): Promise<RawBuilder<boolean>> {
  if (filters === null) return visibleTo(viewer);
  const asked = await resolveFilters(tx, viewer, filters, searchId === undefined ? [] : [searchId], 'few');
  return allOf([
    visibleTo(viewer),
    ...statusConditions(filters.status, defaultStatuses),
    ...filterConditions(viewer, asked),
  ]);
}

/**
 * However many questions there are: most of a great many find nothing, and those are told from facts that are read once.
 * @returns ids of posts by the key of the question; nothing where none fits
 */
export async function matchPostsToFilters(
  tx: Tx,
  postIds: readonly number[],
  questions: readonly FilterQuestion[],
): Promise<Map<string, number[]>> {
  const all = questions.flatMap((question) => parseQuestion(question, postIds));
  const asked = all.length >= prefilterThreshold ? await prefilterQuestions(tx, postIds, all) : all;
  const found = new Map<string, number[]>();
  for (let at = 0; at < asked.length; at += maxQueriesPerStatement) {
    const parts: RawBuilder<unknown>[] = [];
    for (const one of asked.slice(at, at + maxQueriesPerStatement))
      parts.push(
        sql`(select ${one.question.key}::text as key, posts.id from posts where posts.id = ${anyOfIds(one.ids)} and ${await buildCondition(tx, one)})`,
      );
    const { rows } = await sql<{ key: string; id: number }>`${sql.join(parts, sql` union all `)}`.execute(tx);
    for (const { key, id } of rows) {
      const fitting = found.get(key);
      if (fitting) fitting.push(id);
      else found.set(key, [id]);
    }
  }
  return found;
}
