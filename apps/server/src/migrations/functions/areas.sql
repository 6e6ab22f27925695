-- The areas that places lie in, computed on write and again after each change of the areas (docs/decisions/0085).

-- The areas around a place, null where there are none. A place in an even number of the outlines of an area, such as one in a hole, is
-- outside of it.
create function find_areas(lat double precision, lon double precision) returns bigint[] language sql stable parallel safe as $$
  select nullif(array(
    select area_id from area_rings
    where area_rings.box @> box(point(lon, lat), point(lon, lat)) and area_rings.ring @> point(lon, lat)
    group by area_id having count(*) % 2 = 1
    order by area_id), '{}')
$$;

-- Finds the areas of all places of stored posts again. The places are locked first, in one order, so that areas of a place that another
-- transaction changes meanwhile are never stored.
create function update_areas(ids bigint[]) returns void language sql as $$
  select from post_places where post_id = any(ids) order by post_id, attribute_id, position for update;
  update post_places as place set area_ids = found.area_ids, masked_area_ids = found.masked_area_ids
  from (
    select post_id, attribute_id, position, find_areas(lat, lon) as area_ids, find_areas(masked_lat, masked_lon) as masked_area_ids
    from post_places where post_id = any(ids)
  ) as found
  where place.post_id = found.post_id and place.attribute_id = found.attribute_id and place.position = found.position
    and (place.area_ids is distinct from found.area_ids or place.masked_area_ids is distinct from found.masked_area_ids)
$$;
