-- Counts of frequent searches (docs/decisions/0008): each is a dimension of post_counts_by_cell and post_counts_by_day,
-- for public posts with masked columns. Who writes to the counts holds the advisory lock "post counts", and takes it
-- before the lock of a table.

create function record_search_changes_on_insert() returns trigger language plpgsql as $$
begin
  insert into search_count_changes
  select search.id, post_id, coalesce(survey_id, 0), masked_cell, epoch_day(masked_post_date), 1
  from new_rows join precomputed_searches search on public_tsv @@ search.query where is_public;
  return null;
end
$$;
create trigger record_search_changes_on_insert after insert on post_search_index
  referencing new table as new_rows for each statement execute function record_search_changes_on_insert();

create function record_search_changes_on_delete() returns trigger language plpgsql as $$
begin
  insert into search_count_changes
  select search.id, post_id, coalesce(survey_id, 0), masked_cell, epoch_day(masked_post_date), -1
  from old_rows join precomputed_searches search on public_tsv @@ search.query where is_public;
  return null;
end
$$;
create trigger record_search_changes_on_delete after delete on post_search_index
  referencing old table as old_rows for each statement execute function record_search_changes_on_delete();

create function record_search_changes_on_update() returns trigger language plpgsql as $$
begin
  insert into search_count_changes
  select search.id, post_id, coalesce(survey_id, 0), masked_cell, epoch_day(masked_post_date), sum(version)
  from (
    select -1 as version, old_rows.* from old_rows union all select 1, new_rows.* from new_rows
  ) as versions
  join precomputed_searches search on public_tsv @@ search.query where is_public
  group by 1, 2, 3, 4, 5 having sum(version) <> 0;
  return null;
end
$$;
create trigger record_search_changes_on_update after update on post_search_index
  referencing old table as old_rows new table as new_rows
  for each statement
  execute function record_search_changes_on_update();

-- Counts the posts that match a search, by cell and by day.
create function insert_search_counts(search_id bigint) returns void language sql as $$
  insert into post_counts_by_cell
      (level, visibility_class, dimension, cell, survey_id, post_count, ids_xor, cells_xor, first_cell, last_cell)
  select of.level, 'everyone', search_id, masked_cell >> (52 - 2 * of.level), coalesce(survey_id, 0), count(*),
    bit_xor(post_id), bit_xor(masked_cell), min(masked_cell), max(masked_cell)
  from post_search_index cross join (values (8::smallint), (12::smallint)) as of (level)
  where is_public and masked_cell is not null
    and public_tsv @@ (select query from precomputed_searches where id = search_id)
  group by 1, 2, 3, 4, 5;
  insert into post_counts_by_day (kind, visibility_class, dimension, day, survey_id, source, is_mapped, post_count)
  select 'post_date', 'everyone', search_id, epoch_day(masked_post_date), coalesce(survey_id, 0), '',
    masked_cell is not null, count(*)
  from post_search_index
  where is_public and public_tsv @@ (select query from precomputed_searches where id = search_id)
  group by 1, 2, 3, 4, 5, 6, 7
$$;

-- Starts counting a search, unless that many are counted already. Writers of posts wait meanwhile. Returns whether it
-- was new.
create function add_precomputed_search(search tsquery, max_searches int) returns boolean language plpgsql as $$
declare
  search_id bigint;
begin
  perform pg_advisory_xact_lock(hashtext('post counts'));
  if (select count(*) from precomputed_searches) >= max_searches then return false; end if;
  lock table post_search_index in share row exclusive mode;
  insert into precomputed_searches (query) values (search) on conflict do nothing returning id into search_id;
  if search_id is null then return false; end if;
  perform insert_search_counts(search_id);
  return true;
end
$$;

-- Stops counting the searches that were not used since a day.
create function delete_unused_searches(unused_since date) returns void language plpgsql as $$
declare
  deleted_ids bigint[];
begin
  perform pg_advisory_xact_lock(hashtext('post counts'));
  with deleted as (delete from precomputed_searches where last_used < unused_since returning id)
  select array_agg(id) into deleted_ids from deleted;
  delete from post_counts_by_cell where dimension = any(deleted_ids);
  delete from post_counts_by_day where dimension = any(deleted_ids);
end
$$;

-- Adds the recorded changes of searches and posts to the counts. Returns their number; 0 while another process does so.
create function apply_count_changes() returns bigint language plpgsql as $$
declare
  applied bigint;
begin
  if not pg_try_advisory_xact_lock(hashtext('post counts')) then return 0; end if;
  with taken as (
    delete from search_count_changes returning *
  ), changes as (
    -- A transaction that began before a search was deleted may still record changes of it.
    select taken.* from taken where exists (select from precomputed_searches where id = dimension)
  ), cells as (
    insert into post_counts_by_cell
      (level, visibility_class, dimension, cell, survey_id, post_count, ids_xor, cells_xor, first_cell, last_cell)
    select of.level, 'everyone', dimension, cell >> (52 - 2 * of.level), survey_id, sum(delta), bit_xor(post_id),
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
    select 'post_date', 'everyone', dimension, post_date, survey_id, '', cell is not null, sum(delta)
    from changes group by 1, 2, 3, 4, 5, 6, 7
    on conflict (kind, visibility_class, dimension, day, survey_id, source, is_mapped)
      do update set post_count = post_counts_by_day.post_count + excluded.post_count
  )
  select count(*) into applied from taken;
  -- Deletes counts of 0, also those of searches.
  return applied + apply_post_count_changes();
end
$$;

-- Rebuilds all counts from the posts, for example after a large import without triggers.
create function rebuild_counts() returns void language plpgsql as $$
begin
  perform rebuild_post_counts();
  lock table post_search_index in share row exclusive mode;
  delete from search_count_changes;
  perform insert_search_counts(id) from precomputed_searches;
end
$$;
