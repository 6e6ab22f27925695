/** Ids of the posts on one page, in the requested order. */
import type { postSortFields } from '@waypost/contract/browse/post-filters';
import { type RawBuilder, sql } from 'kysely';
import type { Tx } from '../../kernel/db/database.ts';
import type { Viewer } from '../../kernel/security/viewer.ts';
import { columnsVisibleTo, readLockedPostIds } from '../../posts/posts.public.ts';
import type { PostSelection } from '../filters/filter-key.rules.ts';
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

/** Order and position of a page. */
export interface PageRequest {
  orderby: (typeof postSortFields)[number];
  order: 'asc' | 'desc';
  limit: number;
  offset: number;
}

/** Condition of a rank; built only when the rank is needed. */
type RankCondition = () => Promise<Condition>;

/**
 * The ranks of posts, in order. A post belongs to the first rank whose condition it matches; the last one matches all.
 * Each rank is a query of its own, because a combined one could not use an index.
 * @param lockedIds posts that come last
 */
function buildRanks(
  tx: Tx,
  { orderby }: PageRequest,
  text: SearchText | undefined,
  lockedIds: readonly number[],
): RankCondition[] {
  const isSearch = orderby === 'relevance' && text !== undefined && text.words.length > 0;
  const everyPost: RankCondition = () => Promise.resolve(sql<boolean>`true`);
  const ranks = [...(isSearch ? relevanceRanks(tx, text) : []), everyPost];
  if (lockedIds.length === 0) return ranks;
  const isUnlocked = sql`posts.id <> all(${lockedIds}::bigint[])`;
  return [
    ...ranks.map(
      (rank): RankCondition =>
        async () =>
          sql`(${isUnlocked} and ${await rank()})`,
    ),
    ...ranks,
  ];
}

/** Orders for which the search index has the columns. */
const searchIndexOrders: ReadonlySet<PageRequest['orderby']> = new Set(['relevance', 'post_date']);

/** Orders by a column that can be null. */
const nullableOrders: ReadonlySet<PageRequest['orderby']> = new Set(['updated', 'title', 'slug', 'form_id']);

/** Ids of posts in order, and the number of all matching posts where it is known. */
interface PageOfIds {
  ids: number[];
  total?: number;
}

/** Ranks and counts all matching rows of the search index in one query: fast unless very many posts match. */
async function readPageFromSearchIndex(
  tx: Tx,
  viewer: Viewer,
  { condition, text, lockedIds }: { condition: Condition; text: SearchText; lockedIds: readonly number[] },
  { orderby, order, limit, offset }: PageRequest,
): Promise<PageOfIds> {
  const direction = sql.raw(order);
  const ranks = [
    ...(lockedIds.length > 0 ? [sql`post_search_index.post_id = any(${lockedIds}::bigint[])`] : []),
    ...(orderby === 'relevance' ? [relevanceScore(text)] : []),
    sql`${searchIndexColumns(viewer).postDate} ${direction}`,
    sql`post_search_index.post_id ${direction}`,
  ];
  const { rows } = await sql<{ id: number; total: number }>`
    select post_id as id, count(*) over () as total from post_search_index where ${condition}
    order by ${sql.join(ranks)} limit ${limit} offset ${offset}`.execute(tx);
  const [first] = rows;
  return { ids: rows.map(({ id }) => id), ...(first ? { total: first.total } : {}) };
}

/** Reads one page of the posts that match filters. */
export async function readPageOfIds(
  tx: Tx,
  viewer: Viewer,
  filters: PostSelection,
  page: PageRequest,
): Promise<PageOfIds> {
  if (page.limit === 0) return { ids: [] };
  const visible = columnsVisibleTo(viewer);
  const columns: Record<PageRequest['orderby'], RawBuilder<unknown>> = {
    id: sql`posts.id`,
    post_date: visible.postDate,
    created: visible.created,
    updated: visible.updated,
    title: sql`posts.title`,
    status: sql`posts.status`,
    slug: sql`posts.slug`,
    form_id: sql`posts.survey_id`,
    relevance: visible.postDate,
  };
  const column = columns[page.orderby];
  const direction = sql.raw(page.order);
  // Nulls come last in both directions. The indexes of columns that cannot be null have no such clause.
  const nulls = nullableOrders.has(page.orderby) ? sql`nulls last` : sql``;
  const inOrder = (key: RawBuilder<unknown>, id: RawBuilder<unknown>) =>
    sql`order by ${key} ${direction} ${nulls}, ${id} ${direction}`;
  const { parts, text } = await buildMatchingQuery(tx, viewer, filters, searchIndexOrders.has(page.orderby));
  const lockedIds = filters.order_unlocked_on_top ? await readLockedPostIds(tx, viewer) : [];
  const condition = parts[0]?.onSearchIndex;
  if (condition && text && !(await isEstimatedFrequent(tx, text.onSearchIndex)))
    return readPageFromSearchIndex(tx, viewer, { condition, text, lockedIds }, page);
  const ranks = buildRanks(tx, page, text, lockedIds);
  const [singlePart] = ranks.length === 1 && parts.length === 1 ? parts : [];
  const kind = page.orderby === 'created' || page.orderby === 'post_date' ? page.orderby : undefined;
  const start =
    singlePart?.precomputed &&
    kind &&
    (await skipWholeDays(tx, singlePart.precomputed, { ...page, kind, column }));
  const offset = page.offset - (start?.skippedCount ?? 0);
  const end = offset + page.limit;
  const firstRows = sql`${inOrder(column, sql`posts.id`)} limit ${end}`;
  const ids = new Set<number>();
  for (const [index, rank] of ranks.entries()) {
    const isLast = index === ranks.length - 1;
    const isInRank = await rank();
    const conditions = parts.map(
      (part): Condition => sql`${part.onPosts} and ${isInRank} and ${start?.condition ?? sql`true`}`,
    );
    // A later rank contains the posts of earlier ones again. The set drops them, so that a rank's query can be cut short.
    const skipped = isLast && ids.size === 0 ? offset : 0;
    const { rows } = await sql<{ id: number }>`
      select id from ${unionParts(conditions, sql`posts.id, ${column} as key`, firstRows)}
      ${inOrder(sql`key`, sql`id`)} limit ${end - skipped} offset ${skipped}`.execute(tx);
    for (const { id } of rows) ids.add(id);
    if (skipped > 0) return { ids: [...ids] };
    if (ids.size >= end) break;
  }
  return { ids: [...ids].slice(offset, end) };
}
