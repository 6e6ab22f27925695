/** Queries of the team's conversations with reporters: all messages about one post as one row. */
import type { ReporterThread } from '@waypost/contract/receipts/receipts';
import { type RawBuilder, sql } from 'kysely';
import type { Tx } from '../kernel/db/database.ts';
import { type Page, readPageOfTotals } from '../kernel/db/paging.ts';
import type { Viewer } from '../kernel/security/viewer.ts';
import { isVisibleTo } from '../posts/posts.public.ts';

/** A conversation as in the API, with a date. */
export type ReporterThreadRow = Omit<ReporterThread, 'created'> & { created: Date };

interface ReporterThreadSearch {
  state?: 'all' | 'unread' | 'waiting' | undefined;
  /** Pattern for ILIKE, matched with the title and all messages. */
  likePattern?: string | undefined;
  limit: number;
  offset: number;
}

/** Characters of the text of a post without a title. */
const titleLength = 100;

/** A page of conversations about posts that the viewer may read, the latest first; of those that wait for a reply, the one that has waited longest. */
export function findReporterThreads(
  tx: Tx,
  viewer: Viewer,
  { state = 'all', likePattern, ...window }: ReporterThreadSearch,
): Promise<Page<ReporterThreadRow>> {
  const isWaiting = sql<boolean>`(not latest.from_team and not latest.done)`;
  const states: Record<typeof state, RawBuilder<boolean>> = {
    all: sql`true`,
    unread: sql`unread > 0`,
    waiting: isWaiting,
  };
  // Whoever has waited longest comes first, not whoever has written again.
  const order =
    state === 'waiting'
      ? sql`(
          select min(waiting.id) from receipt_messages as waiting
          where waiting.post_id = threads.post_id and waiting.id > coalesce((
            select max(settled.id) from receipt_messages as settled
            where settled.post_id = threads.post_id and (settled.from_team or settled.done)), 0))`
      : sql`latest.id desc`;
  const matchesText =
    likePattern === undefined
      ? sql`true`
      : sql`(threads.title ilike ${likePattern} or exists (
          select from receipt_messages where receipt_messages.post_id = threads.post_id
            and receipt_messages.message ilike ${likePattern}))`;
  const readRows = async ({ limit, offset }: typeof window) => {
    const { rows } = await sql<ReporterThreadRow & { total: number }>`
    with threads as (
      select posts.id as post_id, coalesce(nullif(posts.title, ''), left(posts.content, ${titleLength}), '') as title,
        max(receipt_messages.id) as latest_id,
        count(*) filter (where not receipt_messages.from_team and not receipt_messages.seen) as unread
      from receipt_messages join posts on posts.id = receipt_messages.post_id
      where ${isVisibleTo(viewer)}
      group by posts.id
    )
    select threads.post_id, threads.title, threads.unread, ${isWaiting} as is_waiting, latest.id as message_id,
      case when latest.from_team then 'team' else 'reporter' end as "from", latest.message, latest.created,
      count(*) over () as total
    from threads join receipt_messages latest on latest.id = threads.latest_id
    where ${states[state]} and ${matchesText}
    order by ${order} limit ${limit} offset ${offset}`.execute(tx);
    return rows;
  };
  return readPageOfTotals(readRows, window);
}

/** Marks the messages about a post as seen, up to one of them. */
export const markReporterMessagesSeen = async (tx: Tx, postId: number, messageId: number): Promise<void> => {
  await tx
    .updateTable('receipt_messages')
    .set({ seen: true })
    .where('post_id', '=', postId)
    .where('id', '<=', messageId)
    .where('from_team', '=', false)
    .where('seen', '=', false)
    .execute();
};

/** Marks the messages about a post as done, up to one of them: they need no reply; or as not done. */
export const markReporterMessagesDone = async (
  tx: Tx,
  postId: number,
  messageId: number,
  isDone: boolean,
): Promise<void> => {
  await tx
    .updateTable('receipt_messages')
    .set({ done: isDone })
    .where('post_id', '=', postId)
    .where('id', '<=', messageId)
    .where('from_team', '=', false)
    .execute();
};
