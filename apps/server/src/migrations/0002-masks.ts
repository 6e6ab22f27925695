/**
 * What those without the right are shown of posts, worked out once, at write (docs/decisions/0003). `mask_posts` is called
 * after each write of a post, and for all posts of a survey when its rules change.
 */
import { sql } from 'kysely';
import type { Tx } from '../kernel/db/database.ts';

/**
 * A place as one number: web-mercator x and y at 2^26, their bits interleaved (Morton order). A map tile is then one
 * contiguous range of cells, and a coarser grid is the same number shifted right. In PL/pgSQL, which needs a microsecond
 * where nested SQL functions need twenty.
 */
const mapCell = sql`
  create function map_cell(lon double precision, lat double precision) returns bigint
  language plpgsql immutable strict parallel safe as $$
  declare
    m double precision := radians(least(85.0511287798066, greatest(-85.0511287798066, lat)));
    x bigint := least(67108863, greatest(0,
      floor((lon - 360 * floor((lon + 180) / 360) + 180) / 360 * 67108864)))::bigint;
    y bigint := least(67108863, greatest(0,
      floor((1 - ln(tan(m) + 1 / cos(m)) / pi()) / 2 * 67108864)))::bigint;
  begin
    x := (x | (x << 16)) & 281470681808895;
    y := (y | (y << 16)) & 281470681808895;
    x := (x | (x << 8)) & 71777214294589695;
    y := (y | (y << 8)) & 71777214294589695;
    x := (x | (x << 4)) & 1085102592571150095;
    y := (y | (y << 4)) & 1085102592571150095;
    x := (x | (x << 2)) & 3689348814741910323;
    y := (y | (y << 2)) & 3689348814741910323;
    x := (x | (x << 1)) & 6148914691236517205;
    y := (y | (y << 1)) & 6148914691236517205;
    return x | (y << 1);
  end
  $$`;

/**
 * Works out what those without the right are shown of posts: author, times cut to the day, places rounded. Posts without a
 * survey hide all three (API v3 §3.4, §3.5). Answers that are private, or belong to a task the public does not see, have no
 * shown place at all.
 */
const maskPlacesAndTimes = sql`
  create function location_precision() returns int language sql stable as $$
    select coalesce((select (value->>'location_precision')::int from settings where name = 'map'), 2)
  $$;
  create function mask_places_and_times(ids bigint[]) returns void language sql as $$
    update post_places as place set
      shown_lat = case when hidden then null when hide then round(place.lat::numeric, digits)::double precision else place.lat end,
      shown_lon = case when hidden then null when hide then round(place.lon::numeric, digits)::double precision else place.lon end
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
      shown_cell = first_shown.cell,
      shown_user_id = case when coalesce(hide_author, true) then null else post.user_id end,
      shown_post_date = case when coalesce(hide_time, true) then date_trunc('day', post.post_date, 'UTC') else post.post_date end,
      shown_created = case when coalesce(hide_time, true) then date_trunc('day', post.created, 'UTC') else post.created end,
      shown_updated = case when coalesce(hide_time, true) then date_trunc('day', post.updated, 'UTC') else post.updated end
    from posts p
    left join surveys survey on survey.id = p.survey_id
    left join lateral (
      select map_cell(place.lon, place.lat) as cell
      from post_places place join attributes a on a.id = place.attribute_id join tasks t on t.id = a.task_id
      where place.post_id = p.id order by t.priority, t.id, a.priority, a.id, place.position limit 1
    ) first_place on true
    left join lateral (
      select map_cell(place.shown_lon, place.shown_lat) as cell
      from post_places place join attributes a on a.id = place.attribute_id join tasks t on t.id = a.task_id
      where place.post_id = p.id and place.shown_lat is not null
      order by t.priority, t.id, a.priority, a.id, place.position limit 1
    ) first_shown on true
    where p.id = any(ids) and post.id = p.id
  $$`;

/** Which pictures a post shows, and whether to everyone who may read it. */
const linkMedia = sql`
  create function link_media(ids bigint[]) returns void language sql as $$
    delete from post_media where post_id = any(ids);
    insert into post_media (media_id, post_id, shown)
    select media.id, p.id,
      bool_or(not attribute.response_private and not task.internal_only and task.show_when_published)
    from posts p
    join tasks task on task.survey_id = p.survey_id
    join attributes attribute on attribute.task_id = task.id and attribute.type = 'media'
    cross join lateral jsonb_array_elements_text(
      case jsonb_typeof(p.values -> attribute.key) when 'array' then p.values -> attribute.key else '[]' end) as answer
    join media on media.id = case when answer ~ '^[0-9]{1,15}$' then answer::bigint end
    where p.id = any(ids)
    group by media.id, p.id
  $$`;

const maskPosts = sql`
  create function mask_posts(ids bigint[]) returns void language sql as $$
    select mask_places_and_times(ids);
    select link_media(ids)
  $$`;

export const name = '0002-masks';

export async function up(tx: Tx): Promise<void> {
  for (const step of [mapCell, maskPlacesAndTimes, linkMedia, maskPosts]) await step.execute(tx);
}
