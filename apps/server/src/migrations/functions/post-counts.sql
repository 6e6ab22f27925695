-- Counts of posts by cell and by day (docs/decisions/0008). Triggers record changes in post_changes, and fold_posts()
-- adds them to post_cells and post_days. The views add both, so that numbers are exact at any time and writers do not
-- wait for each other.

-- The topics of a post with these categories: 0 (all posts), each category, and minus the top-level category of each.
create function topics_of(bigint[]) returns setof bigint language sql stable as $$
  select 0
  union all
  select unnest($1)
  union all
  select distinct -coalesce(parent_id, id) from public.categories where id = any($1)
$$;

-- Days since 1970, UTC.
create function day_of(timestamptz) returns int language sql immutable parallel safe as $$
  select floor(extract(epoch from $1) / 86400)::int
$$;

create view counted_cells as
  select level, audience, topic, cell, survey_id, n, ids, places, first, last from post_cells
  union all
  select of.level, audience, topic, cell >> (52 - 2 * of.level), survey_id, n, post_id, cell, cell, cell
  from post_changes cross join (values (8::smallint), (12::smallint)) as of (level)
  cross join lateral topics_of(category_ids) as topic
  where cell is not null
  union all
  select of.level, 'everyone', topic, cell >> (52 - 2 * of.level), survey_id, n, post_id, cell, cell, cell
  from text_changes cross join (values (8::smallint), (12::smallint)) as of (level)
  where cell is not null;

-- The search index has no creation date and no source.
create view counted_days as
  select kind, audience, topic, day, survey_id, source, is_mapped, n from post_days
  union all
  select of.kind, audience, topic, case of.kind when 'created' then created else post_date end, survey_id, source,
    cell is not null, n
  from post_changes cross join (values ('created'), ('post_date')) as of (kind)
  cross join lateral topics_of(category_ids) as topic
  union all
  select 'post_date', 'everyone', topic, post_date, survey_id, '', cell is not null, n from text_changes;

-- Statement triggers: one call per statement, however many posts it changes.
create function count_inserted() returns trigger language plpgsql as $$
begin
  insert into post_changes
  select 'everyone', id, coalesce(survey_id, 0), coalesce(source, 'web'), masked_cell,
    day_of(masked_created), day_of(masked_post_date), 1, masked_category_ids
  from new_posts where status = 'published' and published_to = '{}'
  union all
  select status, id, coalesce(survey_id, 0), coalesce(source, 'web'), cell, day_of(created), day_of(post_date), 1,
    category_ids
  from new_posts;
  return null;
end
$$;
create trigger count_inserted after insert on posts
  referencing new table as new_posts for each statement execute function count_inserted();

create function count_deleted() returns trigger language plpgsql as $$
begin
  insert into post_changes
  select 'everyone', id, coalesce(survey_id, 0), coalesce(source, 'web'), masked_cell,
    day_of(masked_created), day_of(masked_post_date), -1, masked_category_ids
  from old_posts where status = 'published' and published_to = '{}'
  union all
  select status, id, coalesce(survey_id, 0), coalesce(source, 'web'), cell, day_of(created), day_of(post_date), -1,
    category_ids
  from old_posts;
  return null;
end
$$;
create trigger count_deleted after delete on posts
  referencing old table as old_posts for each statement execute function count_deleted();

create function count_updated() returns trigger language plpgsql as $$
begin
  insert into post_changes
  with versions as (
    select -1 as n, old_posts.* from old_posts union all select 1, new_posts.* from new_posts
  ), counted as (
    select 'everyone' as audience, id, coalesce(survey_id, 0) as survey_id, coalesce(source, 'web') as source,
      masked_cell as cell, day_of(masked_created) as created, day_of(masked_post_date) as post_date, n,
      masked_category_ids as category_ids
    from versions where status = 'published' and published_to = '{}'
    union all
    select status, id, coalesce(survey_id, 0), coalesce(source, 'web'), cell, day_of(created), day_of(post_date), n,
      category_ids
    from versions
  )
  select audience, id, survey_id, source, cell, created, post_date, sum(n), category_ids
  from counted group by 1, 2, 3, 4, 5, 6, 7, 9 having sum(n) <> 0;
  return null;
end
$$;
create trigger count_updated after update on posts
  referencing old table as old_posts new table as new_posts for each statement execute function count_updated();

-- Adds the recorded changes of posts to the counts. Only one process at a time.
create function fold_posts() returns bigint language plpgsql as $$
declare
  folded bigint;
begin
  if not pg_try_advisory_xact_lock(hashtext('fold counts')) then return 0; end if;
  with gone as (
    delete from post_changes returning *
  ), told as (
    select gone.*, topic from gone cross join lateral topics_of(category_ids) as topic
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
    select of.kind, audience, topic, case of.kind when 'created' then created else post_date end, survey_id, source,
      cell is not null, sum(n)
    from told cross join (values ('created'), ('post_date')) as of (kind)
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
end
$$;

-- Rebuilds the counts from the posts. Writers of posts wait meanwhile.
create function recount_all_but_texts() returns void language plpgsql as $$
begin
  lock table posts in share row exclusive mode;
  perform pg_advisory_xact_lock(hashtext('fold counts'));
  delete from post_changes;
  delete from post_cells;
  delete from post_days;
  create temporary table seen_posts on commit drop as
    select 'everyone' as audience, id as post_id, coalesce(survey_id, 0) as survey_id,
      coalesce(source, 'web') as source, masked_cell as cell,
      day_of(masked_created) as created, day_of(masked_post_date) as post_date,
      coalesce(masked_category_ids, '{}') as category_ids
    from public.posts where status = 'published' and published_to = '{}'
    union all
    select status, id, coalesce(survey_id, 0), coalesce(source, 'web'), cell, day_of(created), day_of(post_date),
      coalesce(category_ids, '{}')
    from public.posts;
  -- Few posts have categories that no other has together.
  create temporary table seen_topics on commit drop as
    select category_ids, topic from (select distinct category_ids from seen_posts) as known
    cross join lateral topics_of(category_ids) as topic;
  insert into post_cells (level, audience, topic, cell, survey_id, n, ids, places, first, last)
  select of.level, audience, topic, cell >> (52 - 2 * of.level), survey_id, count(*), bit_xor(post_id),
    bit_xor(cell), min(cell), max(cell)
  from seen_posts join seen_topics using (category_ids)
  cross join (values (8::smallint), (12::smallint)) as of (level)
  where cell is not null group by 1, 2, 3, 4, 5;
  insert into post_days (kind, audience, topic, day, survey_id, source, is_mapped, n)
  select of.kind, audience, topic, case of.kind when 'created' then created else post_date end, survey_id, source,
    cell is not null, count(*)
  from seen_posts join seen_topics using (category_ids)
  cross join (values ('created'), ('post_date')) as of (kind)
  group by 1, 2, 3, 4, 5, 6, 7;
  drop table seen_posts, seen_topics;
end
$$;

-- A category is counted in its parent too: moving or deleting one that posts have changes that.
create function recount_moved() returns trigger language plpgsql as $$
begin
  if exists (select from old_rows join new_rows using (id)
      where old_rows.parent_id is distinct from new_rows.parent_id) then
    perform recount_posts();
  end if;
  return null;
end
$$;
create trigger recount_moved after update on categories
  referencing old table as old_rows new table as new_rows for each statement execute function recount_moved();

create function recount_deleted() returns trigger language plpgsql as $$
begin
  if exists (select from counted_days where topic in (select id from old_rows)) then
    perform recount_posts();
  end if;
  return null;
end
$$;
create trigger recount_deleted after delete on categories
  referencing old table as old_rows for each statement execute function recount_deleted();
