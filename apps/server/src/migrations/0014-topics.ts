/**
 * The counts made beforehand learn of categories (docs/decisions/0008). What a post is about is kept with it, as everyone is
 * shown it and as it is, and `post_cells` and `post_days` count each topic by itself: 0 is all posts, an id is the posts of
 * that category, and an id below zero those of a top-level category or of any below it, each post once.
 */
import { sql } from 'kysely';
import type { Tx } from '../kernel/db/database.ts';

const columns = sql`
  alter table posts
    -- Ids, in order; null without any.
    add column categories bigint[],
    -- Without those that answer a task which is hidden from the public.
    add column shown_categories bigint[];
  alter table post_changes add column categories bigint[];
  create function topics_of(bigint[]) returns setof bigint language sql stable as $$
    select 0
    union all
    select unnest($1)
    union all
    select distinct -coalesce(parent_id, id) from public.categories where id = any($1)
  $$`;

const counts = sql`
  drop view counted_cells, counted_days;
  truncate post_cells, post_days;
  alter table post_cells add column topic bigint not null,
    drop constraint post_cells_pkey, add primary key (level, audience, topic, cell, survey_id);
  alter table post_days add column topic bigint not null,
    drop constraint post_days_pkey, add primary key (kind, audience, topic, day, survey_id, source, is_mapped);
  create view counted_cells as
    select level, audience, topic, cell, survey_id, n, ids, places, first, last from post_cells
    union all
    select of.level, audience, topic, cell >> (52 - 2 * of.level), survey_id, n, post_id, cell, cell, cell
    from post_changes cross join (values (8::smallint), (12::smallint)) as of (level)
    cross join lateral topics_of(categories) as topic
    where cell is not null;
  -- Of topics only the days on which posts were made are counted, wherever they came from.
  create view counted_days as
    select kind, audience, topic, day, survey_id, source, is_mapped, n from post_days
    union all
    select of.kind, audience, topic, case of.kind when 'created' then created else post_date end, survey_id,
      case topic when 0 then source else '' end, cell is not null, n
    from post_changes cross join (values ('created'), ('post_date')) as of (kind)
    cross join lateral topics_of(categories) as topic
    where topic = 0 or of.kind = 'created'`;

/** Called by `mask_posts`; and when categories are taken from posts because they, or the field, are deleted. */
const lists = sql`
  create function list_categories(ids bigint[]) returns void language sql as $$
    update posts set categories = known.every, shown_categories = known.shown
    from (
      select p.id,
        array_agg(distinct its.category_id order by its.category_id)
          filter (where its.category_id is not null) as every,
        array_agg(distinct its.category_id order by its.category_id)
          filter (where task.show_when_published and not task.internal_only) as shown
      from posts p
      left join (
        post_categories its join attributes attribute on attribute.id = its.attribute_id
        join tasks task on task.id = attribute.task_id
      ) on its.post_id = p.id
      where p.id = any(ids) group by p.id
    ) as known
    where posts.id = known.id
      and (posts.categories, posts.shown_categories) is distinct from (known.every, known.shown)
  $$;
  create or replace function mask_posts(ids bigint[]) returns void language sql as $$
    select mask_places_and_times(ids);
    select link_media(ids);
    select list_categories(ids);
    select index_words(ids)
  $$;
  create function list_categories_left() returns trigger language plpgsql as $$
  begin
    if exists (select from old_rows) then
      perform list_categories(array(select distinct post_id from old_rows));
    end if;
    return null;
  end $$;
  create trigger list_categories_left after delete on post_categories
    referencing old table as old_rows for each statement execute function list_categories_left()`;

const triggers = sql`
  create or replace function count_inserted() returns trigger language plpgsql as $$
  begin
    insert into post_changes
    select 'everyone', id, coalesce(survey_id, 0), coalesce(source, 'web'), shown_cell,
      day_of(shown_created), day_of(shown_post_date), 1, shown_categories
    from new_posts where status = 'published' and published_to = '{}'
    union all
    select status, id, coalesce(survey_id, 0), coalesce(source, 'web'), cell, day_of(created), day_of(post_date), 1,
      categories
    from new_posts;
    return null;
  end $$;
  create or replace function count_deleted() returns trigger language plpgsql as $$
  begin
    insert into post_changes
    select 'everyone', id, coalesce(survey_id, 0), coalesce(source, 'web'), shown_cell,
      day_of(shown_created), day_of(shown_post_date), -1, shown_categories
    from old_posts where status = 'published' and published_to = '{}'
    union all
    select status, id, coalesce(survey_id, 0), coalesce(source, 'web'), cell, day_of(created), day_of(post_date), -1,
      categories
    from old_posts;
    return null;
  end $$;
  create or replace function count_updated() returns trigger language plpgsql as $$
  begin
    insert into post_changes
    with versions as (
      select -1 as n, old_posts.* from old_posts union all select 1, new_posts.* from new_posts
    ), counted as (
      select 'everyone' as audience, id, coalesce(survey_id, 0) as survey_id, coalesce(source, 'web') as source,
        shown_cell as cell, day_of(shown_created) as created, day_of(shown_post_date) as post_date, n,
        shown_categories as categories
      from versions where status = 'published' and published_to = '{}'
      union all
      select status, id, coalesce(survey_id, 0), coalesce(source, 'web'), cell, day_of(created), day_of(post_date), n,
        categories
      from versions
    )
    select audience, id, survey_id, source, cell, created, post_date, sum(n), categories
    from counted group by 1, 2, 3, 4, 5, 6, 7, 9 having sum(n) <> 0;
    return null;
  end $$`;

const fold = sql`
  create or replace function fold_counts() returns bigint language plpgsql as $$
  declare
    folded bigint;
  begin
    if not pg_try_advisory_xact_lock(hashtext('fold counts')) then return 0; end if;
    with gone as (
      delete from post_changes returning *
    ), told as (
      select gone.*, topic from gone cross join lateral topics_of(categories) as topic
    ), cells as (
      insert into post_cells (level, audience, topic, cell, survey_id, n, ids, places, first, last)
      select of.level, audience, topic, cell >> (52 - 2 * of.level), survey_id, sum(n), bit_xor(post_id),
        bit_xor(cell), min(cell), max(cell)
      from told cross join (values (8::smallint), (12::smallint)) as of (level)
      where cell is not null
      group by 1, 2, 3, 4, 5
      on conflict (level, audience, topic, cell, survey_id) do update set
        n = post_cells.n + excluded.n,
        ids = post_cells.ids # excluded.ids,
        places = post_cells.places # excluded.places,
        first = least(post_cells.first, excluded.first),
        last = greatest(post_cells.last, excluded.last)
    ), days as (
      insert into post_days (kind, audience, topic, day, survey_id, source, is_mapped, n)
      select of.kind, audience, topic, case of.kind when 'created' then created else post_date end, survey_id,
        case topic when 0 then source else '' end, cell is not null, sum(n)
      from told cross join (values ('created'), ('post_date')) as of (kind)
      where topic = 0 or of.kind = 'created'
      group by 1, 2, 3, 4, 5, 6, 7
      on conflict (kind, audience, topic, day, survey_id, source, is_mapped)
        do update set n = post_days.n + excluded.n
    )
    select count(*) into folded from gone;
    delete from post_cells where n = 0;
    delete from post_days where n = 0;
    with gone as (delete from data_changes returning n)
    insert into data_changes select coalesce(sum(n), 0) from gone;
    return folded;
  end $$`;

const recount = sql`
  create or replace function recount_posts() returns void language plpgsql as $$
  begin
    lock table posts in share row exclusive mode;
    perform pg_advisory_xact_lock(hashtext('fold counts'));
    delete from post_changes;
    delete from post_cells;
    delete from post_days;
    create temporary table seen_posts on commit drop as
      select 'everyone' as audience, id as post_id, coalesce(survey_id, 0) as survey_id,
        coalesce(source, 'web') as source, shown_cell as cell,
        day_of(shown_created) as created, day_of(shown_post_date) as post_date,
        coalesce(shown_categories, '{}') as categories
      from public.posts where status = 'published' and published_to = '{}'
      union all
      select status, id, coalesce(survey_id, 0), coalesce(source, 'web'), cell, day_of(created), day_of(post_date),
        coalesce(categories, '{}')
      from public.posts;
    -- Few posts have categories that no other has together.
    create temporary table seen_topics on commit drop as
      select categories, topic from (select distinct categories from seen_posts) as known
      cross join lateral topics_of(categories) as topic;
    insert into post_cells (level, audience, topic, cell, survey_id, n, ids, places, first, last)
    select of.level, audience, topic, cell >> (52 - 2 * of.level), survey_id, count(*), bit_xor(post_id),
      bit_xor(cell), min(cell), max(cell)
    from seen_posts join seen_topics using (categories)
    cross join (values (8::smallint), (12::smallint)) as of (level)
    where cell is not null group by 1, 2, 3, 4, 5;
    insert into post_days (kind, audience, topic, day, survey_id, source, is_mapped, n)
    select of.kind, audience, topic, case of.kind when 'created' then created else post_date end, survey_id,
      case topic when 0 then source else '' end, cell is not null, count(*)
    from seen_posts join seen_topics using (categories)
    cross join (values ('created'), ('post_date')) as of (kind)
    where topic = 0 or of.kind = 'created' group by 1, 2, 3, 4, 5, 6, 7;
    drop table seen_posts, seen_topics;
  end $$;

  -- What is below a category is counted for it: moving or deleting one that posts have changes that.
  create function recount_moved() returns trigger language plpgsql as $$
  begin
    if exists (select from old_rows join new_rows using (id)
        where old_rows.parent_id is distinct from new_rows.parent_id) then
      perform recount_posts();
    end if;
    return null;
  end $$;
  create function recount_deleted() returns trigger language plpgsql as $$
  begin
    if exists (select from counted_days where topic in (select id from old_rows)) then
      perform recount_posts();
    end if;
    return null;
  end $$;
  create trigger recount_moved after update on categories
    referencing old table as old_rows new table as new_rows for each statement execute function recount_moved();
  create trigger recount_deleted after delete on categories
    referencing old table as old_rows for each statement execute function recount_deleted()`;

/** A few thousand at a time, without counting each: everything is counted afterwards. */
const backfill = sql`
  alter table posts disable trigger user;
  do $$
  declare
    first bigint := 0;
    chunk bigint[];
  begin
    loop
      chunk := array(select id from posts where id > first order by id limit 5000);
      exit when cardinality(chunk) = 0;
      perform list_categories(chunk);
      first := chunk[cardinality(chunk)];
    end loop;
  end $$;
  alter table posts enable trigger user;
  select recount_posts()`;

export const name = '0014-topics';

export async function up(tx: Tx): Promise<void> {
  await sql`set local statement_timeout = 0`.execute(tx);
  for (const step of [columns, counts, lists, triggers, fold, recount, backfill]) await step.execute(tx);
}
