/** Queries about claims of posts (table `post_locks`). */

import { limits } from '@waypost/contract/common/limits';
import type { ClaimOrder } from '@waypost/contract/review/claims';
import { type RawBuilder, sql } from 'kysely';
import { anyOfIds } from '../kernel/db/any-of-ids.ts';
import type { Tx } from '../kernel/db/database.ts';
import type { Viewer } from '../kernel/security/viewer.ts';
import { contentStart, isActiveLock, isVisibleTo } from '../posts/posts.public.ts';

/** The user of a claim, and the session that it ends with. */
export interface Claimant {
  id: number;
  session: number | null;
}

/** Which waiting posts may be claimed, and in which order. */
export interface ClaimSelection {
  /** Condition on `posts`. */
  condition: RawBuilder<boolean>;
  skippedIds: readonly number[];
  order: ClaimOrder;
  limit: number;
}

const isFree = sql<boolean>`not exists (select from post_locks where post_locks.post_id = posts.id and ${isActiveLock})`;
const newExpiry = sql<Date>`now() + make_interval(secs => ${sql.lit(limits.claimSeconds)})`;

const isSelected = ({ condition, skippedIds }: ClaimSelection) =>
  sql<boolean>`posts.status = 'draft' and ${condition} and posts.id <> all(${skippedIds}::bigint[])`;
const byCreated = (order: 'asc' | 'desc') => sql`posts.created ${sql.raw(order)}, posts.id ${sql.raw(order)}`;
/** The order of posts that were found already; a few, so that it needs no index. */
const inOrder = ({ order }: ClaimSelection) =>
  order === 'urgent'
    ? sql`order by (select post_urgency.score from post_urgency where post_urgency.post_id = posts.id) desc nulls last, ${byCreated('asc')}`
    : sql`order by ${byCreated(order)}`;

/** A post that somebody has claimed, with the beginning of its text. */
interface ClaimedPost {
  post_id: number;
  title: string | null;
  content: string | null;
}

/** The claims of all reviewers, the latest first. */
export async function readClaimedPosts(tx: Tx, viewer: Viewer): Promise<ClaimedPost[]> {
  const { rows } = await sql<ClaimedPost>`
    select posts.id as post_id, posts.title, ${contentStart} as content from post_locks join posts on posts.id = post_locks.post_id
    where post_locks.is_claim and ${isActiveLock} and ${isVisibleTo(viewer)}
    order by post_locks.expires desc, posts.id desc`.execute(tx);
  return rows;
}

/** Lets the requests of an account change its claims one after another, until the end of the transaction. */
export const lockClaims = async (tx: Tx, userId: number): Promise<void> => {
  await sql`select pg_advisory_xact_lock(hashtextextended('review claims', ${userId}))`.execute(tx);
};

/** How many more posts the account may claim. Call `lockClaims` first. */
export async function countClaimsLeft(tx: Tx, userId: number): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from post_locks
    where post_locks.user_id = ${userId} and post_locks.is_claim and ${isActiveLock}`.execute(tx);
  return Math.max(0, limits.claimsPerAccount - (rows[0]?.count ?? 0));
}

/** Which of the posts the user holds, by a claim or an open editor. */
export async function findHeldPosts(tx: Tx, userId: number, postIds: readonly number[]): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select post_id as id from post_locks
    where post_locks.user_id = ${userId} and post_id = ${anyOfIds(postIds)} and ${isActiveLock}`.execute(tx);
  return rows.map(({ id }) => id);
}

/** Posts that the user has claimed already, in the order of the queue. */
export async function findOwnClaims(tx: Tx, userId: number, selection: ClaimSelection): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select posts.id from post_locks join posts on posts.id = post_locks.post_id
    where post_locks.user_id = ${userId} and post_locks.is_claim and ${isActiveLock} and ${isSelected(selection)}
    ${inOrder(selection)} limit ${selection.limit}`.execute(tx);
  return rows.map(({ id }) => id);
}

/** Those of the posts that wait for review, that nobody holds, and that the user claimed last: the claim has expired. */
export async function findExpiredClaims(
  tx: Tx,
  userId: number,
  postIds: readonly number[],
  limit: number,
): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select posts.id from posts join post_locks on post_locks.post_id = posts.id
    where posts.id = ${anyOfIds(postIds)} and posts.status = 'draft'
      and post_locks.user_id = ${userId} and post_locks.is_claim and not ${isActiveLock}
    order by posts.id limit ${limit}`.execute(tx);
  return rows.map(({ id }) => id);
}

/** The most urgent posts that nobody holds, by the index of scores. Posts that no rule matches are left out. */
async function lockUrgentPosts(tx: Tx, selection: ClaimSelection): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select posts.id from post_urgency join posts on posts.id = post_urgency.post_id
    where ${isSelected(selection)}
      and ${isFree}
    order by post_urgency.score desc, post_urgency.created, post_urgency.post_id limit ${selection.limit}
    for no key update of posts skip locked`.execute(tx);
  return rows.map(({ id }) => id);
}

/** The first posts that nobody holds. Their rows stay locked until the end of the transaction; rows that others lock are skipped. */
export async function lockFreePosts(tx: Tx, selection: ClaimSelection): Promise<number[]> {
  if (selection.order === 'urgent') {
    const urgent = await lockUrgentPosts(tx, selection);
    const limit = selection.limit - urgent.length;
    if (limit === 0) return urgent;
    const skippedIds = [...selection.skippedIds, ...urgent];
    return [...urgent, ...(await lockFreePosts(tx, { ...selection, order: 'asc', skippedIds, limit }))];
  }
  const { rows } = await sql<{ id: number }>`
    select posts.id from posts
    where ${isSelected(selection)}
      and ${isFree}
    order by ${byCreated(selection.order)} limit ${selection.limit}
    for no key update of posts skip locked`.execute(tx);
  return rows.map(({ id }) => id);
}

/**
 * Claims those of the posts that wait for review, and renews locks of this user. Of two concurrent claims of a post, one gets it.
 * @returns the posts that this user holds now, without those that somebody else holds
 */
export async function upsertClaims(
  tx: Tx,
  viewer: Viewer,
  postIds: readonly number[],
  { id: userId, session }: Claimant,
): Promise<number[]> {
  if (postIds.length === 0) return [];
  // A decision that is being saved comes first: its post waits no more. A longer lock of an open editor is not cut short.
  const { rows } = await sql<{ id: number }>`
    insert into post_locks (post_id, user_id, session_id, expires, is_claim)
    select posts.id, ${userId}, ${session}::bigint, ${newExpiry}, true
    from posts where posts.id = ${anyOfIds(postIds)} and posts.status = 'draft' and ${isVisibleTo(viewer)}
    order by posts.id for share of posts
    on conflict (post_id) do update set
      id = case when post_locks.user_id = excluded.user_id then post_locks.id else excluded.id end,
      is_claim = post_locks.is_claim or not ${isActiveLock},
      user_id = excluded.user_id,
      session_id = excluded.session_id,
      expires = case when ${isActiveLock} then greatest(post_locks.expires, excluded.expires) else excluded.expires end
    where post_locks.user_id = excluded.user_id or not ${isActiveLock}
    returning post_id as id`.execute(tx);
  return rows.map(({ id }) => id);
}

/**
 * Deletes claims of a user. Locks of an open editor stay.
 * @param postIds undefined for all
 * @returns how many there were
 */
export async function deleteClaims(
  tx: Tx,
  userId: number,
  postIds: readonly number[] | undefined,
): Promise<number> {
  const ofPosts = postIds ? sql`post_id = ${anyOfIds(postIds)}` : sql`true`;
  const { rows } = await sql<{ active: boolean }>`
    delete from post_locks where user_id = ${userId} and is_claim and ${ofPosts}
    returning ${isActiveLock} as active`.execute(tx);
  return rows.filter(({ active }) => active).length;
}
