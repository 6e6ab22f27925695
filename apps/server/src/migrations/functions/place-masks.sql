-- How places are hidden from those who do not manage posts (docs/decisions/0072), besides rounding. A place is [latitude, longitude].

-- The centre of the square with this side, in metres, that contains a place. Rows of squares lie between parallels, and each has as many
-- squares as fit, so that all cover nearly the same area.
create function find_square_center(lat double precision, lon double precision, metres double precision)
returns double precision[] language plpgsql immutable strict parallel safe as $$
declare
  row_count bigint := greatest(1, round(180 * 111320 / metres));
  center_lat double precision := (least(row_count - 1, floor((lat + 90) / 180 * row_count)) + 0.5) * 180 / row_count - 90;
  column_count bigint := greatest(1, round(360 * 111320 * cos(radians(center_lat)) / metres));
  turns double precision := (lon + 180) / 360;
begin
  return array[
    round(center_lat::numeric, 5)::double precision,
    round(((floor((turns - floor(turns)) * column_count) + 0.5) * 360 / column_count - 180)::numeric, 5)::double precision];
end
$$;

-- A number from 0 to 1 of six bytes.
create function read_fraction(bytes bytea) returns double precision language sql immutable strict parallel safe as $$
  select ('x' || encode(bytes, 'hex'))::bit(48)::bigint::double precision / 281474976710656
$$;

-- A place between two distances in metres, in a direction and distance that follow from the seed and the key of the deployment.
create function displace_place(center double precision[], nearest double precision, farthest double precision, seed text)
returns double precision[] language plpgsql stable strict as $$
declare
  digest bytea := (select sha256(key || sha256(key || convert_to(seed, 'UTF8'))) from place_mask_key);
  bearing double precision := 2 * pi() * read_fraction(substring(digest from 1 for 6));
  -- Each part of the ring's area is as likely as another of the same size.
  metres double precision :=
    sqrt(nearest ^ 2 + read_fraction(substring(digest from 7 for 6)) * (farthest ^ 2 - nearest ^ 2));
  angle double precision := radians(metres / 111320);
  lat double precision := radians(center[1]);
  shown_lat double precision := asin(greatest(-1, least(1, sin(lat) * cos(angle) + cos(lat) * sin(angle) * cos(bearing))));
  shown_lon double precision := center[2] + degrees(atan2(
    sin(bearing) * sin(angle) * cos(lat), cos(angle) - sin(lat) * sin(shown_lat)));
begin
  return array[
    round(degrees(shown_lat)::numeric, 5)::double precision,
    round((shown_lon - 360 * floor((shown_lon + 180) / 360))::numeric, 5)::double precision];
end
$$;

-- The side in metres of the squares whose centres are displaced: from anywhere in a square its centre is a quarter of the ring's width
-- away at most.
create function displaced_square_side(survey surveys) returns double precision language sql immutable as $$
  select (survey.place_max_distance - survey.place_min_distance) / (2 * sqrt(2))
$$;

-- The centre of the square that a place is counted in: that of the grid, the square before it is displaced, or the rounded place.
create function find_counted_place(survey surveys, lat double precision, lon double precision)
returns double precision[] language sql stable as $$
  select case survey.place_mask
    when 'grid' then find_square_center(lat, lon, survey.place_grid_km * 1000)
    when 'displaced' then find_square_center(lat, lon, displaced_square_side(survey))
    else array[
      round(lat::numeric, location_precision())::double precision,
      round(lon::numeric, location_precision())::double precision] end
$$;

-- The same as one number.
create function find_mask_cell(survey surveys, lat double precision, lon double precision) returns bigint language plpgsql stable as $$
declare
  counted double precision[] := find_counted_place(survey, lat, lon);
begin
  return map_cell(counted[2], counted[1]);
end
$$;

-- What is shown instead of a place, by its survey or without one; null where nothing is. A place of one square is displaced in one way within
-- a report, however often it is edited.
create function mask_place(survey surveys, post_id bigint, lat double precision, lon double precision)
returns double precision[] language plpgsql stable as $$
declare
  counted double precision[];
  quarter double precision := (survey.place_max_distance - survey.place_min_distance) / 4.0;
begin
  if survey.place_mask = 'hidden' then return null; end if;
  counted := find_counted_place(survey, lat, lon);
  if survey.place_mask = 'displaced' then
    return displace_place(counted, survey.place_min_distance + quarter, survey.place_max_distance - quarter,
      post_id || ' ' || counted[1] || ' ' || counted[2]);
  end if;
  return counted;
end
$$;

-- Counts the public posts in squares that have changed, by author or sender where there is one, and shows or hides the places in them. Posts
-- whose sender was removed do not count: several may have been of one.
-- Returns the number of squares; 0 while another process does so.
create function update_revealed_mask_cells(max_cells int) returns int language plpgsql as $$
declare
  cells bigint[];
begin
  if not pg_try_advisory_xact_lock(hashtext('mask cells')) then return 0; end if;
  cells := array(select distinct cell from changed_mask_cells limit max_cells);
  delete from changed_mask_cells where cell = any(cells);
  create temporary table counted_cells on commit drop as
    select p.survey_id, place.mask_cell as cell
    from public.post_places place
    join public.posts p on p.id = place.post_id
    join public.surveys survey on survey.id = p.survey_id
    where place.mask_cell = any(cells) and p.status = 'published' and p.published_to = '{}' and p.public_from is null
    group by p.survey_id, place.mask_cell, survey.place_min_reports
    having count(distinct coalesce('user ' || p.user_id, 'contact ' || p.contact_id, case when not p.sender_removed then 'post ' || p.id end)) >= survey.place_min_reports;
  delete from revealed_mask_cells revealed where cell = any(cells) and not exists (
    select from pg_temp.counted_cells counted where counted.survey_id = revealed.survey_id and counted.cell = revealed.cell);
  insert into revealed_mask_cells (survey_id, cell) select survey_id, cell from pg_temp.counted_cells on conflict do nothing;
  drop table pg_temp.counted_cells;
  -- Also those that were written while the square was counted before.
  perform mask_posts(array(
    select distinct p.id
    from post_places place
    join posts p on p.id = place.post_id
    left join revealed_mask_cells revealed on revealed.survey_id = p.survey_id and revealed.cell = place.mask_cell
    where place.mask_cell = any(cells) and (place.masked_lat is null) <> (revealed.cell is null)
    order by p.id));
  return cardinality(cells);
end
$$;

-- Marks posts whose senders are about to be removed. Each would count as one of somebody else, and show places that too few people reported:
-- they no longer count, and places that are public stay so.
create function mark_senders_removed(ids bigint[]) returns void language sql as $$
  update post_places set is_shown = true from posts
  where posts.id = post_id and posts.id = any(ids) and masked_lat is not null and not sender_removed
    and status = 'published' and published_to = '{}' and public_from is null;
  update posts set sender_removed = true where id = any(ids) and not sender_removed;
$$;

-- Places go when their post is edited or deleted.
create function record_deleted_mask_cell() returns trigger language plpgsql as $$
begin
  insert into changed_mask_cells (cell) values (old.mask_cell);
  return null;
end
$$;
create trigger record_deleted_mask_cell after delete on post_places
  for each row when (old.mask_cell is not null) execute function record_deleted_mask_cell();

-- When a post becomes public that was created at a time; null without a delay, and afterwards. Where the time is hidden, at the end of a day, as
-- the moment would tell the time. Never before the time that was promised to its sender, whatever the survey says now.
create function find_public_from(survey_id bigint, post_created timestamptz, promised timestamptz)
returns timestamptz language sql stable as $$
  select nullif(greatest(promised, now(), (
    select case when hide_time then date_trunc('day', delayed.earliest, 'UTC') + interval '24 hours' else delayed.earliest end
    from surveys
    cross join lateral (select post_created + make_interval(hours => publication_delay_hours) as earliest) as delayed
    where surveys.id = find_public_from.survey_id and publication_delay_hours > 0
  )), now())
$$;

-- Before the triggers that tell others of new posts. Only posts without a survey are moved, whose senders were promised nothing.
create function set_public_from() returns trigger language plpgsql as $$
begin
  new.public_from := find_public_from(new.survey_id, new.created, null);
  return new;
end
$$;
create trigger set_public_from_of_new_post before insert on posts
  for each row when (new.survey_id is not null) execute function set_public_from();
create trigger set_public_from_of_moved_post before update of survey_id on posts
  for each row when (new.survey_id is distinct from old.survey_id) execute function set_public_from();
