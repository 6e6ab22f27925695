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
    | 'agreed_uses'
    | 'declined_uses'
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

/**
 * Writes the rows of posts, their places and categories in one statement. One JSON parameter holds all: PostgreSQL parses JSON faster
 * than a long list of values.
 */
async function insertPostRows(tx: Tx, schema: Schema, posts: readonly NewPostRow[]): Promise<number[]> {
  const rows = posts.map(({ pictures: _pictures, ...row }) => row);
  const { rows: inserted } = await sql<{ id: number }>`
    with new as materialized (
      select nextval(pg_get_serial_sequence('public.posts', 'id')) as id, given.*
      from json_to_recordset(${JSON.stringify(rows)}::json) as given (survey_id bigint, user_id bigint, author_realname text,
        author_email text, status text, title text, content text, slug text, locale text, published_to text[],
        completed_tasks bigint[], source text, message_id bigint, contact_id bigint, data_source_message_id text,
        values jsonb, post_date timestamptz, agreed_uses text[], declined_uses text[], places json, categories json)
    ), new_posts as (
      insert into ${sql.id(schema, 'posts')} (id, survey_id, user_id, author_realname, author_email, status, title, content,
        slug, locale, published_to, completed_tasks, source, message_id, contact_id, data_source_message_id, values, post_date,
        agreed_uses, declined_uses)
      overriding system value
      select id, survey_id, user_id, author_realname, author_email, status, title, content, slug, locale, published_to,
        completed_tasks, source, message_id, contact_id, data_source_message_id, values, coalesce(post_date, now()),
        agreed_uses, declined_uses
      from new
    ), new_places as (
      insert into ${sql.id(schema, 'post_places')} (post_id, attribute_id, position, lat, lon)
      select new.id, attribute_id, position, lat, lon
      from new cross join lateral json_to_recordset(new.places) as place (attribute_id bigint, position int,
        lat double precision, lon double precision)
    ), new_categories as (
      insert into ${sql.id(schema, 'post_categories')} (post_id, attribute_id, category_id)
      select new.id, attribute_id, category_id
      from new cross join lateral json_to_recordset(new.categories) as chosen (attribute_id bigint, category_id bigint)
    )
    select id from new`.execute(tx);
  return inserted.map(({ id }) => id);
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

const moveStagedRows = sql`
  set local search_path to default;
  insert into public.posts overriding system value select * from pg_temp.posts order by id;
  insert into public.post_places select * from pg_temp.post_places;
  insert into public.post_categories select * from pg_temp.post_categories;
  insert into public.post_media select * from pg_temp.post_media;
  insert into public.post_search_index select * from pg_temp.post_search_index;
  drop table pg_temp.posts, pg_temp.post_places, pg_temp.post_categories, pg_temp.post_media, pg_temp.post_search_index`;

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
  await attachPictures(tx, withId);
  await maskPosts(tx, ids);
  if (schema === 'pg_temp') await moveStagedRows.execute(tx);
  return ids;
}
