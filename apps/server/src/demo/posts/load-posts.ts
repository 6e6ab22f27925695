/** Loads generated posts into the tables in batches. */
import { sql } from 'kysely';
import type { Tx } from '../../kernel/db/database.ts';
import { dropIndexes } from './indexes.ts';
import type { PostRows } from './post-rows.ts';

/** The number of rows that fit into a session's memory for temporary tables (8 MB by default). */
const batchSize = 2000;
/** From this number of posts on, rebuilding indexes is faster than maintaining them. */
const indexRebuildThreshold = 5000;

/**
 * Temporary tables in front of the real ones. A temporary table hides one of the same name, also from the functions
 * of the migrations: `mask_posts` works on a batch here exactly as on saved posts, and each post is written to its
 * table once, complete.
 */
const createStagingTables = sql`
  create temporary table posts (like public.posts) on commit drop;
  alter table pg_temp.posts add primary key (id);
  create temporary table post_places (like public.post_places) on commit drop;
  alter table pg_temp.post_places add primary key (post_id, attribute_id, position);
  create temporary table post_categories (like public.post_categories) on commit drop;
  alter table pg_temp.post_categories add primary key (post_id, attribute_id, category_id);
  create temporary table post_media (like public.post_media) on commit drop;
  create temporary table post_search_index (like public.post_search_index) on commit drop;
  alter table pg_temp.post_search_index add primary key (post_id)`;

/** One parameter for many rows: PostgreSQL parses JSON faster than a long list of values. */
/** Each picture belongs to the first post that names it. */
const assignPictures = sql`
  update media set post_id = named.post_id, attached = true
  from (
    select answer::bigint as media_id, min(posts.id) as post_id
    from pg_temp.posts
    join tasks on tasks.survey_id = posts.survey_id
    join attributes on attributes.task_id = tasks.id and attributes.type = 'media'
    cross join lateral jsonb_array_elements_text(coalesce(posts.values -> attributes.key, '[]')) as answer
    group by answer::bigint
  ) as named
  where media.id = named.media_id and media.post_id is null`;

const insertRows = (table: string, rows: readonly object[]) =>
  sql`insert into ${sql.raw(table)} select * from json_populate_recordset(null::${sql.raw(table)}, ${JSON.stringify(rows)}::json)`;

async function loadBatch(tx: Tx, batch: readonly PostRows[]): Promise<void> {
  const posts = batch.map(({ post }) => post);
  await insertRows('pg_temp.posts', posts).execute(tx);
  await insertRows(
    'pg_temp.post_places',
    batch.flatMap(({ places }) => places),
  ).execute(tx);
  await insertRows(
    'pg_temp.post_categories',
    batch.flatMap(({ categories }) => categories),
  ).execute(tx);
  await assignPictures.execute(tx);
  await sql`select mask_posts(array(select id from pg_temp.posts))`.execute(tx);
  await sql`insert into public.posts overriding system value select * from pg_temp.posts order by id`.execute(
    tx,
  );
  await sql`insert into public.post_places select * from pg_temp.post_places`.execute(tx);
  await sql`insert into public.post_media select * from pg_temp.post_media`.execute(tx);
  await sql`insert into public.post_search_index select * from pg_temp.post_search_index`.execute(tx);
  await sql`insert into public.post_categories select * from pg_temp.post_categories`.execute(tx);
  await sql`truncate pg_temp.posts, pg_temp.post_places, pg_temp.post_categories, pg_temp.post_media, pg_temp.post_search_index`.execute(
    tx,
  );
}

/** The next post id of the sequence. */
export async function nextPostId(tx: Tx): Promise<number> {
  const { rows } = await sql<{ id: number }>`select coalesce(max(id), 0) + 1 as id from posts`.execute(tx);
  return rows[0]?.id ?? 1;
}

/**
 * Loads posts whose ids are set, and advances the sequence.
 * @param count number of posts
 * @param onLoaded called after each batch with the number of loaded posts
 */
export async function loadPosts(
  tx: Tx,
  posts: Iterable<PostRows>,
  count: number,
  onLoaded: (loaded: number) => void,
): Promise<void> {
  const restore = count >= indexRebuildThreshold ? await dropIndexes(tx) : undefined;
  // Counts are computed once after the load, which is faster than by triggers.
  if (restore) await sql`alter table posts disable trigger user`.execute(tx);
  await createStagingTables.execute(tx);
  // Functions called earlier in this session have cached plans for the real tables.
  await sql`discard plans`.execute(tx);
  let batch: PostRows[] = [];
  let loaded = 0;
  let loading = Promise.resolve();
  /** Generates the next batch while the database writes this one. */
  const flush = async () => {
    await loading;
    const fullBatch = batch;
    batch = [];
    loading = loadBatch(tx, fullBatch).then(() => {
      loaded += fullBatch.length;
      onLoaded(loaded);
    });
    // The next `await` throws a failure; until then it must not count as unhandled.
    loading.catch(() => undefined);
    // Lets the driver send the query before the thread is busy again.
    await new Promise(setImmediate);
  };
  for (const post of posts) {
    batch.push(post);
    if (batch.length === batchSize) await flush();
  }
  await flush();
  await loading;
  await sql`drop table pg_temp.posts, pg_temp.post_places, pg_temp.post_categories, pg_temp.post_media, pg_temp.post_search_index`.execute(
    tx,
  );
  await sql`select setval(pg_get_serial_sequence('posts', 'id'), (select max(id) from posts))`.execute(tx);
  if (!restore) return;
  await restore();
  await sql`alter table posts enable trigger user`.execute(tx);
  await sql`select rebuild_counts()`.execute(tx);
}
