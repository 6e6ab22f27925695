/** Queries for collections and saved searches, which share the table `sets`. */
import type { SetQuery } from '@waypost/contract/collections/collections';
import { type Insertable, type Selectable, sql, type Updateable } from 'kysely';
import type { Tx } from '../kernel/db/database.ts';
import { type Page, readPage, toLikePattern } from '../kernel/db/paging.ts';
import type { Viewer } from '../kernel/security/viewer.ts';
import type { Tables } from '../migrations/tables.ts';
import { isSetVisibleTo } from '../posts/posts.public.ts';
import { requiredOwner } from './collections.rules.ts';

/** Collection or saved search. */
export type SetKind = Tables['sets']['kind'];
/** A collection or saved search with the name of its owner. */
export type SetRow = Selectable<Tables['sets']> & {
  /** Name of the owner. */
  realname: string | null;
};

const selectSets = (tx: Tx) =>
  tx
    .selectFrom('sets')
    .leftJoin('users', 'users.id', 'sets.user_id')
    .selectAll('sets')
    .select('users.realname');

/** The row with this id, whoever may see it. */
export const findSet = (tx: Tx, kind: SetKind, id: number): Promise<SetRow | undefined> =>
  selectSets(tx).where('sets.kind', '=', kind).where('sets.id', '=', id).executeTakeFirst();

/** Number of collections or saved searches of an account. */
export async function countSetsOfUser(tx: Tx, kind: SetKind, userId: number): Promise<number> {
  const { count } = await tx
    .selectFrom('sets')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('kind', '=', kind)
    .where('user_id', '=', userId)
    .executeTakeFirstOrThrow();
  return count;
}

type SetSearch = SetQuery & {
  /** Only collections that contain this post. */
  containsPostId?: number;
};

/** A page of the collections or saved searches that the viewer may see. */
export function searchSets(tx: Tx, viewer: Viewer, kind: SetKind, search: SetSearch): Promise<Page<SetRow>> {
  let matching = selectSets(tx).where('sets.kind', '=', kind).where(isSetVisibleTo(viewer));
  if (search.q) matching = matching.where('sets.name', 'ilike', toLikePattern(search.q));
  if (search.featured !== undefined) matching = matching.where('sets.featured', '=', search.featured);
  const ownerId = search.user === 'me' ? viewer.id : (search.user ?? search.user_id);
  // The id of a visitor is null, which equals no `user_id`: "me" finds nothing.
  if (ownerId !== undefined) matching = matching.where('sets.user_id', '=', ownerId);
  const editableOwner = search.editableBy && requiredOwner(viewer);
  if (editableOwner) matching = matching.where('sets.user_id', '=', editableOwner.user_id);
  const { containsPostId } = search;
  if (containsPostId !== undefined)
    matching = matching.where((eb) =>
      eb.exists(
        eb
          .selectFrom('set_posts')
          .select('post_id')
          .where('post_id', '=', containsPostId)
          .whereRef('set_id', '=', 'sets.id'),
      ),
    );
  const { orderby = 'id', order = 'asc' } = search;
  const by = orderby === 'name' ? sql`lower(sets.name)` : sql.ref(`sets.${orderby}`);
  return readPage(
    matching.orderBy('sets.featured', 'desc').orderBy(by, order).orderBy('sets.id', order),
    search,
  );
}

/** Inserts a collection or saved search. @returns its id */
export async function insertSet(tx: Tx, set: Insertable<Tables['sets']>): Promise<number> {
  const { id } = await tx.insertInto('sets').values(set).returning('id').executeTakeFirstOrThrow();
  return id;
}

/** Updates a collection or saved search. */
export const updateSetRow = async (tx: Tx, id: number, change: Updateable<Tables['sets']>): Promise<void> => {
  await tx
    .updateTable('sets')
    .set({ ...change, updated: sql<Date>`now()` })
    .where('id', '=', id)
    .execute();
};

/** Deletes a collection or saved search. */
export const deleteSetRow = async (tx: Tx, id: number): Promise<void> => {
  await tx.deleteFrom('sets').where('id', '=', id).execute();
};

/** Whether a collection contains a post. */
export async function containsPost(tx: Tx, setId: number, postId: number): Promise<boolean> {
  const row = await tx
    .selectFrom('set_posts')
    .select('post_id')
    .where('set_id', '=', setId)
    .where('post_id', '=', postId)
    .executeTakeFirst();
  return row !== undefined;
}

/** Adds a post to a collection. @returns false when it was in the collection already */
export async function insertPostOfSet(tx: Tx, setId: number, postId: number): Promise<boolean> {
  const rows = await tx
    .insertInto('set_posts')
    .values({ set_id: setId, post_id: postId })
    .onConflict((on) => on.doNothing())
    .returning('post_id')
    .execute();
  return rows.length > 0;
}

/** Adds posts that are not in the collection yet. */
export async function insertPostsOfSet(tx: Tx, setId: number, postIds: readonly number[]): Promise<void> {
  await sql`insert into set_posts (set_id, post_id) select ${setId}, unnest(${postIds}::bigint[])`.execute(
    tx,
  );
}

/** Adds posts to a collection. @returns those that were not in it yet */
export async function addPostsToSet(tx: Tx, setId: number, postIds: readonly number[]): Promise<Set<number>> {
  const { rows } = await sql<{ post_id: number }>`
    insert into set_posts (set_id, post_id) select ${setId}::bigint, unnest(${postIds}::bigint[])
    on conflict do nothing returning post_id`.execute(tx);
  return new Set(rows.map((row) => row.post_id));
}

/** Removes posts from a collection. @returns those that were in it */
export async function removePostsFromSet(
  tx: Tx,
  setId: number,
  postIds: readonly number[],
): Promise<Set<number>> {
  const rows = await tx
    .deleteFrom('set_posts')
    .where('set_id', '=', setId)
    .where('post_id', '=', sql<number>`any(${postIds}::bigint[])`)
    .returning('post_id')
    .execute();
  return new Set(rows.map((row) => row.post_id));
}

/** Whether a collection contains no posts. */
export async function isEmptySet(tx: Tx, setId: number): Promise<boolean> {
  const query = tx.selectFrom('set_posts').select('post_id').where('set_id', '=', setId).limit(1);
  return (await query.executeTakeFirst()) === undefined;
}

/** Removes a post from a collection. */
export const deletePostOfSet = async (tx: Tx, setId: number, postId: number): Promise<void> => {
  await tx.deleteFrom('set_posts').where('set_id', '=', setId).where('post_id', '=', postId).execute();
};
