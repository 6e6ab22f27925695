-- Counts of posts by cell and by day (docs/decisions/0008), without those that are merged into another one. Triggers record changes in post_count_changes, and
-- apply_post_count_changes() adds them to post_counts_by_cell and post_counts_by_day. The views add both, so that
-- numbers are exact at any time and writers do not wait for each other.

-- The dimensions of a post with these categories: 0 (all posts), each category, and minus the top-level category of each.
create function dimensions_of_categories(bigint[]) returns setof bigint language sql stable as $$
  select 0
  union all
  select unnest($1)
  union all
  select distinct -coalesce(parent_id, id) from public.categories where id = any($1)
$$;

-- Days since 1970, UTC. PostgreSQL inlines it, since nothing in it depends on the zone of the session: it is called some twenty times for
-- each new post.
create function epoch_day(timestamptz) returns int language sql immutable parallel safe as $$
  select ($1 at time zone 'UTC')::date - date '1970-01-01'
$$;

create view current_counts_by_cell as
  select level, visibility_class, dimension, cell, survey_id, post_count, ids_xor, cells_xor, first_cell, last_cell
  from post_counts_by_cell
  union all
  select of.level, visibility_class, dimension, cell >> (52 - 2 * of.level), survey_id, delta, post_id, cell, cell, cell
  from post_count_changes cross join (values (8::smallint), (12::smallint)) as of (level)
  cross join lateral dimensions_of_categories(category_ids) as dimension
  where cell is not null
  union all
  select of.level, 'everyone', dimension, cell >> (52 - 2 * of.level), survey_id, delta, post_id, cell, cell, cell
  from search_count_changes cross join (values (8::smallint), (12::smallint)) as of (level)
  where cell is not null;

-- The search index has no creation date and no source.
create view current_counts_by_day as
  select kind, visibility_class, dimension, day, survey_id, source, is_mapped, post_count from post_counts_by_day
  union all
  select of.kind, visibility_class, dimension, case of.kind when 'created' then created else post_date end, survey_id, source,
    cell is not null, delta
  from post_count_changes cross join (values ('created'), ('post_date')) as of (kind)
  cross join lateral dimensions_of_categories(category_ids) as dimension
  union all
  select 'post_date', 'everyone', dimension, post_date, survey_id, '', cell is not null, delta from search_count_changes;

-- Statement triggers: one call per statement, however many posts it changes.
create function record_count_changes_on_insert() returns trigger language plpgsql as $$
begin
  insert into post_count_changes
  select 'everyone', id, coalesce(survey_id, 0), coalesce(source, 'web'), masked_cell,
    epoch_day(masked_created), epoch_day(masked_post_date), 1, masked_category_ids
  from new_posts where status = 'published' and published_to = '{}' and public_from is null
  union all
  select status, id, coalesce(survey_id, 0), coalesce(source, 'web'), cell, epoch_day(created), epoch_day(post_date), 1,
    category_ids
  from new_posts where merged_into is null;
  return null;
end
$$;
create trigger record_count_changes_on_insert after insert on posts
  referencing new table as new_posts for each statement execute function record_count_changes_on_insert();

create function record_count_changes_on_delete() returns trigger language plpgsql as $$
begin
  insert into post_count_changes
  select 'everyone', id, coalesce(survey_id, 0), coalesce(source, 'web'), masked_cell,
    epoch_day(masked_created), epoch_day(masked_post_date), -1, masked_category_ids
  from old_posts where status = 'published' and published_to = '{}' and public_from is null
  union all
  select status, id, coalesce(survey_id, 0), coalesce(source, 'web'), cell, epoch_day(created), epoch_day(post_date), -1,
    category_ids
  from old_posts where merged_into is null;
  return null;
end
$$;
create trigger record_count_changes_on_delete after delete on posts
  referencing old table as old_posts for each statement execute function record_count_changes_on_delete();

create function record_count_changes_on_update() returns trigger language plpgsql as $$
begin
  insert into post_count_changes
  with versions as (
    select -1 as delta, old_posts.* from old_posts union all select 1, new_posts.* from new_posts
  ), counted as (
    select 'everyone' as visibility_class, id, coalesce(survey_id, 0) as survey_id, coalesce(source, 'web') as source,
      masked_cell as cell, epoch_day(masked_created) as created, epoch_day(masked_post_date) as post_date, delta,
      masked_category_ids as category_ids
    from versions where status = 'published' and published_to = '{}' and public_from is null
    union all
    select status, id, coalesce(survey_id, 0), coalesce(source, 'web'), cell, epoch_day(created), epoch_day(post_date), delta,
      category_ids
    from versions where merged_into is null
  )
  select visibility_class, id, survey_id, source, cell, created, post_date, sum(delta), category_ids
  from counted group by 1, 2, 3, 4, 5, 6, 7, 9 having sum(delta) <> 0;
  return null;
end
$$;
create trigger record_count_changes_on_update after update on posts
  referencing old table as old_posts new table as new_posts for each statement execute function record_count_changes_on_update();

-- Adds the recorded changes of posts to the counts. Only one process at a time.
create function apply_post_count_changes() returns bigint language plpgsql as $$
declare
  applied bigint;
begin
  if not pg_try_advisory_xact_lock(hashtext('post counts')) then return 0; end if;
  with taken as (
    delete from post_count_changes returning *
  ), changes as (
    select taken.*, dimension from taken cross join lateral dimensions_of_categories(category_ids) as dimension
  ), cells as (
    insert into post_counts_by_cell
      (level, visibility_class, dimension, cell, survey_id, post_count, ids_xor, cells_xor, first_cell, last_cell)
    select of.level, visibility_class, dimension, cell >> (52 - 2 * of.level), survey_id, sum(delta), bit_xor(post_id),
      bit_xor(cell), min(cell), max(cell)
    from changes cross join (values (8::smallint), (12::smallint)) as of (level)
    where cell is not null
    group by 1, 2, 3, 4, 5
    on conflict (level, visibility_class, dimension, cell, survey_id) do update set
      post_count = post_counts_by_cell.post_count + excluded.post_count,
      ids_xor = post_counts_by_cell.ids_xor # excluded.ids_xor,
      cells_xor = post_counts_by_cell.cells_xor # excluded.cells_xor,
      first_cell = least(post_counts_by_cell.first_cell, excluded.first_cell),
      last_cell = greatest(post_counts_by_cell.last_cell, excluded.last_cell)
  ), days as (
    insert into post_counts_by_day (kind, visibility_class, dimension, day, survey_id, source, is_mapped, post_count)
    select of.kind, visibility_class, dimension, case of.kind when 'created' then created else post_date end, survey_id, source,
      cell is not null, sum(delta)
    from changes cross join (values ('created'), ('post_date')) as of (kind)
    group by 1, 2, 3, 4, 5, 6, 7
    on conflict (kind, visibility_class, dimension, day, survey_id, source, is_mapped)
      do update set post_count = post_counts_by_day.post_count + excluded.post_count
  )
  select count(*) into applied from taken;
  delete from post_counts_by_cell where post_count = 0;
  delete from post_counts_by_day where post_count = 0;
  with taken as (delete from data_changes returning change_count)
  insert into data_changes select coalesce(sum(change_count), 0) from taken;
  return applied;
end
$$;

-- Rebuilds the counts from the posts. Writers of posts wait meanwhile.
create function rebuild_post_counts() returns void language plpgsql as $$
begin
  lock table posts in share row exclusive mode;
  perform pg_advisory_xact_lock(hashtext('post counts'));
  delete from post_count_changes;
  delete from post_counts_by_cell;
  delete from post_counts_by_day;
  create temporary table counted_posts on commit drop as
    select 'everyone' as visibility_class, id as post_id, coalesce(survey_id, 0) as survey_id,
      coalesce(source, 'web') as source, masked_cell as cell,
      epoch_day(masked_created) as created, epoch_day(masked_post_date) as post_date,
      coalesce(masked_category_ids, '{}') as category_ids
    from public.posts where status = 'published' and published_to = '{}' and public_from is null
    union all
    select status, id, coalesce(survey_id, 0), coalesce(source, 'web'), cell, epoch_day(created), epoch_day(post_date),
      coalesce(category_ids, '{}')
    from public.posts where merged_into is null;
  -- Many posts have the same combination of categories.
  create temporary table counted_dimensions on commit drop as
    select category_ids, dimension from (select distinct category_ids from counted_posts) as combinations
    cross join lateral dimensions_of_categories(category_ids) as dimension;
  insert into post_counts_by_cell
      (level, visibility_class, dimension, cell, survey_id, post_count, ids_xor, cells_xor, first_cell, last_cell)
  select of.level, visibility_class, dimension, cell >> (52 - 2 * of.level), survey_id, count(*), bit_xor(post_id),
    bit_xor(cell), min(cell), max(cell)
  from counted_posts join counted_dimensions using (category_ids)
  cross join (values (8::smallint), (12::smallint)) as of (level)
  where cell is not null group by 1, 2, 3, 4, 5;
  insert into post_counts_by_day (kind, visibility_class, dimension, day, survey_id, source, is_mapped, post_count)
  select of.kind, visibility_class, dimension, case of.kind when 'created' then created else post_date end, survey_id, source,
    cell is not null, count(*)
  from counted_posts join counted_dimensions using (category_ids)
  cross join (values ('created'), ('post_date')) as of (kind)
  group by 1, 2, 3, 4, 5, 6, 7;
  drop table counted_posts, counted_dimensions;
end
$$;

-- A category is counted in its parent too: moving or deleting one that posts have changes that.
create function rebuild_counts_on_category_move() returns trigger language plpgsql as $$
begin
  if exists (select from old_rows join new_rows using (id)
      where old_rows.parent_id is distinct from new_rows.parent_id) then
    perform rebuild_counts();
  end if;
  return null;
end
$$;
create trigger rebuild_counts_on_category_move after update on categories
  referencing old table as old_rows new table as new_rows for each statement execute function rebuild_counts_on_category_move();

create function rebuild_counts_on_category_delete() returns trigger language plpgsql as $$
begin
  if exists (select from current_counts_by_day where dimension in (select id from old_rows)) then
    perform rebuild_counts();
  end if;
  return null;
end
$$;
create trigger rebuild_counts_on_category_delete after delete on categories
  referencing old table as old_rows for each statement execute function rebuild_counts_on_category_delete();
