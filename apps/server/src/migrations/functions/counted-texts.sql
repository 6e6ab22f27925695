-- Counts of frequent searches (docs/decisions/0008): each is a topic of post_cells and post_days, of the public posts
-- as they are shown to everyone. Everyone who writes to the counts holds the advisory lock "fold counts", and takes it
-- before the lock of a table.

create function count_texts_inserted() returns trigger language plpgsql as $$
begin
  insert into text_changes
  select text.id, post_id, coalesce(survey_id, 0), masked_cell, day_of(masked_post_date), 1
  from new_rows join counted_texts text on public_tsv @@ text.query where is_public;
  return null;
end
$$;
create trigger count_texts_inserted after insert on post_search_index
  referencing new table as new_rows for each statement execute function count_texts_inserted();

create function count_texts_deleted() returns trigger language plpgsql as $$
begin
  insert into text_changes
  select text.id, post_id, coalesce(survey_id, 0), masked_cell, day_of(masked_post_date), -1
  from old_rows join counted_texts text on public_tsv @@ text.query where is_public;
  return null;
end
$$;
create trigger count_texts_deleted after delete on post_search_index
  referencing old table as old_rows for each statement execute function count_texts_deleted();

create function count_texts_updated() returns trigger language plpgsql as $$
begin
  insert into text_changes
  select text.id, post_id, coalesce(survey_id, 0), masked_cell, day_of(masked_post_date), sum(version)
  from (
    select -1 as version, old_rows.* from old_rows union all select 1, new_rows.* from new_rows
  ) as versions
  join counted_texts text on public_tsv @@ text.query where is_public
  group by 1, 2, 3, 4, 5 having sum(version) <> 0;
  return null;
end
$$;
create trigger count_texts_updated after update on post_search_index
  referencing old table as old_rows new table as new_rows
  for each statement
  execute function count_texts_updated();

-- Counts the posts that match a search, by cell and by day.
create function add_up_text(text_id bigint) returns void language sql as $$
  insert into post_cells (level, audience, topic, cell, survey_id, n, ids, places, first, last)
  select of.level, 'everyone', text_id, masked_cell >> (52 - 2 * of.level), coalesce(survey_id, 0), count(*),
    bit_xor(post_id), bit_xor(masked_cell), min(masked_cell), max(masked_cell)
  from post_search_index cross join (values (8::smallint), (12::smallint)) as of (level)
  where is_public and masked_cell is not null
    and public_tsv @@ (select query from counted_texts where id = text_id)
  group by 1, 2, 3, 4, 5;
  insert into post_days (kind, audience, topic, day, survey_id, source, is_mapped, n)
  select 'post_date', 'everyone', text_id, day_of(masked_post_date), coalesce(survey_id, 0), '',
    masked_cell is not null, count(*)
  from post_search_index
  where is_public and public_tsv @@ (select query from counted_texts where id = text_id)
  group by 1, 2, 3, 4, 5, 6, 7
$$;

-- Starts counting a search, unless that many are counted already. Writers of posts wait meanwhile. Returns whether it
-- was new.
create function count_text(asked_for tsquery, most int) returns boolean language plpgsql as $$
declare
  text_id bigint;
begin
  perform pg_advisory_xact_lock(hashtext('fold counts'));
  if (select count(*) from counted_texts) >= most then return false; end if;
  lock table post_search_index in share row exclusive mode;
  insert into counted_texts (query) values (asked_for) on conflict do nothing returning id into text_id;
  if text_id is null then return false; end if;
  perform add_up_text(text_id);
  return true;
end
$$;

-- Stops counting the searches that were not used since a day.
create function forget_texts(unasked_since date) returns void language plpgsql as $$
declare
  gone bigint[];
begin
  perform pg_advisory_xact_lock(hashtext('fold counts'));
  with forgotten as (delete from counted_texts where asked < unasked_since returning id)
  select array_agg(id) into gone from forgotten;
  delete from post_cells where topic = any(gone);
  delete from post_days where topic = any(gone);
end
$$;

-- Adds the recorded changes of searches and posts to the counts. Returns how many; 0 when another process is doing it.
create function fold_counts() returns bigint language plpgsql as $$
declare
  folded bigint;
begin
  if not pg_try_advisory_xact_lock(hashtext('fold counts')) then return 0; end if;
  with gone as (
    delete from text_changes returning *
  ), told as (
    -- One that was forgotten meanwhile may still be written down by somebody who began before.
    select gone.* from gone where exists (select from counted_texts where id = topic)
  ), cells as (
    insert into post_cells (level, audience, topic, cell, survey_id, n, ids, places, first, last)
    select of.level, 'everyone', topic, cell >> (52 - 2 * of.level), survey_id, sum(n), bit_xor(post_id),
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
    select 'post_date', 'everyone', topic, post_date, survey_id, '', cell is not null, sum(n)
    from told group by 1, 2, 3, 4, 5, 6, 7
    on conflict (kind, audience, topic, day, survey_id, source, is_mapped)
      do update set n = post_days.n + excluded.n
  )
  select count(*) into folded from gone;
  -- Removes what has become nothing, of texts too.
  return folded + fold_posts();
end
$$;

-- Rebuilds all counts from the posts, for example after a large import without triggers.
create function recount_posts() returns void language plpgsql as $$
begin
  perform recount_all_but_texts();
  lock table post_search_index in share row exclusive mode;
  delete from text_changes;
  perform add_up_text(id) from counted_texts;
end
$$;
