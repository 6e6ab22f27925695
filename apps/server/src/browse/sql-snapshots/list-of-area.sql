-- GET /posts?limit=20&center_point=-1.29,36.82&within_km=20 by visitor
-- Generated: npx vitest run --project server apps/server/src/browse/sql-snapshots -u

(select $1::text as key, posts.id
    from posts
    where posts.id = any($2::bigint[])
    and ((true
        and (posts.status = 'published'
          and posts.published_to = '{}'
          and posts.public_from is null))
      and "posts".status = any($3::text[])
      and exists ( select 1
        from post_categories
        join attributes on attributes.id = post_categories.attribute_id
        join tasks on tasks.id = attributes.task_id
        where post_categories.post_id = posts.id
        and post_categories.category_id = any($4::bigint[])
        and (tasks.show_when_published
          and not tasks.internal_only))))
  union all (select $5::text as key, posts.id
    from posts
    where posts.id = any($6::bigint[])
    and ((true
        and (posts.status = 'published'
          and posts.published_to = '{}'
          and posts.public_from is null))
      and "posts".status = any($7::text[])
      and exists (select 1
        from post_places
        where post_places.post_id = posts.id
        and "post_places"."masked_lat" between $8 and $9
        and 2 * $10::float8 * asin(least(1, sqrt(( sin(radians("post_places"."masked_lat" - $11) / 2) ^ 2 + cos(radians($12)) * cos(radians("post_places"."masked_lat")) * sin(radians("post_places"."masked_lon" - $13) / 2) ^ 2)))) <= $14)))
  union all (select $15::text as key, posts.id
    from posts
    where posts.id = any($16::bigint[])
    and ((true
        and (posts.status = 'published'
          and posts.published_to = '{}'
          and posts.public_from is null))
      and "posts".status = any($17::text[])
      and coalesce(posts.source, 'web') = any($18::text[])));

select "set_posts"."post_id", "set_posts"."set_id"
  from "set_posts"
  inner join "sets" on "sets"."id" = "set_posts"."set_id"
  where "set_posts"."post_id" = any($1::bigint[])
  and (coalesce(sets.role, '{}') = '{}' or $2 = any(sets.role) or sets.user_id = $3)
  order by "set_posts"."set_id";

select *
  from "post_categories"
  where "post_id" = any($1::bigint[])
  order by "category_id";

select *
  from "post_places"
  where "post_id" = any($1::bigint[])
  order by "position";

select id
  from ((select posts.id, "posts"."masked_post_date" as key
      from posts
      where ((posts.status = 'published'
          and posts.published_to = '{}'
          and posts.public_from is null)
        and exists (select 1
          from post_places
          where post_places.post_id = posts.id
          and "post_places"."masked_lat" between $1 and $2
          and 2 * $3::float8 * asin(least(1, sqrt(( sin(radians("post_places"."masked_lat" - $4) / 2) ^ 2 + cos(radians($5)) * cos(radians("post_places"."masked_lat")) * sin(radians("post_places"."masked_lon" - $6) / 2) ^ 2)))) <= $7)) /* planned anew */
      and true
      and true
      order by "posts"."masked_post_date" desc , posts.id desc
      limit $8)) as matches
  order by key desc , id desc
  limit $9
  offset $10;

select sum(count)::bigint as total
  from ((select count(*) as count
      from posts
      where ((posts.status = 'published'
          and posts.published_to = '{}'
          and posts.public_from is null)
        and exists (select 1
          from post_places
          where post_places.post_id = posts.id
          and "post_places"."masked_lat" between $1 and $2
          and 2 * $3::float8 * asin(least(1, sqrt(( sin(radians("post_places"."masked_lat" - $4) / 2) ^ 2 + cos(radians($5)) * cos(radians("post_places"."masked_lat")) * sin(radians("post_places"."masked_lon" - $6) / 2) ^ 2)))) <= $7)) /* planned anew */)) as counted;

with recursive first_posts (position, bytes) as ( select 0, 0::bigint
    union all select position + 1, bytes + coalesce(( select coalesce(octet_length(content), 0) + octet_length("values"::text)
        from posts
        where id = ($1::bigint[])[position + 1]), 0)
    from first_posts
    where position < $2::int
    and bytes < $3::bigint ) select posts.*
  from first_posts
  join posts on posts.id = ($4::bigint[])[position]
  order by position;
