/** Queries about senders of posts. */
import { limits } from '@waypost/contract/common/limits';
import { type Insertable, type RawBuilder, type Selectable, sql } from 'kysely';
import type { Tx } from '../../kernel/db/database.ts';
import type { Tables } from '../../migrations/tables.ts';
import { maskPosts } from '../edit/write-posts.sql.ts';
import { contentStart, type PostRow } from '../posts.sql.ts';

/** Why a visitor's post is held for review; null when it is not. */
export type HoldReason = Selectable<Tables['post_senders']>['hold_reason'];

/** The hash of the visitor who sent a post, and why the post is held, if it is. */
export type NewSender = Insertable<Tables['post_senders']>;

/** Stores the senders of posts, and the reasons of those that are held. */
export async function insertSenders(tx: Tx, senders: readonly NewSender[]): Promise<void> {
  if (senders.length > 0) await tx.insertInto('post_senders').values(senders).execute();
  const holds = senders.flatMap(({ post_id, hold_reason: reason }) => (reason ? [{ post_id, reason }] : []));
  if (holds.length > 0) await tx.insertInto('post_holds').values(holds).execute();
}

/** Stores the receipts of posts. A receipt that another post has already is left out: it would open two reports. */
export async function insertReceipts(
  tx: Tx,
  receipts: readonly Insertable<Tables['receipts']>[],
): Promise<void> {
  if (receipts.length === 0) return;
  await tx
    .insertInto('receipts')
    .values(receipts)
    .onConflict((on) => on.doNothing())
    .execute();
}

/** Deletes the links between posts of one visitor after `limits.senderLinkSeconds`. */
export const deleteOldSenders = async (tx: Tx): Promise<void> => {
  await tx
    .deleteFrom('post_senders')
    .where('created', '<', sql<Date>`now() - make_interval(secs => ${limits.senderLinkSeconds})`)
    .execute();
};

/** The sender hash of a visitor's post, while it is stored. */
export const findSenderHash = async (tx: Tx, postId: number): Promise<Buffer | undefined> =>
  (await tx.selectFrom('post_senders').select('sender_hash').where('post_id', '=', postId).executeTakeFirst())
    ?.sender_hash;

/** Why a post was held for review; null when it was not. */
export const findHoldReason = async (tx: Tx, postId: number): Promise<HoldReason> =>
  (await tx.selectFrom('post_holds').select('reason').where('post_id', '=', postId).executeTakeFirst())
    ?.reason ?? null;

/** The name of an account, or the address or number of a contact. */
export async function readSenderName(
  tx: Tx,
  kind: 'account' | 'contact',
  id: number,
): Promise<string | null> {
  const { rows } = await sql<{ name: string | null }>`
    select ${kind === 'account' ? sql`realname as name from users` : sql`contact as name from contacts`}
    where id = ${id}`.execute(tx);
  return rows[0]?.name ?? null;
}

/** Condition on `posts`: sent with this account. */
export const isFromAccount = (id: number) => sql<boolean>`posts.user_id = ${id}`;
/** Condition on `posts`: sent by this contact, without an account. */
export const isFromContact = (id: number) =>
  sql<boolean>`(posts.user_id is null and posts.contact_id = ${id})`;
/** Condition on `posts`: sent by the visitor with this hash. */
export const isFromVisitor = (sender: Buffer) =>
  sql<boolean>`posts.id in (select post_id from post_senders where sender_hash = ${sender})`;
/** Condition on `posts`: this post only. */
export const isPostWithId = (id: number) => sql<boolean>`posts.id = ${id}`;

type ListedPost = Pick<PostRow, 'id' | 'title' | 'content' | 'status' | 'created'>;

/** Number of posts of a sender (`total`), of those not archived (`open`), and the latest of them. */
export async function readPostsOfSender(
  tx: Tx,
  isFromSender: RawBuilder<boolean>,
  maxPosts: number,
): Promise<{ total: number; open: number; posts: ListedPost[] }> {
  const { rows } = await sql<{ total: number; open: number }>`
    select count(*)::int as total, (count(*) filter (where status <> 'archived'))::int as open
    from posts where ${isFromSender}`.execute(tx);
  const posts = await tx
    .selectFrom('posts')
    .select(['id', 'title', 'status', 'created', contentStart.as('content')])
    .where(isFromSender)
    .orderBy('id', 'desc')
    .limit(maxPosts)
    .execute();
  return { total: rows[0]?.total ?? 0, open: rows[0]?.open ?? 0, posts };
}

/** Clean-ups of a sender's posts that have not been undone, the latest first. */
export async function readCleanupsOfSender(
  tx: Tx,
  isFromSender: RawBuilder<boolean>,
): Promise<{ id: number; created: Date; count: number }[]> {
  const { rows } = await sql<{ id: number; created: Date; count: number }>`
    select cleanups.id, cleanups.created, count(*)::int as count
    from cleanups join cleanup_posts on cleanup_id = cleanups.id
    where cleanups.undone is null
      and cleanups.id in (select cleanup_id from cleanup_posts join posts on posts.id = post_id where ${isFromSender})
    group by cleanups.id order by cleanups.id desc limit 20`.execute(tx);
  return rows;
}

interface StatusChange {
  id: number;
  before: PostRow['status'];
  after: PostRow['status'];
}

/** Changes the status of posts, with a revision for each. The survey's rules for published posts are not applied. */
async function changeStatuses(
  tx: Tx,
  userId: number | null,
  changes: readonly StatusChange[],
): Promise<void> {
  if (changes.length === 0) return;
  const rows = JSON.stringify(changes);
  await sql`
    with new as (select * from json_to_recordset(${rows}::json) as it (id bigint, before text, after text)),
    changed as (
      update posts set status = new.after, revision = posts.revision + 1, updated = now()
      from new where posts.id = new.id
      returning posts.id, posts.revision, new.before)
    insert into post_revisions (post_id, revision, user_id, replaced)
    select id, revision, ${userId}, jsonb_build_object('status', before) from changed`.execute(tx);
  await maskPosts(
    tx,
    changes.map(({ id }) => id),
  );
}

/**
 * Archives the posts of a sender. Those that are merged into others are split first: they shall not be shown with them.
 * @returns id of the clean-up and number of archived posts
 */
export async function archivePosts(
  tx: Tx,
  userId: number | null,
  isFromSender: RawBuilder<boolean>,
): Promise<{ id: number; count: number }> {
  await tx
    .updateTable('posts')
    .set({ merged_into: null })
    .where(isFromSender)
    .where('merged_into', 'is not', null)
    .execute();
  const archived = await tx
    .selectFrom('posts')
    .select(['id', 'status'])
    .where(isFromSender)
    .where('status', '<>', 'archived')
    .orderBy('id')
    .forUpdate()
    .execute();
  const { id } = await tx
    .insertInto('cleanups')
    .values({ user_id: userId })
    .returning('id')
    .executeTakeFirstOrThrow();
  await sql`
    insert into cleanup_posts (cleanup_id, post_id, status)
    select ${id}, post.id, post.status
    from json_to_recordset(${JSON.stringify(archived)}::json) as post (id bigint, status text)`.execute(tx);
  const changes = archived.map((it): StatusChange => ({ id: it.id, before: it.status, after: 'archived' }));
  await changeStatuses(tx, userId, changes);
  return { id, count: archived.length };
}

/**
 * Undoes a clean-up: posts that are still archived get their earlier status back.
 * @returns the number of restored posts; undefined when there is no such clean-up or it has been undone
 */
export async function restoreArchivedPosts(
  tx: Tx,
  userId: number | null,
  cleanupId: number,
): Promise<number | undefined> {
  const undone = await tx
    .updateTable('cleanups')
    .set({ undone: sql<Date>`now()` })
    .where('id', '=', cleanupId)
    .where('undone', 'is', null)
    .returning('id')
    .executeTakeFirst();
  if (!undone) return undefined;
  const rows = await tx
    .selectFrom('cleanup_posts')
    .innerJoin('posts', 'posts.id', 'cleanup_posts.post_id')
    .select(['posts.id', 'posts.declined_uses', 'cleanup_posts.status as before'])
    .where('cleanup_id', '=', cleanupId)
    .where('posts.status', '=', 'archived')
    .where('posts.merged_into', 'is', null)
    .orderBy('posts.id')
    .forUpdate('posts')
    .execute();
  const changes = rows.map(({ id, before, declined_uses }): StatusChange => {
    // The reporter may have changed their mind meanwhile.
    const isUnpublished = before === 'published' && declined_uses.includes('publish');
    return { id, before: 'archived', after: isUnpublished ? 'draft' : before };
  });
  await changeStatuses(tx, userId, changes);
  return changes.length;
}

/** Changes whether messages of the contact are published at once. @returns whether it was different before */
export async function setContactTrusted(tx: Tx, id: number, trusted: boolean): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('contacts')
    .set({ trusted })
    .where('id', '=', id)
    .where('trusted', '<>', trusted)
    .executeTakeFirst();
  // A rule of urgency may be about trusted senders.
  if (numUpdatedRows > 0)
    await sql`
      select update_urgency(array(select posts.id from posts where posts.contact_id = ${id} and posts.status = 'draft'))`.execute(
      tx,
    );
  return numUpdatedRows > 0;
}
