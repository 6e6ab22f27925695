/**
 * Which of a handful of posts somebody sees and a saved search finds. The cost follows the handful, not all posts there are.
 */
import type { PostFilters } from '@waypost/contract/post-filters';
import { readSavedFilter } from '@waypost/contract/saved-searches';
import { type RawBuilder, sql } from 'kysely';
import type { Tx } from '../kernel/db.ts';
import type { Viewer } from '../kernel/viewer.ts';
import { visibleTo } from '../posts/posts.public.ts';
import { readAsked } from './asked-posts.sql.ts';
import { couldFit, postsByText } from './could-fit.rules.ts';
import { allOf, anyOf, byStatus, filterConditions, statusesOf, usualStatuses } from './filters.sql.ts';
import { readFacts, readNeeded } from './handful.sql.ts';

/** Questions in one statement: planning them takes longer than answering them. */
const atOnce = 40;
/** From so many on, it is quicker to learn first which of them may find anything. */
const many = 6;

export interface Question {
  /** Answered with the posts. */
  key: string;
  viewer: Viewer;
  /** A saved search's, as it was saved; null: any post that the viewer sees. */
  filter: object | null;
  /** The saved search itself, which its filters may not name. */
  searchId?: number;
}

/** Whether a saved search says anything under one of these names. */
const says = (filter: object | null, names: readonly string[]) =>
  Object.entries(filter ?? {}).some(
    ([name, value]) => names.includes(name) && value !== null && String(value) !== '',
  );

/** Whether what a saved search finds follows from other collections and searches. */
export const namesSets = (filter: object | null): boolean => says(filter, ['set', 'saved_search']);

/** Whether a saved search may find different posts for two people of one role. */
export const isPersonalFilter = (filter: object | null): boolean =>
  says(filter, ['user']) || namesSets(filter);

/** A question whose filters were understood, and the posts that are still to be looked at for it. */
interface Asked {
  question: Question;
  /** Null: any post that the viewer sees. */
  filters: PostFilters | null;
  ids: readonly number[];
}

/** Filters that are not understood find nothing, as in lists. */
function readQuestion(question: Question, ids: readonly number[]): Asked[] {
  if (question.filter === null) return [{ question, filters: null, ids }];
  const { data } = readSavedFilter(question.filter);
  return data ? [{ question, filters: data, ids }] : [];
}

/** Leaves out the posts that a question surely does not find, and the questions that find none. */
async function couldFind(tx: Tx, ids: readonly number[], asked: readonly Asked[]): Promise<Asked[]> {
  const texts = new Set(asked.flatMap(({ filters }) => (filters?.q ? [filters.q] : [])));
  const facts = await readFacts(tx, ids);
  const found = postsByText(facts, await readNeeded(tx, [...texts]));
  return asked.flatMap((one) => {
    const { filters, question } = one;
    if (filters === null) return [one];
    const statuses = statusesOf(filters.status, usualStatuses);
    const about = { me: question.viewer.id, statuses, texts: found };
    const left = facts.filter((post) => couldFit(post, filters, about));
    return left.length === 0 ? [] : [{ ...one, ids: left.map((post) => post.id) }];
  });
}

async function conditionOf(
  tx: Tx,
  { question: { viewer, searchId }, filters }: Asked,
): Promise<RawBuilder<boolean>> {
  if (filters === null) return visibleTo(viewer);
  const asked = await readAsked(tx, viewer, filters, searchId === undefined ? [] : [searchId], 'few');
  return allOf([
    visibleTo(viewer),
    ...byStatus(filters.status, usualStatuses),
    ...filterConditions(viewer, asked),
  ]);
}

/**
 * However many questions there are: most of a great many find nothing, and those are told from facts that are read once.
 * @returns ids of posts by the key of the question; nothing where none fits
 */
export async function postsThatFit(
  tx: Tx,
  ids: readonly number[],
  questions: readonly Question[],
): Promise<Map<string, number[]>> {
  const all = questions.flatMap((question) => readQuestion(question, ids));
  const asked = all.length >= many ? await couldFind(tx, ids, all) : all;
  const found = new Map<string, number[]>();
  for (let at = 0; at < asked.length; at += atOnce) {
    const parts: RawBuilder<unknown>[] = [];
    for (const one of asked.slice(at, at + atOnce))
      parts.push(
        sql`(select ${one.question.key}::text as key, posts.id from posts where posts.id = ${anyOf(one.ids)} and ${await conditionOf(tx, one)})`,
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
