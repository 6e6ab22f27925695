/** Writes posts. Callers that write a post or its places call `maskPosts` afterwards, in the same transaction. */
import { type Insertable, sql, type Updateable } from 'kysely';
import type { Tx } from '../../kernel/db/database.ts';
import type { Tables } from '../../migrations/tables.ts';
import { attachPictures, type NewPicture } from '../answers/attach-pictures.sql.ts';
import type { PostRow } from '../posts.sql.ts';

/** A place that an answer names. */
export interface NewPlace {
  attribute_id: number;
  /** Index among the attribute's answers, from 0. */
  position: number;
  lat: number;
  lon: number;
}

/** A category that an answer names. */
export interface NewCategory {
  attribute_id: number;
  category_id: number;
}

/** Reads the row and locks it until the end of the transaction. */
export const lockPostRow = (tx: Tx, id: number): Promise<PostRow | undefined> =>
  tx.selectFrom('posts').selectAll().where('id', '=', id).forUpdate().executeTakeFirst();

/** Inserts one post. @returns its id */
export const insertPost = async (tx: Tx, post: Insertable<Tables['posts']>): Promise<number> =>
  (await tx.insertInto('posts').values(post).returning('id').executeTakeFirstOrThrow()).id;

/** A post for `insertPosts`. `places`, `categories` and `pictures` are stored in tables of their own. */
export type NewPostRow = Required<
  Pick<
    Insertable<Tables['posts']>,
    | 'survey_id'
    | 'user_id'
    | 'author_realname'
    | 'author_email'
    | 'status'
    | 'title'
    | 'content'
    | 'slug'
    | 'locale'
    | 'published_to'
  >
> & {
  values: object;
  /** ISO 8601; now when absent. */
  post_date: string | null;
  places: readonly NewPlace[];
  categories: readonly NewCategory[];
  pictures: readonly NewPicture[];
};

/**
 * Writes many posts with their places, categories, pictures and masked columns.
 *
 * The rows are built in temporary tables. These shadow the real tables of the same name, also in database functions, so
 * that `mask_posts` works on them as on stored rows, and each post is written to its table and indexes only once. One JSON
 * parameter holds all rows: PostgreSQL parses JSON faster than a long list of values.
 * @returns their ids, in order
 * @throws ValidationError at `/values` when another post took a picture meanwhile
 */
export async function insertPosts(tx: Tx, posts: readonly NewPostRow[]): Promise<number[]> {
  if (posts.length === 0) return [];
  const reserved = await sql<{ id: number }>`
    select nextval(pg_get_serial_sequence('public.posts', 'id')) as id from generate_series(1, ${posts.length}::int)`.execute(
    tx,
  );
  const ids = reserved.rows.map(({ id }) => id).sort((a, b) => a - b);
  const withId = posts.map((post, index) => ({ ...post, id: ids[index] ?? 0 }));
  const places = withId.flatMap(({ id, places }) => places.map((place) => ({ ...place, post_id: id })));
  const categories = withId.flatMap(({ id, categories }) =>
    categories.map((category) => ({ ...category, post_id: id })),
  );
  await sql`
    create temporary table posts (like public.posts including defaults) on commit drop;
    alter table pg_temp.posts add primary key (id);
    create temporary table post_places (like public.post_places including defaults) on commit drop;
    alter table pg_temp.post_places add primary key (post_id, attribute_id, position);
    create temporary table post_categories (like public.post_categories including defaults) on commit drop;
    create temporary table post_media (like public.post_media including defaults) on commit drop;
    create temporary table post_words (like public.post_words including defaults) on commit drop;
    alter table pg_temp.post_words add primary key (post_id)`.execute(tx);
  await sql`
    insert into pg_temp.posts (id, survey_id, user_id, author_realname, author_email, status, title, content, slug, locale,
      published_to, values, post_date)
    select id, survey_id, user_id, author_realname, author_email, status, title, content, slug, locale,
      published_to, values, coalesce(post_date, now())
    from json_to_recordset(${JSON.stringify(withId)}::json) as new (id bigint, survey_id bigint, user_id bigint,
      author_realname text, author_email text, status text, title text, content text, slug text, locale text,
      published_to text[], values jsonb, post_date timestamptz)`.execute(tx);
  if (places.length > 0)
    await sql`
      insert into pg_temp.post_places (post_id, attribute_id, position, lat, lon)
      select post_id, attribute_id, position, lat, lon
      from json_to_recordset(${JSON.stringify(places)}::json) as new (post_id bigint, attribute_id bigint, position int,
        lat double precision, lon double precision)`.execute(tx);
  if (categories.length > 0)
    await sql`
      insert into pg_temp.post_categories (post_id, attribute_id, category_id)
      select post_id, attribute_id, category_id
      from json_to_recordset(${JSON.stringify(categories)}::json) as new (post_id bigint, attribute_id bigint,
        category_id bigint)`.execute(tx);
  await attachPictures(tx, withId);
  await sql`select mask_posts(${ids}::bigint[])`.execute(tx);
  await sql`insert into public.posts overriding system value select * from pg_temp.posts order by id`.execute(
    tx,
  );
  for (const table of ['post_places', 'post_categories', 'post_media', 'post_words'])
    await sql`insert into ${sql.raw(`public.${table}`)} select * from ${sql.raw(`pg_temp.${table}`)}`.execute(
      tx,
    );
  await sql`drop table pg_temp.posts, pg_temp.post_places, pg_temp.post_categories, pg_temp.post_media,
    pg_temp.post_words`.execute(tx);
  return ids;
}

/** Inserts posts under review, each made from one message. @returns their ids, in order */
export async function insertPostsFromMessages(
  tx: Tx,
  posts: readonly (Omit<Insertable<Tables['posts']>, 'status'> & { message_id: number | null })[],
): Promise<number[]> {
  if (posts.length === 0) return [];
  const rows = await tx
    .insertInto('posts')
    .values(posts.map((post) => ({ ...post, status: 'draft' as const })))
    .returning(['id', 'message_id'])
    .execute();
  const ids = new Map(rows.map((row) => [row.message_id, row.id]));
  return posts.map((post) => ids.get(post.message_id) ?? 0);
}

/** Inserts empty posts under review, one for each recipient of a targeted survey. @returns their ids by contact */
export async function insertPostsForContacts(
  tx: Tx,
  surveyId: number,
  posts: readonly { contact_id: number; title: string; slug: string }[],
): Promise<Map<number, number>> {
  const { rows } = await sql<{ id: number; contact_id: number }>`
    insert into posts (survey_id, source, status, title, slug, contact_id)
    select ${surveyId}::bigint, 'sms', 'draft', title, slug, contact_id
    from json_to_recordset(${JSON.stringify(posts)}::json) as new (contact_id bigint, title text, slug text)
    returning id, contact_id`.execute(tx);
  return new Map(rows.map((row) => [row.contact_id, row.id]));
}

/** Those of the slugs that stored posts have. */
export async function findTakenSlugs(tx: Tx, slugs: readonly string[]): Promise<Set<string>> {
  if (slugs.length === 0) return new Set();
  const rows = await tx
    .selectFrom('posts')
    .select('slug')
    .where('slug', '=', sql<string>`any(${slugs}::text[])`)
    .execute();
  return new Set(rows.flatMap((row) => row.slug ?? []));
}

/** Changes columns of a post and sets `updated`. */
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

/** Deletes posts. @returns ids of the posts that existed */
export async function deletePostRows(tx: Tx, ids: readonly number[]): Promise<number[]> {
  const rows = await tx
    .deleteFrom('posts')
    .where('id', '=', sql<number>`any(${ids}::bigint[])`)
    .returning('id')
    .execute();
  return rows.map((row) => row.id);
}

/** Deletes one post. */
export const deletePostRow = async (tx: Tx, id: number): Promise<void> => {
  await tx.deleteFrom('posts').where('id', '=', id).execute();
};

/** Removes a picture that is about to be deleted from the answers that name it. */
export async function removePictureFromAnswers(tx: Tx, mediaId: number): Promise<void> {
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

/** Deletes the places and categories of a post. */
export async function deletePlacesAndCategories(tx: Tx, id: number): Promise<void> {
  await tx.deleteFrom('post_places').where('post_id', '=', id).execute();
  await tx.deleteFrom('post_categories').where('post_id', '=', id).execute();
}

/** Inserts places of a post. Their masked coordinates are set by `maskPosts`. */
export async function insertPostPlaces(tx: Tx, id: number, places: readonly NewPlace[]): Promise<void> {
  if (places.length === 0) return;
  await tx
    .insertInto('post_places')
    .values(places.map((place) => ({ ...place, post_id: id, shown_lat: null, shown_lon: null })))
    .execute();
}

/** Inserts categories of a post. */
export async function insertPostCategories(
  tx: Tx,
  id: number,
  categories: readonly NewCategory[],
): Promise<void> {
  if (categories.length === 0) return;
  await tx
    .insertInto('post_categories')
    .values(categories.map((category) => ({ ...category, post_id: id })))
    .execute();
}

/** Updates the masked (`shown_*`) columns of posts, which viewers without the right to the real ones see. */
export async function maskPosts(tx: Tx, ids: readonly number[]): Promise<void> {
  await sql`select mask_posts(${ids}::bigint[])`.execute(tx);
}

/**
 * Number of published posts. Holds an advisory lock until the end of the transaction, so that two requests cannot both
 * publish the last post that the limit allows.
 */
export async function countPublishedPosts(tx: Tx): Promise<number> {
  await sql`select pg_advisory_xact_lock(hashtext('posts published'))`.execute(tx);
  const { count } = await tx
    .selectFrom('posts')
    .where('status', '=', 'published')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow();
  return count;
}
