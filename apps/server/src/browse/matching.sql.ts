/** Which posts a request is about, who asks being part of the question: pages and counts of them. */
import type { PostFilters, postOrders } from '@waypost/contract/post-filters';
import { type RawBuilder, sql } from 'kysely';
import type { Tx } from '../kernel/db.ts';
import type { Viewer } from '../kernel/viewer.ts';
import {
  isPublic,
  managesPosts,
  readBusyPosts,
  seenBy,
  visibleBeside,
  withinTrial,
} from '../posts/posts.public.ts';
import { readAsked } from './asked-posts.sql.ts';
import { type Counted, countedAs, countOfDays } from './counted.sql.ts';
import { passDays } from './far-down.sql.ts';
import { allOf, byStatus, filterConditions, statusesOf, usualStatuses } from './filters.sql.ts';
import { betterFits, countByText, isCountable, type SearchedText } from './text.sql.ts';

type Condition = RawBuilder<boolean>;

/** Some of the posts that match. */
export interface Part {
  /** On `posts`. */
  posts: Condition;
  /** The same posts, where they are counted beforehand. */
  counted: Counted | undefined;
  /** How many they are, as a query of one number, `count`. */
  count: RawBuilder<unknown>;
}

export interface Matching {
  parts: Part[];
  /** What was typed to find them. */
  text: SearchedText | undefined;
}

const countOf = (part: Condition) => sql`(select count(*) as count from posts where ${part})`;

/**
 * Conditions on `posts` that exclude one another: the posts that match are those of all of them together. What is public is
 * apart from what the viewer sees beside it, because each part then walks along an index of its own; one condition with
 * "or" in it would walk along none.
 */
export async function matching(tx: Tx, viewer: Viewer, filters: PostFilters): Promise<Matching> {
  // A saved search says itself which statuses it is about.
  const usual = filters.saved_search?.length ? undefined : usualStatuses;
  const statuses = statusesOf(filters.status, usual);
  const within = withinTrial(viewer);
  const asked = await readAsked(tx, viewer, filters);
  const others = [...(within ? [within] : []), ...filterConditions(viewer, asked)];
  const ofStatus = byStatus(filters.status, usual);
  const { text } = asked;
  const alone = others.length === 1 && text && isCountable(text) ? text : undefined;
  const part = (posts: Condition, counted: Counted | undefined, ofWords: Condition): Part => {
    const count = alone ? countByText(viewer, alone, ofWords) : countOf(posts);
    return { posts, counted, count: counted ? countOfDays(counted) : count };
  };
  const counted = async (audience: Parameters<typeof countedAs>[2]) =>
    within ? undefined : countedAs(tx, filters, audience);
  if (managesPosts(viewer)) {
    const ofWords = allOf(byStatus(filters.status, usual, 'post_words'));
    return { parts: [part(allOf([...ofStatus, ...others]), await counted({ statuses }), ofWords)], text };
  }
  const parts: Part[] = [];
  if (statuses?.includes('published') ?? true)
    parts.push(part(allOf([isPublic, ...others]), await counted('everyone'), sql`post_words.is_public`));
  const beside = visibleBeside(viewer);
  if (beside) {
    const notOpen = allOf([sql`not ${isPublic}`, beside, ...ofStatus, ...others]);
    parts.push({ posts: notOpen, counted: undefined, count: countOf(notOpen) });
  }
  return { parts, text };
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
  const counts = (await matching(tx, viewer, filters)).parts.map((part) => part.count);
  if (counts.length === 0) return 0;
  const { rows } = await sql<{ total: number }>`
    select sum(count)::bigint as total from (${sql.join(counts, sql` union all `)}) as counted`.execute(tx);
  return rows[0]?.total ?? 0;
}

export interface Page {
  orderby: (typeof postOrders)[number];
  order: 'asc' | 'desc';
  limit: number;
  offset: number;
}

/** What decides which posts stand first; looked up only when it is needed. */
type Rank = () => Promise<Condition>;

/**
 * What comes before everything else, first things first: a post stands where it first fits. The last one fits all. Each is
 * asked for by itself, because together they could not walk along an index.
 * @param busy posts that come last
 */
function ranksOf(tx: Tx, { orderby }: Page, text: SearchedText | undefined, busy: readonly number[]): Rank[] {
  const isSearch = orderby === 'relevance' && text !== undefined && text.words.length > 0;
  const every: Rank = () => Promise.resolve(sql<boolean>`true`);
  const ranks = [...(isSearch ? betterFits(tx, text) : []), every];
  if (busy.length === 0) return ranks;
  const isFree = sql`posts.id <> all(${busy}::bigint[])`;
  return [
    ...ranks.map(
      (rank): Rank =>
        async () =>
          sql`(${isFree} and ${await rank()})`,
    ),
    ...ranks,
  ];
}

/** Ids of one page of what matches. */
export async function pageOfMatching(
  tx: Tx,
  viewer: Viewer,
  filters: PostFilters,
  page: Page,
): Promise<number[]> {
  if (page.limit === 0) return [];
  const seen = seenBy(viewer);
  const columns: Record<Page['orderby'], RawBuilder<unknown>> = {
    id: sql`posts.id`,
    post_date: seen.postDate,
    created: seen.created,
    updated: seen.updated,
    title: sql`posts.title`,
    status: sql`posts.status`,
    relevance: seen.postDate,
  };
  const column = columns[page.orderby];
  const direction = sql.raw(page.order);
  // What was never changed comes last either way; only that column and the title can be empty, and indexes have no such words.
  const nulls = page.orderby === 'updated' || page.orderby === 'title' ? sql`nulls last` : sql``;
  const inOrder = (key: RawBuilder<unknown>, id: RawBuilder<unknown>) =>
    sql`order by ${key} ${direction} ${nulls}, ${id} ${direction}`;
  const { parts, text } = await matching(tx, viewer, filters);
  const busy = filters.order_unlocked_on_top ? await readBusyPosts(tx, viewer) : [];
  const ranks = ranksOf(tx, page, text, busy);
  const [only] = ranks.length === 1 && parts.length === 1 ? parts : [];
  const kind = page.orderby === 'created' || page.orderby === 'post_date' ? page.orderby : undefined;
  const start = only?.counted && kind && (await passDays(tx, only.counted, { ...page, kind, column }));
  const offset = page.offset - (start?.passed ?? 0);
  const end = offset + page.limit;
  const firsts = sql`${inOrder(column, sql`posts.id`)} limit ${end}`;
  const found = new Set<number>();
  for (const [at, rank] of ranks.entries()) {
    const isLast = at === ranks.length - 1;
    const fits = await rank();
    const ofRank = parts.map(
      (part): Condition => sql`${part.posts} and ${fits} and ${start?.rest ?? sql`true`}`,
    );
    // What stood in an earlier rank comes once more: it is passed over here, so that a rank alone can be cut short.
    const passed = isLast && found.size === 0 ? offset : 0;
    const { rows } = await sql<{ id: number }>`
      select id from ${everyPart(ofRank, sql`posts.id, ${column} as key`, firsts)}
      ${inOrder(sql`key`, sql`id`)} limit ${end - passed} offset ${passed}`.execute(tx);
    for (const { id } of rows) found.add(id);
    if (passed > 0) return [...found];
    if (found.size >= end) break;
  }
  return [...found].slice(offset, end);
}
