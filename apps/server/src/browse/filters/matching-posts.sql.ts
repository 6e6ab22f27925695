/** Builds the query for the posts that match filters and that the viewer may see, and counts them. */
import { type RawBuilder, sql } from 'kysely';
import type { Tx } from '../../kernel/db/database.ts';
import { planEachTime } from '../../kernel/db/prepared-statements.ts';
import type { Viewer } from '../../kernel/security/viewer.ts';
import {
  canManagePosts,
  columnsVisibleTo,
  isPublic,
  isVisibleBeyondPublic,
  isWithinTrial,
} from '../../posts/posts.public.ts';
import { recordFrequentText } from '../counts/counted-texts.sql.ts';
import {
  buildDayCountQuery,
  findPrecomputedCount,
  type PrecomputedCount,
} from '../counts/precomputed-counts.sql.ts';
import { isAnsweredBySearchIndex, searchIndexCondition } from '../search/search-index.sql.ts';
import { hasOnlyWords, type SearchText } from '../search/search-text.sql.ts';
import type { PostSelection } from './filter-key.rules.ts';
import {
  allOf,
  defaultStatuses,
  filterConditions,
  resolveStatuses,
  statusConditions,
} from './filters.sql.ts';
import { resolveFilters } from './resolved-filters.sql.ts';

type Condition = RawBuilder<boolean>;

/** A part of the matching posts. */
export interface MatchingPart {
  /** Condition on `posts`. */
  onPosts: Condition;
  /** The same condition on `post_search_index`, where the search index can answer alone. */
  onSearchIndex: Condition | undefined;
  /** The precomputed counts of the same posts, where there are any. */
  precomputed: PrecomputedCount | undefined;
  /** Number of posts, as a query of one number, `count`. */
  countQuery: RawBuilder<unknown>;
}

/** The matching posts: the union of disjoint parts. */
export interface MatchingQuery {
  parts: MatchingPart[];
  /** The search text, if there is one. */
  text: SearchText | undefined;
  /** The search text as a `tsquery`, where its posts could be counted in advance but are not yet. */
  textToCount: string | undefined;
}

/** Plans the query for its values: a rare category needs another plan than a frequent one. */
const withCustomPlan = (condition: Condition): Condition => sql`${condition} ${planEachTime}`;

const countPostsQuery = (part: Condition) => sql`(select count(*) as count from posts where ${part})`;
const countSearchIndexQuery = (part: Condition) =>
  sql`(select count(*) as count from post_search_index where ${part})`;

/**
 * Builds disjoint conditions whose union is the matching posts. Public posts and further posts that the viewer sees are
 * separate parts, because each can then use an index of its own; one condition with `or` could use none.
 * @param prefersSearchIndex whether the caller uses `onSearchIndex` of a part, where it is set, instead of `onPosts`
 */
export async function buildMatchingQuery(
  tx: Tx,
  viewer: Viewer,
  filters: PostSelection,
  prefersSearchIndex = false,
): Promise<MatchingQuery> {
  // A saved search defines its own statuses.
  const fallbackStatuses = filters.saved_search?.length ? undefined : defaultStatuses;
  const statuses = resolveStatuses(filters.status, fallbackStatuses);
  const trialCondition = isWithinTrial(viewer);
  const usesSearchIndex = prefersSearchIndex && isAnsweredBySearchIndex(viewer, filters);
  const target = usesSearchIndex ? 'search-index' : 'all-posts';
  const resolved = await resolveFilters(tx, viewer, filters, { textTarget: target });
  const { text } = resolved;
  const onSearchIndex =
    usesSearchIndex && text && hasOnlyWords(text)
      ? withCustomPlan(searchIndexCondition(viewer, filters, text, fallbackStatuses))
      : undefined;
  const otherConditions = [
    ...(trialCondition ? [trialCondition] : []),
    ...filterConditions(viewer, resolved),
  ];
  const ofStatus = statusConditions(filters.status, fallbackStatuses);
  const { created, postDate: post_date } = columnsVisibleTo(viewer);
  const buildPart = (condition: Condition, precomputed: PrecomputedCount | undefined): MatchingPart => {
    const onPosts = withCustomPlan(condition);
    const directCount = onSearchIndex ? countSearchIndexQuery(onSearchIndex) : countPostsQuery(onPosts);
    return {
      onPosts,
      onSearchIndex,
      precomputed,
      countQuery: precomputed
        ? buildDayCountQuery(precomputed, onPosts, { created, post_date })
        : directCount,
    };
  };
  const findCount = async (visibilityClass: Parameters<typeof findPrecomputedCount>[2]) => {
    if (trialCondition) return undefined;
    const publicText = visibilityClass === 'everyone' && onSearchIndex ? text : undefined;
    return findPrecomputedCount(tx, resolved, visibilityClass, publicText);
  };
  if (canManagePosts(viewer))
    return {
      parts: [buildPart(allOf([...ofStatus, ...otherConditions]), await findCount({ statuses }))],
      text,
      textToCount: undefined,
    };
  const parts: MatchingPart[] = [];
  let textToCount: string | undefined;
  if (statuses?.includes('published') ?? true) {
    const publicCount = await findCount('everyone');
    parts.push(buildPart(allOf([isPublic, ...otherConditions]), publicCount));
    if (onSearchIndex && !publicCount) textToCount = text?.query;
  }
  const beyondPublic = isVisibleBeyondPublic(viewer);
  if (beyondPublic) {
    const onPosts = withCustomPlan(
      allOf([sql`not ${isPublic}`, beyondPublic, ...ofStatus, ...otherConditions]),
    );
    parts.push({
      onPosts,
      onSearchIndex: undefined,
      precomputed: undefined,
      countQuery: countPostsQuery(onPosts),
    });
  }
  return { parts, text, textToCount };
}

/**
 * The `from` of a query over all parts, with the alias `matches`.
 * @param select columns of `posts` that the query needs
 * @param tail added to the query of each part, such as an order and a limit
 */
export function unionParts(
  parts: readonly Condition[],
  select: RawBuilder<unknown>,
  tail = sql``,
): RawBuilder<unknown> {
  const selects = parts.map((part) => sql`(select ${select} from posts where ${part} ${tail})`);
  const emptySelect = sql`(select ${select} from posts where false)`;
  return sql`(${sql.join(selects.length > 0 ? selects : [emptySelect], sql` union all `)}) as matches`;
}

/** Number of matching posts. */
export async function countMatchingPosts(tx: Tx, viewer: Viewer, filters: PostSelection): Promise<number> {
  const { parts, textToCount } = await buildMatchingQuery(tx, viewer, filters, true);
  const counts = parts.map((part) => part.countQuery);
  if (counts.length === 0) return 0;
  const { rows } = await sql<{ total: number }>`
    select sum(count)::bigint as total from (${sql.join(counts, sql` union all `)}) as counted`.execute(tx);
  const total = rows[0]?.total ?? 0;
  if (textToCount) recordFrequentText(textToCount, total);
  return total;
}
