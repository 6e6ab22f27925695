/** Which posts a request is about, who asks being part of the question; and how many they are. */
import type { PostFilters } from '@waypost/contract/browse/post-filters';
import { type RawBuilder, sql } from 'kysely';
import type { Tx } from '../../kernel/db/database.ts';
import { planEachTime } from '../../kernel/db/prepared-statements.ts';
import type { Viewer } from '../../kernel/security/viewer.ts';
import { isPublic, managesPosts, seenBy, visibleBeside, withinTrial } from '../../posts/posts.public.ts';
import { recordFrequentText } from '../counts/counted-texts.sql.ts';
import {
  buildDayCountQuery,
  findPrecomputedCount,
  type PrecomputedCount,
} from '../counts/precomputed-counts.sql.ts';
import { isAnsweredBySearchIndex, searchIndexCondition } from '../search/search-index.sql.ts';
import { hasOnlyWords, type SearchText } from '../search/search-text.sql.ts';
import {
  allOf,
  defaultStatuses,
  filterConditions,
  resolveStatuses,
  statusConditions,
} from './filters.sql.ts';
import { resolveFilters } from './resolved-filters.sql.ts';

type Condition = RawBuilder<boolean>;

/** Some of the posts that match. */
export interface MatchingPart {
  /** On `posts`. */
  onPosts: Condition;
  /** The same on `post_words`, where those can answer alone. */
  onSearchIndex: Condition | undefined;
  /** The same posts, where they are counted beforehand. */
  precomputed: PrecomputedCount | undefined;
  /** How many they are, as a query of one number, `count`. */
  countQuery: RawBuilder<unknown>;
}

export interface MatchingQuery {
  parts: MatchingPart[];
  /** What was typed to find them. */
  text: SearchText | undefined;
  /** The same as a question to words, where it could be counted beforehand and is not: it is, once very many have it. */
  textToCount: string | undefined;
}

/** A rare category wants another plan than a frequent one. */
const withCustomPlan = (condition: Condition): Condition => sql`${condition} ${planEachTime}`;

const countPostsQuery = (part: Condition) => sql`(select count(*) as count from posts where ${part})`;
const countSearchIndexQuery = (part: Condition) =>
  sql`(select count(*) as count from post_words where ${part})`;

/**
 * Conditions that exclude one another: the posts that match are those of all of them together. What is public is apart
 * from what the viewer sees beside it, because each part then walks along an index of its own; one condition with "or" in it
 * would walk along none.
 * @param prefersSearchIndex whoever asks reads `words` of a part that has it, and not `posts`
 */
export async function buildMatchingQuery(
  tx: Tx,
  viewer: Viewer,
  filters: PostFilters,
  prefersSearchIndex = false,
): Promise<MatchingQuery> {
  // A saved search says itself which statuses it is about.
  const usual = filters.saved_search?.length ? undefined : defaultStatuses;
  const statuses = resolveStatuses(filters.status, usual);
  const within = withinTrial(viewer);
  const byWords = prefersSearchIndex && isAnsweredBySearchIndex(viewer, filters);
  const asked = await resolveFilters(tx, viewer, filters, [], byWords ? 'words' : 'posts');
  const { text } = asked;
  const words =
    byWords && text && hasOnlyWords(text)
      ? withCustomPlan(searchIndexCondition(viewer, filters, text, usual))
      : undefined;
  const others = [...(within ? [within] : []), ...filterConditions(viewer, asked)];
  const ofStatus = statusConditions(filters.status, usual);
  const { created, postDate: post_date } = seenBy(viewer);
  const part = (condition: Condition, counted: PrecomputedCount | undefined): MatchingPart => {
    const posts = withCustomPlan(condition);
    const looked = words ? countSearchIndexQuery(words) : countPostsQuery(posts);
    return {
      onPosts: posts,
      onSearchIndex: words,
      precomputed: counted,
      countQuery: counted ? buildDayCountQuery(counted, posts, { created, post_date }) : looked,
    };
  };
  const counted = async (audience: Parameters<typeof findPrecomputedCount>[2]) =>
    within
      ? undefined
      : findPrecomputedCount(tx, filters, audience, audience === 'everyone' && words ? text : undefined);
  if (managesPosts(viewer))
    return {
      parts: [part(allOf([...ofStatus, ...others]), await counted({ statuses }))],
      text,
      textToCount: undefined,
    };
  const parts: MatchingPart[] = [];
  let uncounted: string | undefined;
  if (statuses?.includes('published') ?? true) {
    const ofAll = await counted('everyone');
    parts.push(part(allOf([isPublic, ...others]), ofAll));
    if (words && !ofAll) uncounted = text?.query;
  }
  const beside = visibleBeside(viewer);
  if (beside) {
    const notOpen = withCustomPlan(allOf([sql`not ${isPublic}`, beside, ...ofStatus, ...others]));
    parts.push({
      onPosts: notOpen,
      onSearchIndex: undefined,
      precomputed: undefined,
      countQuery: countPostsQuery(notOpen),
    });
  }
  return { parts, text, textToCount: uncounted };
}

/** `from` of a query over all parts; the columns that `select` names come out of it. */
export function unionParts(
  parts: readonly Condition[],
  select: RawBuilder<unknown>,
  tail = sql``,
): RawBuilder<unknown> {
  const selects = parts.map((part) => sql`(select ${select} from posts where ${part} ${tail})`);
  const none = sql`(select ${select} from posts where false)`;
  return sql`(${sql.join(selects.length > 0 ? selects : [none], sql` union all `)}) as matches`;
}

/** How many posts match. */
export async function countMatchingPosts(tx: Tx, viewer: Viewer, filters: PostFilters): Promise<number> {
  const { parts, textToCount: uncounted } = await buildMatchingQuery(tx, viewer, filters, true);
  const counts = parts.map((part) => part.countQuery);
  if (counts.length === 0) return 0;
  const { rows } = await sql<{ total: number }>`
    select sum(count)::bigint as total from (${sql.join(counts, sql` union all `)}) as counted`.execute(tx);
  const total = rows[0]?.total ?? 0;
  if (uncounted) recordFrequentText(uncounted, total);
  return total;
}
