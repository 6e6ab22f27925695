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
import { allOf, byStatus, filterConditions, statusesOf, usualStatuses } from './filters.sql.ts';

type Condition = RawBuilder<boolean>;

/**
 * Conditions on `posts` that exclude one another: the posts that match are those of all of them together. What is public is
 * apart from what the viewer sees beside it, because each part then walks along an index of its own; one condition with
 * "or" in it would walk along none.
 */
export async function matching(tx: Tx, viewer: Viewer, filters: PostFilters): Promise<Condition[]> {
  // A saved search says itself which statuses it is about.
  const usual = filters.saved_search?.length ? undefined : usualStatuses;
  const statuses = statusesOf(filters.status, usual);
  const within = withinTrial(viewer);
  const asked = await readAsked(tx, viewer, filters);
  const others = [...(within ? [within] : []), ...filterConditions(viewer, asked)];
  const ofStatus = byStatus(filters.status, usual);
  if (managesPosts(viewer)) return [allOf([...ofStatus, ...others])];
  const open = statuses?.includes('published') === false ? [] : [allOf([isPublic, ...others])];
  const beside = visibleBeside(viewer);
  return beside ? [...open, allOf([sql`not ${isPublic}`, beside, ...ofStatus, ...others])] : open;
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
  const from = everyPart(await matching(tx, viewer, filters), sql`count(*) as count`);
  const { rows } = await sql<{
    total: number;
  }>`select coalesce(sum(count), 0)::bigint as total from ${from}`.execute(tx);
  return rows[0]?.total ?? 0;
}

/** Each part twice, without and with what comes last: as one condition it would not be walked through in order. */
const apart = (parts: readonly Condition[], last: Condition | undefined): readonly Condition[] =>
  last
    ? parts.flatMap((part) => [sql<boolean>`(${part} and not ${last})`, sql<boolean>`(${part} and ${last})`])
    : parts;

export interface Page {
  orderby: (typeof postOrders)[number];
  order: 'asc' | 'desc';
  limit: number;
  offset: number;
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
  };
  const column = columns[page.orderby];
  const direction = sql.raw(page.order);
  // What was never changed comes last either way; only that column and the title can be empty, and indexes have no such words.
  const nulls = page.orderby === 'updated' || page.orderby === 'title' ? sql`nulls last` : sql``;
  const inOrder = (key: RawBuilder<unknown>, id: RawBuilder<unknown>) =>
    sql`${key} ${direction} ${nulls}, ${id} ${direction}`;
  const firsts = sql`order by ${inOrder(column, sql`posts.id`)} limit ${page.offset + page.limit}`;
  const busy = filters.order_unlocked_on_top ? await readBusyPosts(tx, viewer) : [];
  const isBusy = sql<boolean>`posts.id = any(${busy}::bigint[])`;
  const from = everyPart(
    apart(await matching(tx, viewer, filters), busy.length > 0 ? isBusy : undefined),
    sql`posts.id, ${column} as key, ${isBusy} as busy`,
    firsts,
  );
  const { rows } = await sql<{ id: number }>`
    select id from ${from} order by busy, ${inOrder(sql`key`, sql`id`)}
    limit ${page.limit} offset ${page.offset}`.execute(tx);
  return rows.map((row) => row.id);
}
