/** Queries about claims of posts (table `post_locks`). */
import { limits } from '@waypost/contract/common/limits';
import { type RawBuilder, sql } from 'kysely';
import type { Tx } from '../kernel/db/database.ts';
import type { Viewer } from '../kernel/security/viewer.ts';
import { isVisibleTo } from '../posts/posts.public.ts';

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
  order: 'asc' | 'desc';
  limit: number;
}

const anyOfIds = (ids: readonly number[]) => sql`any(${ids}::bigint[])`;
const isActive = sql<boolean>`post_locks.expires > now()`;
const newExpiry = sql<Date>`now() + make_interval(secs => ${sql.lit(limits.claimSeconds)})`;

const isSelected = ({ condition, skippedIds }: ClaimSelection) =>
  sql<boolean>`posts.status = 'draft' and ${condition} and posts.id <> all(${skippedIds}::bigint[])`;
const inOrder = ({ order }: ClaimSelection) =>
  sql`order by posts.created ${sql.raw(order)}, posts.id ${sql.raw(order)}`;

/** The latest claims of all reviewers. */
export async function readClaimedPosts(
  tx: Tx,
  viewer: Viewer,
): Promise<{ post_id: number; title: string | null }[]> {
  const { rows } = await sql<{ post_id: number; title: string | null }>`
    select posts.id as post_id, posts.title from post_locks join posts on posts.id = post_locks.post_id
    where post_locks.is_claim and ${isActive} and ${isVisibleTo(viewer)}
    order by post_locks.expires desc, posts.id desc limit ${limits.claimsPerRequest.listed}`.execute(tx);
  return rows;
}

/** Posts that the user has claimed already, in the order of the queue. */
export async function findOwnClaims(tx: Tx, userId: number, selection: ClaimSelection): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select posts.id from post_locks join posts on posts.id = post_locks.post_id
    where post_locks.user_id = ${userId} and post_locks.is_claim and ${isActive} and ${isSelected(selection)}
    ${inOrder(selection)} limit ${selection.limit}`.execute(tx);
  return rows.map(({ id }) => id);
}

/** The first posts that nobody holds. Their rows stay locked until the end of the transaction; rows that others lock are skipped. */
export async function lockFreePosts(tx: Tx, selection: ClaimSelection): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select posts.id from posts
    where ${isSelected(selection)}
      and not exists (select from post_locks where post_locks.post_id = posts.id and ${isActive})
    ${inOrder(selection)} limit ${selection.limit}
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
  // A longer lock of an open editor is not cut short.
  const { rows } = await sql<{ id: number }>`
    insert into post_locks (post_id, user_id, session_id, expires, is_claim)
    select posts.id, ${userId}, ${session}::bigint, ${newExpiry}, true
    from posts where posts.id = ${anyOfIds(postIds)} and posts.status = 'draft' and ${isVisibleTo(viewer)}
    order by posts.id
    on conflict (post_id) do update set
      id = case when post_locks.user_id = excluded.user_id then post_locks.id else excluded.id end,
      is_claim = post_locks.is_claim or not ${isActive},
      user_id = excluded.user_id,
      session_id = excluded.session_id,
      expires = case when ${isActive} then greatest(post_locks.expires, excluded.expires) else excluded.expires end
    where post_locks.user_id = excluded.user_id or not ${isActive}
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
    returning ${isActive} as active`.execute(tx);
  return rows.filter(({ active }) => active).length;
}
