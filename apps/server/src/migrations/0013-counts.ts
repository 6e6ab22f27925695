/**
 * Posts counted beforehand, so that the world and its charts do not look at each post (docs/decisions/0008): by cells of two
 * coarse grids, and by day. Triggers on `posts` write down what changed, and `fold_counts()` brings that into the counts; who
 * reads adds both, so that a number is right whether or not it has been folded, and nobody who writes waits for another.
 */
import { sql } from 'kysely';
import type { Tx } from '../kernel/db/database.ts';

const tables = sql`
  create table post_changes (
    -- Who sees the post so: everyone; or, by its status, those who manage posts.
    audience text not null,
    post_id bigint not null,
    -- 0 without a survey.
    survey_id bigint not null,
    source text not null,
    cell bigint,
    -- Days since 1970, in UTC.
    created int not null,
    post_date int not null,
    -- 1: a post has become so. -1: it is so no more.
    n int not null
  ) with (autovacuum_vacuum_threshold = 2000, autovacuum_vacuum_scale_factor = 0);
  create table post_cells (
    level smallint not null,
    audience text not null,
    cell bigint not null,
    survey_id bigint not null,
    n bigint not null,
    -- Ids and finest cells of its posts, put together by XOR: of one post alone they are its own, and taking a post away is
    -- the same as adding it.
    ids bigint not null,
    places bigint not null,
    -- No post stands outside these; they may be wider than need be once posts have gone.
    first bigint not null,
    last bigint not null,
    primary key (level, audience, cell, survey_id)
  );
  create index post_cells_empty on post_cells (level) where n = 0;
  create table post_days (
    kind text not null check (kind in ('created', 'post_date')),
    audience text not null,
    day int not null,
    survey_id bigint not null,
    source text not null,
    is_mapped boolean not null,
    n bigint not null,
    primary key (kind, audience, day, survey_id, source, is_mapped)
  );
  create index post_days_empty on post_days (kind) where n = 0;
  create view counted_cells as
    select level, audience, cell, survey_id, n, ids, places, first, last from post_cells
    union all
    select of.level, audience, cell >> (52 - 2 * of.level), survey_id, n, post_id, cell, cell, cell
    from post_changes cross join (values (8::smallint), (12::smallint)) as of (level)
    where cell is not null;
  create view counted_days as
    select kind, audience, day, survey_id, source, is_mapped, n from post_days
    union all
    select of.kind, audience, case of.kind when 'created' then created else post_date end, survey_id, source,
      cell is not null, n
    from post_changes cross join (values ('created'), ('post_date')) as of (kind)`;

/** Statement triggers: one call for each statement, however many posts it touches. */
const triggers = sql`
  create function day_of(timestamptz) returns int language sql immutable parallel safe as $$
    select floor(extract(epoch from $1) / 86400)::int
  $$;
  create function count_inserted() returns trigger language plpgsql as $$
  begin
    insert into post_changes
    select 'everyone', id, coalesce(survey_id, 0), coalesce(source, 'web'), shown_cell,
      day_of(shown_created), day_of(shown_post_date), 1
    from new_posts where status = 'published' and published_to = '{}'
    union all
    select status, id, coalesce(survey_id, 0), coalesce(source, 'web'), cell, day_of(created), day_of(post_date), 1
    from new_posts;
    return null;
  end $$;
  create function count_deleted() returns trigger language plpgsql as $$
  begin
    insert into post_changes
    select 'everyone', id, coalesce(survey_id, 0), coalesce(source, 'web'), shown_cell,
      day_of(shown_created), day_of(shown_post_date), -1
    from old_posts where status = 'published' and published_to = '{}'
    union all
    select status, id, coalesce(survey_id, 0), coalesce(source, 'web'), cell, day_of(created), day_of(post_date), -1
    from old_posts;
    return null;
  end $$;
  create function count_updated() returns trigger language plpgsql as $$
  begin
    insert into post_changes
    with versions as (
      select -1 as n, old_posts.* from old_posts union all select 1, new_posts.* from new_posts
    ), counted as (
      select 'everyone' as audience, id, coalesce(survey_id, 0) as survey_id, coalesce(source, 'web') as source,
        shown_cell as cell, day_of(shown_created) as created, day_of(shown_post_date) as post_date, n
      from versions where status = 'published' and published_to = '{}'
      union all
      select status, id, coalesce(survey_id, 0), coalesce(source, 'web'), cell, day_of(created), day_of(post_date), n
      from versions
    )
    select audience, id, survey_id, source, cell, created, post_date, sum(n)
    from counted group by 1, 2, 3, 4, 5, 6, 7 having sum(n) <> 0;
    return null;
  end $$;
  create trigger count_inserted after insert on posts
    referencing new table as new_posts for each statement execute function count_inserted();
  create trigger count_deleted after delete on posts
    referencing old table as old_posts for each statement execute function count_deleted();
  create trigger count_updated after update on posts
    referencing old table as old_posts new table as new_posts
    for each statement execute function count_updated()`;

/** One at a time: nobody else writes to the counts. */
const fold = sql`
  create function fold_counts() returns bigint language plpgsql as $$
  declare
    folded bigint;
  begin
    if not pg_try_advisory_xact_lock(hashtext('fold counts')) then return 0; end if;
    with gone as (
      delete from post_changes returning *
    ), cells as (
      insert into post_cells
      select of.level, audience, cell >> (52 - 2 * of.level), survey_id, sum(n), bit_xor(post_id), bit_xor(cell),
        min(cell), max(cell)
      from gone cross join (values (8::smallint), (12::smallint)) as of (level)
      where cell is not null
      group by 1, 2, 3, 4
      on conflict (level, audience, cell, survey_id) do update set
        n = post_cells.n + excluded.n,
        ids = post_cells.ids # excluded.ids,
        places = post_cells.places # excluded.places,
        first = least(post_cells.first, excluded.first),
        last = greatest(post_cells.last, excluded.last)
    ), days as (
      insert into post_days
      select of.kind, audience, case of.kind when 'created' then created else post_date end, survey_id, source,
        cell is not null, sum(n)
      from gone cross join (values ('created'), ('post_date')) as of (kind)
      group by 1, 2, 3, 4, 5, 6
      on conflict (kind, audience, day, survey_id, source, is_mapped) do update set n = post_days.n + excluded.n
    )
    select count(*) into folded from gone;
    delete from post_cells where n = 0;
    delete from post_days where n = 0;
    with gone as (delete from data_changes returning n)
    insert into data_changes select coalesce(sum(n), 0) from gone;
    return folded;
  end $$`;

/** From the posts themselves. Nobody writes posts meanwhile. */
const recount = sql`
  create function recount_posts() returns void language plpgsql as $$
  begin
    lock table posts in share row exclusive mode;
    perform pg_advisory_xact_lock(hashtext('fold counts'));
    delete from post_changes;
    delete from post_cells;
    delete from post_days;
    create temporary table seen_posts on commit drop as
      select 'everyone' as audience, id as post_id, coalesce(survey_id, 0) as survey_id,
        coalesce(source, 'web') as source, shown_cell as cell,
        day_of(shown_created) as created, day_of(shown_post_date) as post_date
      from public.posts where status = 'published' and published_to = '{}'
      union all
      select status, id, coalesce(survey_id, 0), coalesce(source, 'web'), cell, day_of(created), day_of(post_date)
      from public.posts;
    insert into post_cells
    select of.level, audience, cell >> (52 - 2 * of.level), survey_id, count(*), bit_xor(post_id), bit_xor(cell),
      min(cell), max(cell)
    from seen_posts cross join (values (8::smallint), (12::smallint)) as of (level)
    where cell is not null group by 1, 2, 3, 4;
    insert into post_days
    select of.kind, audience, case of.kind when 'created' then created else post_date end, survey_id, source,
      cell is not null, count(*)
    from seen_posts cross join (values ('created'), ('post_date')) as of (kind)
    group by 1, 2, 3, 4, 5, 6;
    drop table seen_posts;
  end $$`;

/**
 * How many transactions have changed what lists, maps and numbers are made of. Snapshots that see as many see the same ones:
 * each of them sees all that the earlier ones see. Each transaction adds a row of its own, so that none waits for another.
 */
const versions = sql`
  create table data_changes (n bigint not null)
    with (autovacuum_vacuum_threshold = 2000, autovacuum_vacuum_scale_factor = 0);
  -- Tells this database from any other that the same process serves.
  create table data_identity (id uuid primary key default gen_random_uuid());
  insert into data_identity default values;
  create function note_change() returns trigger language plpgsql as $$
  begin
    if current_setting('waypost.noted_in', true) is distinct from txid_current()::text then
      insert into data_changes values (1);
      perform set_config('waypost.noted_in', txid_current()::text, true);
    end if;
    return null;
  end $$`;

const noted = [
  'posts',
  'post_places',
  'post_categories',
  'post_words',
  'words',
  'surveys',
  'tasks',
  'attributes',
  'categories',
  'sets',
  'set_posts',
  'settings',
];
const notes = sql.raw(
  noted
    .map(
      (table) => `
  create trigger note_change after insert or update or delete on ${table}
    for each statement execute function note_change()`,
    )
    .join(';'),
);

export const name = '0013-counts';

export async function up(tx: Tx): Promise<void> {
  await sql`set local statement_timeout = 0`.execute(tx);
  for (const step of [tables, triggers, versions, fold, recount, notes]) await step.execute(tx);
  await sql`select recount_posts()`.execute(tx);
}
