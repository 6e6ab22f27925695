/**
 * Finds which of a few posts a viewer can see and a saved search matches. The cost depends on the number of these posts, not
 * on the size of the database.
 */

import type { PostFilters } from '@waypost/contract/browse/post-filters';
import { parseSavedFilter } from '@waypost/contract/saved-searches/saved-searches';
import { type RawBuilder, sql } from 'kysely';
import { anyOfIds } from '../../kernel/db/any-of-ids.ts';
import type { Tx } from '../../kernel/db/database.ts';
import type { Viewer } from '../../kernel/security/viewer.ts';
import { isListedFor, isVisibleTo } from '../../posts/posts.public.ts';
import { findPostsByText, readCandidateFacts } from './candidate-facts.sql.ts';
import {
  allOf,
  defaultStatuses,
  filterConditions,
  resolveStatuses,
  statusConditions,
} from './filters.sql.ts';
import { couldMatch } from './prefilter.rules.ts';
import { resolveFilters } from './resolved-filters.sql.ts';

/** Queries in one statement: planning more of them takes longer than running them. */
const maxQueriesPerStatement = 40;
/** From this number of queries on, the prefilter saves time. */
const prefilterThreshold = 6;

/**
 * Work for one question, of which a list has up to thirty: one saved search within it, and no correction of its words, each of which
 * reads the vocabulary for a tenth of a second.
 */
const maxWorkPerQuestion = { searches: 1, corrections: 0 };

/** A saved search to be matched for a viewer. */
export interface FilterQuestion {
  /** Identifies the question in the result. */
  key: string;
  viewer: Viewer;
  /** The stored filters of a saved search; null: all posts that the viewer may see. */
  filter: object | null;
  /** Id of the saved search: its filters may not refer to itself. */
  searchId?: number;
}

/** A question with parsed filters, and the posts that may still match. */
interface ParsedQuestion {
  question: FilterQuestion;
  /** Null: all posts that the viewer may see. */
  filters: PostFilters | null;
  ids: readonly number[];
}

/** Parses the filters of a question. As in lists, invalid filters match no posts. */
function parseQuestion(question: FilterQuestion, ids: readonly number[]): ParsedQuestion[] {
  if (question.filter === null) return [{ question, filters: null, ids }];
  const { data } = parseSavedFilter(question.filter);
  return data ? [{ question, filters: data, ids }] : [];
}

/** Removes posts that certainly do not match a question, and questions without remaining posts. */
async function prefilterQuestions(
  tx: Tx,
  ids: readonly number[],
  questions: readonly ParsedQuestion[],
): Promise<ParsedQuestion[]> {
  const texts = new Set(questions.flatMap(({ filters }) => (filters?.q ? [filters.q] : [])));
  const facts = await readCandidateFacts(tx, ids);
  const postsByText = await findPostsByText(tx, ids, [...texts]);
  return questions.flatMap((parsed) => {
    const { filters, question } = parsed;
    if (filters === null) return [parsed];
    const statuses = resolveStatuses(filters.status, defaultStatuses);
    const context = { viewerId: question.viewer.id, statuses, postsByText };
    const candidates = facts.filter((post) => couldMatch(post, filters, context));
    return candidates.length === 0 ? [] : [{ ...parsed, ids: candidates.map((post) => post.id) }];
  });
}

async function buildCondition(
  tx: Tx,
  { question: { viewer, searchId }, filters }: ParsedQuestion,
): Promise<RawBuilder<boolean>> {
  if (filters === null) return isListedFor(viewer);
  const enclosing = searchId === undefined ? [] : [searchId];
  const remaining = { ...maxWorkPerQuestion };
  const resolved = await resolveFilters(tx, viewer, filters, {
    enclosing,
    textTarget: 'named-posts',
    remaining,
  });
  return allOf([
    isVisibleTo(viewer),
    ...statusConditions(filters.status, defaultStatuses),
    ...filterConditions(viewer, resolved),
  ]);
}

/**
 * Matches posts to saved searches. Many questions are first reduced by facts that are read once, as most match no post.
 * @returns ids of matching posts by the key of the question; questions without matches are absent
 */
export async function matchPostsToFilters(
  tx: Tx,
  postIds: readonly number[],
  questions: readonly FilterQuestion[],
): Promise<Map<string, number[]>> {
  const parsed = questions.flatMap((question) => parseQuestion(question, postIds));
  const candidates =
    parsed.length >= prefilterThreshold ? await prefilterQuestions(tx, postIds, parsed) : parsed;
  const matches = new Map<string, number[]>();
  for (let start = 0; start < candidates.length; start += maxQueriesPerStatement) {
    const queries: RawBuilder<unknown>[] = [];
    for (const candidate of candidates.slice(start, start + maxQueriesPerStatement))
      queries.push(
        sql`(select ${candidate.question.key}::text as key, posts.id from posts where posts.id = ${anyOfIds(candidate.ids)} and ${await buildCondition(tx, candidate)})`,
      );
    const { rows } = await sql<{ key: string; id: number }>`${sql.join(queries, sql` union all `)}`.execute(
      tx,
    );
    for (const { key, id } of rows) {
      const postsOfKey = matches.get(key);
      if (postsOfKey) postsOfKey.push(id);
      else matches.set(key, [id]);
    }
  }
  return matches;
}
