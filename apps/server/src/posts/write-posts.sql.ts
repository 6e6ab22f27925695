/** Writing posts. Whoever writes a post or its places calls `maskPosts` after it, in the same transaction. */
import { type Insertable, sql, type Updateable } from 'kysely';
import type { Tx } from '../kernel/db.ts';
import type { Tables } from '../migrations/tables.ts';
import type { PostRow } from './posts.sql.ts';

/** A place that an answer names. */
export interface NewPlace {
  attribute_id: number;
  /** Which of the attribute's answers it is, from 0. */
  position: number;
  lat: number;
  lon: number;
}

/** A category that an answer names. */
export interface NewCategory {
  attribute_id: number;
  category_id: number;
}

/** The row, kept from others until the end of the transaction. */
export const lockPost = (tx: Tx, id: number): Promise<PostRow | undefined> =>
  tx.selectFrom('posts').selectAll().where('id', '=', id).forUpdate().executeTakeFirst();

export const insertPost = async (tx: Tx, post: Insertable<Tables['posts']>): Promise<number> =>
  (await tx.insertInto('posts').values(post).returning('id').executeTakeFirstOrThrow()).id;

export const updatePostRow = async (
  tx: Tx,
  id: number,
  change: Updateable<Tables['posts']>,
): Promise<void> => {
  await tx
    .updateTable('posts')
    .set({ ...change, updated: sql<Date>`now()` })
    .where('id', '=', id)
    .execute();
};

export const deletePostRow = async (tx: Tx, id: number): Promise<void> => {
  await tx.deleteFrom('posts').where('id', '=', id).execute();
};

/** Takes a picture that is about to be deleted out of the answers that name it. */
export async function forgetPicture(tx: Tx, mediaId: number): Promise<void> {
  await sql`
    update posts set values = (
      select coalesce(jsonb_object_agg(kept.key, kept.answers), '{}')
      from (
        select answer.key, case when exists (
            select from attributes join tasks on tasks.id = attributes.task_id
            where tasks.survey_id = posts.survey_id and attributes.key = answer.key and attributes.type = 'media')
          then (
            select jsonb_agg(one) from jsonb_array_elements(answer.value) as one
            where one #>> '{}' <> ${String(mediaId)})
          else answer.value end as answers
        from jsonb_each(posts.values) as answer
      ) as kept
      where kept.answers is not null)
    where id in (select post_id from post_media where media_id = ${mediaId})`.execute(tx);
}

export async function replacePlaces(tx: Tx, id: number, places: readonly NewPlace[]): Promise<void> {
  await tx.deleteFrom('post_places').where('post_id', '=', id).execute();
  if (places.length === 0) return;
  await tx
    .insertInto('post_places')
    .values(places.map((place) => ({ ...place, post_id: id, shown_lat: null, shown_lon: null })))
    .execute();
}

export async function replaceCategories(
  tx: Tx,
  id: number,
  categories: readonly NewCategory[],
): Promise<void> {
  await tx.deleteFrom('post_categories').where('post_id', '=', id).execute();
  if (categories.length === 0) return;
  await tx
    .insertInto('post_categories')
    .values(categories.map((category) => ({ ...category, post_id: id })))
    .execute();
}

/** Works out what those without the right to more are shown of these posts. */
export async function maskPosts(tx: Tx, ids: readonly number[]): Promise<void> {
  await sql`select mask_posts(${ids}::bigint[])`.execute(tx);
}

/**
 * How many posts are published. Until the end of the transaction nobody else counts, or two posts would both be the last
 * that the limit allows.
 */
export async function countPublished(tx: Tx): Promise<number> {
  await sql`select pg_advisory_xact_lock(hashtext('posts published'))`.execute(tx);
  const { count } = await tx
    .selectFrom('posts')
    .where('status', '=', 'published')
    .select((of) => of.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow();
  return count;
}
