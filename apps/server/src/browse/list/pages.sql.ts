/** Ids of one page of the posts that match, in the order that is asked for. */
import type { PostFilters, postSortFields } from '@waypost/contract/browse/post-filters';
import { type RawBuilder, sql } from 'kysely';
import type { Tx } from '../../kernel/db/database.ts';
import type { Viewer } from '../../kernel/security/viewer.ts';
import { readBusyPosts, seenBy } from '../../posts/posts.public.ts';
import { buildMatchingQuery, unionParts } from '../filters/matching-posts.sql.ts';
import { searchIndexColumns } from '../search/search-index.sql.ts';
import {
  isEstimatedFrequent,
  relevanceRanks,
  relevanceScore,
  type SearchText,
} from '../search/search-text.sql.ts';
import { skipWholeDays } from './deep-pagination.sql.ts';

type Condition = RawBuilder<boolean>;

export interface PageRequest {
  orderby: (typeof postSortFields)[number];
  order: 'asc' | 'desc';
  limit: number;
  offset: number;
}

/** What decides which posts stand first; looked up only when it is needed. */
type RankCondition = () => Promise<Condition>;

/**
 * What comes before everything else, first things first: a post stands where it first fits. The last one fits all. Each is
 * asked for by itself, because together they could not walk along an index.
 * @param busy posts that come last
 */
function buildRanks(
  tx: Tx,
  { orderby }: PageRequest,
  text: SearchText | undefined,
  busy: readonly number[],
): RankCondition[] {
  const isSearch = orderby === 'relevance' && text !== undefined && text.words.length > 0;
  const every: RankCondition = () => Promise.resolve(sql<boolean>`true`);
  const ranks = [...(isSearch ? relevanceRanks(tx, text) : []), every];
  if (busy.length === 0) return ranks;
  const isFree = sql`posts.id <> all(${busy}::bigint[])`;
  return [
    ...ranks.map(
      (rank): RankCondition =>
        async () =>
          sql`(${isFree} and ${await rank()})`,
    ),
    ...ranks,
  ];
}

/** Orders that `post_words` knows. */
const searchIndexOrders: ReadonlySet<PageRequest['orderby']> = new Set(['relevance', 'post_date']);

/** Ids of posts in order, and how many match in all where that came with them. */
interface PageOfIds {
  ids: number[];
  total?: number;
}

/** One look at all rows that have the words, which are ranked and counted as they come: quick as long as they are not plenty. */
async function readPageFromSearchIndex(
  tx: Tx,
  viewer: Viewer,
  { words, text, busy }: { words: Condition; text: SearchText; busy: readonly number[] },
  { orderby, order, limit, offset }: PageRequest,
): Promise<PageOfIds> {
  const direction = sql.raw(order);
  const ranks = [
    ...(busy.length > 0 ? [sql`post_words.post_id = any(${busy}::bigint[])`] : []),
    ...(orderby === 'relevance' ? [relevanceScore(text)] : []),
    sql`${searchIndexColumns(viewer).postDate} ${direction}`,
    sql`post_words.post_id ${direction}`,
  ];
  const { rows } = await sql<{ id: number; total: number }>`
    select post_id as id, count(*) over () as total from post_words where ${words}
    order by ${sql.join(ranks)} limit ${limit} offset ${offset}`.execute(tx);
  const [first] = rows;
  return { ids: rows.map(({ id }) => id), ...(first ? { total: first.total } : {}) };
}

/** One page of what matches. */
export async function readPageOfIds(
  tx: Tx,
  viewer: Viewer,
  filters: PostFilters,
  page: PageRequest,
): Promise<PageOfIds> {
  if (page.limit === 0) return { ids: [] };
  const seen = seenBy(viewer);
  const columns: Record<PageRequest['orderby'], RawBuilder<unknown>> = {
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
  const { parts, text } = await buildMatchingQuery(tx, viewer, filters, searchIndexOrders.has(page.orderby));
  const busy = filters.order_unlocked_on_top ? await readBusyPosts(tx, viewer) : [];
  const words = parts[0]?.onSearchIndex;
  if (words && text && !(await isEstimatedFrequent(tx, text.onSearchIndex)))
    return readPageFromSearchIndex(tx, viewer, { words, text, busy }, page);
  const ranks = buildRanks(tx, page, text, busy);
  const [only] = ranks.length === 1 && parts.length === 1 ? parts : [];
  const kind = page.orderby === 'created' || page.orderby === 'post_date' ? page.orderby : undefined;
  const start =
    only?.precomputed && kind && (await skipWholeDays(tx, only.precomputed, { ...page, kind, column }));
  const offset = page.offset - (start?.skippedCount ?? 0);
  const end = offset + page.limit;
  const firsts = sql`${inOrder(column, sql`posts.id`)} limit ${end}`;
  const found = new Set<number>();
  for (const [at, rank] of ranks.entries()) {
    const isLast = at === ranks.length - 1;
    const fits = await rank();
    const ofRank = parts.map(
      (part): Condition => sql`${part.onPosts} and ${fits} and ${start?.condition ?? sql`true`}`,
    );
    // What stood in an earlier rank comes once more: it is passed over here, so that a rank alone can be cut short.
    const passed = isLast && found.size === 0 ? offset : 0;
    const { rows } = await sql<{ id: number }>`
      select id from ${unionParts(ofRank, sql`posts.id, ${column} as key`, firsts)}
      ${inOrder(sql`key`, sql`id`)} limit ${end - passed} offset ${passed}`.execute(tx);
    for (const { id } of rows) found.add(id);
    if (passed > 0) return { ids: [...found] };
    if (found.size >= end) break;
  }
  return { ids: [...found].slice(offset, end) };
}
