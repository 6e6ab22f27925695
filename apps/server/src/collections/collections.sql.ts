/** Every query about collections and saved searches, which share a table. */
import type { SetQuery } from '@waypost/contract/collections/collections';
import { type Insertable, type Selectable, sql, type Updateable } from 'kysely';
import type { Tx } from '../kernel/db/database.ts';
import { type Page, readPage, toLikePattern } from '../kernel/db/paging.ts';
import type { Viewer } from '../kernel/security/viewer.ts';
import type { Tables } from '../migrations/tables.ts';
import { visibleSets } from '../posts/posts.public.ts';
import { requiredOwner } from './collections.rules.ts';

export type SetKind = Tables['sets']['kind'];
export type SetRow = Selectable<Tables['sets']> & {
  /** What its maker is called. */
  realname: string | null;
};

const selectSets = (tx: Tx) =>
  tx
    .selectFrom('sets')
    .leftJoin('users', 'users.id', 'sets.user_id')
    .selectAll('sets')
    .select('users.realname');

/** Whether the viewer may see it is not asked here. */
export const findSet = (tx: Tx, kind: SetKind, id: number): Promise<SetRow | undefined> =>
  selectSets(tx).where('sets.kind', '=', kind).where('sets.id', '=', id).executeTakeFirst();

type SetSearch = SetQuery & {
  /** Only those that hold this post. */
  holding?: number;
};

/** A page of those that the viewer may see. */
export function searchSets(tx: Tx, viewer: Viewer, kind: SetKind, search: SetSearch): Promise<Page<SetRow>> {
  let matching = selectSets(tx).where('sets.kind', '=', kind).where(visibleSets(viewer));
  if (search.q) matching = matching.where('sets.name', 'ilike', toLikePattern(search.q));
  if (search.featured !== undefined) matching = matching.where('sets.featured', '=', search.featured);
  const maker = search.user === 'me' ? viewer.id : (search.user ?? search.user_id);
  // Nobody is nobody's maker: a visitor's "me" finds nothing.
  if (maker !== undefined) matching = matching.where('sets.user_id', '=', maker);
  const editable = search.editableBy && requiredOwner(viewer);
  if (editable) matching = matching.where('sets.user_id', '=', editable.user_id);
  const { holding } = search;
  if (holding !== undefined)
    matching = matching.where((eb) =>
      eb.exists(
        eb
          .selectFrom('set_posts')
          .select('post_id')
          .where('post_id', '=', holding)
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

/** @returns its id */
export async function insertSet(tx: Tx, set: Insertable<Tables['sets']>): Promise<number> {
  const { id } = await tx.insertInto('sets').values(set).returning('id').executeTakeFirstOrThrow();
  return id;
}

export const updateSetRow = async (tx: Tx, id: number, change: Updateable<Tables['sets']>): Promise<void> => {
  await tx
    .updateTable('sets')
    .set({ ...change, updated: sql<Date>`now()` })
    .where('id', '=', id)
    .execute();
};

export const deleteSetRow = async (tx: Tx, id: number): Promise<void> => {
  await tx.deleteFrom('sets').where('id', '=', id).execute();
};

export async function containsPost(tx: Tx, setId: number, postId: number): Promise<boolean> {
  const row = await tx
    .selectFrom('set_posts')
    .select('post_id')
    .where('set_id', '=', setId)
    .where('post_id', '=', postId)
    .executeTakeFirst();
  return row !== undefined;
}

/** @returns whether it was not in there before */
export async function insertPostOfSet(tx: Tx, setId: number, postId: number): Promise<boolean> {
  const rows = await tx
    .insertInto('set_posts')
    .values({ set_id: setId, post_id: postId })
    .onConflict((on) => on.doNothing())
    .returning('post_id')
    .execute();
  return rows.length > 0;
}

/** Puts many in, all of which are new there. */
export async function insertPostsOfSet(tx: Tx, setId: number, postIds: readonly number[]): Promise<void> {
  await sql`insert into set_posts (set_id, post_id) select ${setId}, unnest(${postIds}::bigint[])`.execute(
    tx,
  );
}

export async function isEmptySet(tx: Tx, setId: number): Promise<boolean> {
  const found = tx.selectFrom('set_posts').select('post_id').where('set_id', '=', setId).limit(1);
  return (await found.executeTakeFirst()) === undefined;
}

export const deletePostOfSet = async (tx: Tx, setId: number, postId: number): Promise<void> => {
  await tx.deleteFrom('set_posts').where('set_id', '=', setId).where('post_id', '=', postId).execute();
};
