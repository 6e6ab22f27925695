/** Which posts a request is about, who asks being part of the question; and how many they are. */
import type { PostFilters } from '@waypost/contract/post-filters';
import { type RawBuilder, sql } from 'kysely';
import type { Tx } from '../kernel/db.ts';
import { plannedAnew } from '../kernel/ready.ts';
import type { Viewer } from '../kernel/viewer.ts';
import { isPublic, managesPosts, seenBy, visibleBeside, withinTrial } from '../posts/posts.public.ts';
import { readAsked } from './asked-posts.sql.ts';
import { type Counted, countedAs, countOfDays } from './counted.sql.ts';
import { noteFrequent } from './counted-texts.sql.ts';
import { allOf, byStatus, filterConditions, statusesOf, usualStatuses } from './filters.sql.ts';
import { isAnsweredByWords, matchingWords } from './in-words.sql.ts';
import { isAboutWords, type SearchedText } from './text.sql.ts';

type Condition = RawBuilder<boolean>;

/** Some of the posts that match. */
export interface Part {
  /** On `posts`. */
  posts: Condition;
  /** The same on `post_words`, where those can answer alone. */
  words: Condition | undefined;
  /** The same posts, where they are counted beforehand. */
  counted: Counted | undefined;
  /** How many they are, as a query of one number, `count`. */
  count: RawBuilder<unknown>;
}

export interface Matching {
  parts: Part[];
  /** What was typed to find them. */
  text: SearchedText | undefined;
  /** The same as a question to words, where it could be counted beforehand and is not: it is, once very many have it. */
  uncounted: string | undefined;
}

/** A rare category wants another plan than a frequent one. */
const byItsValues = (condition: Condition): Condition => sql`${condition} ${plannedAnew}`;

const countOf = (part: Condition) => sql`(select count(*) as count from posts where ${part})`;
const countOfWords = (part: Condition) => sql`(select count(*) as count from post_words where ${part})`;

/**
 * Conditions that exclude one another: the posts that match are those of all of them together. What is public is apart
 * from what the viewer sees beside it, because each part then walks along an index of its own; one condition with "or" in it
 * would walk along none.
 * @param prefersWords whoever asks reads `words` of a part that has it, and not `posts`
 */
export async function matching(
  tx: Tx,
  viewer: Viewer,
  filters: PostFilters,
  prefersWords = false,
): Promise<Matching> {
  // A saved search says itself which statuses it is about.
  const usual = filters.saved_search?.length ? undefined : usualStatuses;
  const statuses = statusesOf(filters.status, usual);
  const within = withinTrial(viewer);
  const byWords = prefersWords && isAnsweredByWords(viewer, filters);
  const asked = await readAsked(tx, viewer, filters, [], byWords ? 'words' : 'posts');
  const { text } = asked;
  const words =
    byWords && text && isAboutWords(text)
      ? byItsValues(matchingWords(viewer, filters, text, usual))
      : undefined;
  const others = [...(within ? [within] : []), ...filterConditions(viewer, asked)];
  const ofStatus = byStatus(filters.status, usual);
  const { created, postDate: post_date } = seenBy(viewer);
  const part = (condition: Condition, counted: Counted | undefined): Part => {
    const posts = byItsValues(condition);
    const looked = words ? countOfWords(words) : countOf(posts);
    return {
      posts,
      words,
      counted,
      count: counted ? countOfDays(counted, posts, { created, post_date }) : looked,
    };
  };
  const counted = async (audience: Parameters<typeof countedAs>[2]) =>
    within
      ? undefined
      : countedAs(tx, filters, audience, audience === 'everyone' && words ? text : undefined);
  if (managesPosts(viewer))
    return {
      parts: [part(allOf([...ofStatus, ...others]), await counted({ statuses }))],
      text,
      uncounted: undefined,
    };
  const parts: Part[] = [];
  let uncounted: string | undefined;
  if (statuses?.includes('published') ?? true) {
    const ofAll = await counted('everyone');
    parts.push(part(allOf([isPublic, ...others]), ofAll));
    if (words && !ofAll) uncounted = text?.query;
  }
  const beside = visibleBeside(viewer);
  if (beside) {
    const notOpen = byItsValues(allOf([sql`not ${isPublic}`, beside, ...ofStatus, ...others]));
    parts.push({ posts: notOpen, words: undefined, counted: undefined, count: countOf(notOpen) });
  }
  return { parts, text, uncounted };
}

/** `from` of a query over all parts; the columns that `select` names come out of it. */
export function everyPart(
  parts: readonly Condition[],
  select: RawBuilder<unknown>,
  tail = sql``,
): RawBuilder<unknown> {
  const selects = parts.map((part) => sql`(select ${select} from posts where ${part} ${tail})`);
  const none = sql`(select ${select} from posts where false)`;
  return sql`(${sql.join(selects.length > 0 ? selects : [none], sql` union all `)}) as matches`;
}

/** How many posts match. */
export async function countMatching(tx: Tx, viewer: Viewer, filters: PostFilters): Promise<number> {
  const { parts, uncounted } = await matching(tx, viewer, filters, true);
  const counts = parts.map((part) => part.count);
  if (counts.length === 0) return 0;
  const { rows } = await sql<{ total: number }>`
    select sum(count)::bigint as total from (${sql.join(counts, sql` union all `)}) as counted`.execute(tx);
  const total = rows[0]?.total ?? 0;
  if (uncounted) noteFrequent(uncounted, total);
  return total;
}
