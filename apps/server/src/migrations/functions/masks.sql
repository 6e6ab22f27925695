-- What is shown of posts to users who do not manage posts, computed on write (docs/decisions/0003).

-- Decimal places of hidden locations.
create function location_precision() returns int language sql stable as $$
  select coalesce((select (value->>'location_precision')::int from settings where name = 'map'), 2)
$$;

-- Author, times (cut to the day) and places as the survey hides them (docs/decisions/0072). Posts without a survey hide all three, and
-- their places are rounded (API v3 §3.4, §3.5). Private answers and answers to tasks that are not public have no masked location.
create function mask_places_and_times(ids bigint[]) returns void language sql as $$
  with rules as (
    select place.post_id, place.attribute_id, place.position, place.lat, place.lon, place.mask_cell as cell_before,
      p.merged_into is not null as is_merged, survey,
      -- Stored as it was shown: it would be displaced from where it was displaced to.
      place.is_masked and survey.place_mask = 'displaced' as is_displaced,
      place.is_shown,
      not attribute.response_private and not task.internal_only and task.show_when_published as is_public_answer,
      coalesce(survey.hide_location, true) as hides,
      coalesce(survey.place_min_reports, 1) > 1 as needs_count
    from posts p
    join post_places place on place.post_id = p.id
    join attributes attribute on attribute.id = place.attribute_id
    join tasks task on task.id = attribute.task_id
    left join surveys survey on survey.id = p.survey_id
    where p.id = any(ids)
  ), masks as (
    select rules.*, needs_count and not is_shown and hides and is_public_answer and (survey).place_mask <> 'hidden' as is_counted,
      case when not is_public_answer then null
        -- Its primary stands for it. A second point would be averaged with the first, and tell its square if it had the same offset.
        when hides and is_merged and (survey).place_mask = 'displaced' then null
        when hides and is_displaced then array[lat, lon]
        when hides then mask_place(survey, post_id, lat, lon)
        else array[lat, lon] end as shown
    from rules
  ), cells as (
    select masks.*, case when is_counted then find_mask_cell(survey, lat, lon) end as cell from masks
  ), masked as (
    update post_places as place set masked_lat = decided.shown[1], masked_lon = decided.shown[2], mask_cell = decided.cell,
      area_ids = find_areas(place.lat, place.lon), masked_area_ids = find_areas(decided.shown[1], decided.shown[2])
    from (
      select post_id, attribute_id, position, cell,
        case when cell is null or exists (
            select from revealed_mask_cells revealed where revealed.survey_id = (survey).id and revealed.cell = cells.cell)
          then shown end as shown
      from cells
    ) as decided
    where place.post_id = decided.post_id and place.attribute_id = decided.attribute_id and place.position = decided.position
  )
  insert into changed_mask_cells (cell)
  select cell from cells where cell is not null
  union
  select cell_before from cells where cell_before is not null;

  update posts as post set
    cell = first_place.cell,
    masked_cell = first_shown.cell,
    masked_user_id = case when coalesce(hide_author, true) then null else post.user_id end,
    masked_post_date = case when coalesce(hide_time, true) then date_trunc('day', post.post_date, 'UTC') else post.post_date end,
    masked_created = case when coalesce(hide_time, true) then date_trunc('day', post.created, 'UTC') else post.created end,
    masked_updated = case when coalesce(hide_time, true) then date_trunc('day', post.updated, 'UTC') else post.updated end,
    public_from = case when survey.publication_delay_hours > 0 or post.public_from is not null
      then find_public_from(survey.id, post.created, post.public_from) end
  from posts p
  left join surveys survey on survey.id = p.survey_id
  left join lateral (
    select map_cell(place.lon, place.lat) as cell
    from post_places place join attributes a on a.id = place.attribute_id join tasks t on t.id = a.task_id
    where place.post_id = p.id order by t.priority, t.id, a.priority, a.id, place.position limit 1
  ) first_place on true
  left join lateral (
    select map_cell(place.masked_lon, place.masked_lat) as cell
    from post_places place join attributes a on a.id = place.attribute_id join tasks t on t.id = a.task_id
    where place.post_id = p.id and place.masked_lat is not null
    order by t.priority, t.id, a.priority, a.id, place.position limit 1
  ) first_shown on true
  where p.id = any(ids) and post.id = p.id
$$;

-- Computes everything that is derived from posts. Called after each write, and for all posts of a survey when its
-- rules change. With plans for any number of posts, since planning takes longer than writing one post: four times as long for one
-- post, the same for thousands.
create function mask_posts(ids bigint[]) returns void language sql set plan_cache_mode = force_generic_plan as $$
  select mask_places_and_times(ids);
  select update_post_media(ids);
  select update_category_ids(ids);
  select update_search_index(ids);
  select update_urgency(ids)
$$;
