-- What is shown of posts to users who do not manage posts, computed on write (docs/decisions/0003).

-- Decimal places of hidden locations.
create function location_precision() returns int language sql stable as $$
  select coalesce((select (value->>'location_precision')::int from settings where name = 'map'), 2)
$$;

-- Author, times (cut to the day) and locations (rounded) as the survey hides them. Posts without a survey hide all
-- three (API v3 §3.4, §3.5). Private answers and answers to tasks that are not public have no masked location.
create function mask_places_and_times(ids bigint[]) returns void language sql as $$
  update post_places as place set
    masked_lat = case when hidden then null when hide then round(place.lat::numeric, digits)::double precision else place.lat end,
    masked_lon = case when hidden then null when hide then round(place.lon::numeric, digits)::double precision else place.lon end
  from (
    select p.id, attribute.id as attribute_id,
      coalesce(survey.hide_location, true) as hide,
      attribute.response_private or task.internal_only or not task.show_when_published as hidden,
      location_precision() as digits
    from posts p
    left join surveys survey on survey.id = p.survey_id
    join post_places its on its.post_id = p.id
    join attributes attribute on attribute.id = its.attribute_id
    join tasks task on task.id = attribute.task_id
    where p.id = any(ids)
  ) as known
  where place.post_id = known.id and place.attribute_id = known.attribute_id;

  update posts as post set
    cell = first_place.cell,
    masked_cell = first_shown.cell,
    masked_user_id = case when coalesce(hide_author, true) then null else post.user_id end,
    masked_post_date = case when coalesce(hide_time, true) then date_trunc('day', post.post_date, 'UTC') else post.post_date end,
    masked_created = case when coalesce(hide_time, true) then date_trunc('day', post.created, 'UTC') else post.created end,
    masked_updated = case when coalesce(hide_time, true) then date_trunc('day', post.updated, 'UTC') else post.updated end
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
-- rules change.
create function mask_posts(ids bigint[]) returns void language sql as $$
  select mask_places_and_times(ids);
  select update_post_media(ids);
  select update_category_ids(ids);
  select update_search_index(ids);
  select update_urgency(ids)
$$;
