/** Inserts posts with their places, categories, pictures and masked columns. */
import { type Insertable, sql } from 'kysely';
import type { Tx } from '../../kernel/db/database.ts';
import type { Tables } from '../../migrations/tables.ts';
import { attachPictures, type NewPicture } from '../answers/attach-pictures.sql.ts';
import { maskPosts, type NewCategory, type NewPlace } from '../edit/write-posts.sql.ts';

/** A new post. `places`, `categories` and `pictures` are stored in tables of their own. */
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
    | 'completed_tasks'
    | 'source'
    | 'message_id'
    | 'contact_id'
    | 'data_source_message_id'
  >
> & {
  values: object;
  /** ISO 8601; now when null. */
  post_date: string | null;
  places: readonly NewPlace[];
  categories: readonly NewCategory[];
  pictures: readonly NewPicture[];
};

/** From this number of posts on, building the rows in temporary tables is faster. */
const stagingThreshold = 6;

/** Where the rows are built: in the tables, or in temporary ones. */
type Schema = 'public' | 'pg_temp';

/** Writes the rows of posts. One JSON parameter holds all: PostgreSQL parses JSON faster than a long list of values. */
async function insertPostRows(tx: Tx, schema: Schema, posts: readonly NewPostRow[]): Promise<number[]> {
  const rows = posts.map(({ places: _places, categories: _categories, pictures: _pictures, ...row }) => row);
  const { rows: inserted } = await sql<{ id: number }>`
    insert into ${sql.id(schema, 'posts')} (id, survey_id, user_id, author_realname, author_email, status, title, content,
      slug, locale, published_to, completed_tasks, source, message_id, contact_id, data_source_message_id, values, post_date)
    overriding system value
    select nextval(pg_get_serial_sequence('public.posts', 'id')), survey_id, user_id, author_realname, author_email, status,
      title, content, slug, locale, published_to, completed_tasks, source, message_id, contact_id, data_source_message_id,
      values, coalesce(post_date, now())
    from json_to_recordset(${JSON.stringify(rows)}::json) as new (survey_id bigint, user_id bigint, author_realname text,
      author_email text, status text, title text, content text, slug text, locale text, published_to text[],
      completed_tasks bigint[], source text, message_id bigint, contact_id bigint, data_source_message_id text,
      values jsonb, post_date timestamptz)
    returning id`.execute(tx);
  return inserted.map(({ id }) => id);
}

/** Writes the answers of posts that have tables of their own, then the masked columns. */
async function insertAnswersOfPosts(
  tx: Tx,
  schema: Schema,
  posts: readonly (NewPostRow & { id: number })[],
): Promise<void> {
  const places = posts.flatMap(({ id, places }) => places.map((place) => ({ ...place, post_id: id })));
  const categories = posts.flatMap(({ id, categories }) =>
    categories.map((category) => ({ ...category, post_id: id })),
  );
  await attachPictures(tx, posts);
  if (places.length > 0)
    await sql`
      insert into ${sql.id(schema, 'post_places')} (post_id, attribute_id, position, lat, lon)
      select post_id, attribute_id, position, lat, lon
      from json_to_recordset(${JSON.stringify(places)}::json) as new (post_id bigint, attribute_id bigint, position int,
        lat double precision, lon double precision)`.execute(tx);
  if (categories.length > 0)
    await sql`
      insert into ${sql.id(schema, 'post_categories')} (post_id, attribute_id, category_id)
      select post_id, attribute_id, category_id
      from json_to_recordset(${JSON.stringify(categories)}::json) as new (post_id bigint, attribute_id bigint,
        category_id bigint)`.execute(tx);
  await maskPosts(
    tx,
    posts.map(({ id }) => id),
  );
}

/**
 * Temporary tables in front of the real ones. They shadow those of the same name, also in database functions, so that
 * `mask_posts` works on them as on stored rows, and each post is written to its table and indexes only once.
 *
 * A connection keeps the plans of database functions, and PostgreSQL does not notice that a table of a plan is shadowed by a new
 * one. It notices another search path, which therefore is set while the functions work on temporary tables.
 */
const createStagingTables = sql`
  set local search_path to pg_temp, public;
  create temporary table posts (like public.posts including defaults) on commit drop;
  alter table pg_temp.posts add primary key (id);
  create temporary table post_places (like public.post_places including defaults) on commit drop;
  alter table pg_temp.post_places add primary key (post_id, attribute_id, position);
  create temporary table post_categories (like public.post_categories including defaults) on commit drop;
  create temporary table post_media (like public.post_media including defaults) on commit drop;
  create temporary table post_search_index (like public.post_search_index including defaults) on commit drop;
  alter table pg_temp.post_search_index add primary key (post_id)`;

const tablesOfPosts = ['post_places', 'post_categories', 'post_media', 'post_search_index'];

async function moveStagedRows(tx: Tx): Promise<void> {
  await sql`set local search_path to default`.execute(tx);
  await sql`insert into public.posts overriding system value select * from pg_temp.posts order by id`.execute(
    tx,
  );
  for (const table of tablesOfPosts)
    await sql`insert into ${sql.id('public', table)} select * from ${sql.id('pg_temp', table)}`.execute(tx);
  await sql`drop table pg_temp.posts, pg_temp.post_places, pg_temp.post_categories, pg_temp.post_media,
    pg_temp.post_search_index`.execute(tx);
}

/**
 * Inserts posts.
 * @returns their ids, in order
 * @throws ValidationError at `/values` when another post took a picture meanwhile
 */
export async function insertPosts(tx: Tx, posts: readonly NewPostRow[]): Promise<number[]> {
  if (posts.length === 0) return [];
  const schema = posts.length < stagingThreshold ? 'public' : 'pg_temp';
  if (schema === 'pg_temp') await createStagingTables.execute(tx);
  const ids = await insertPostRows(tx, schema, posts);
  const withId = posts.map((post, index) => ({ ...post, id: ids[index] ?? 0 }));
  await insertAnswersOfPosts(tx, schema, withId);
  if (schema === 'pg_temp') await moveStagedRows(tx);
  return ids;
}
