-- GET /posts/tiles/12/2466/2062.mvt by visitor
-- Generated: npx vitest run --project server apps/server/src/browse/sql-snapshots -u

select "id", "title"
  from "posts"
  where "id" in ($1, $2, $3);

select place >> $1::int as cell, survey_id, count(*) as count, min(id) as id, min(place) as first, max(place) as last, min(place & $2::bigint) as west, max(place & $3::bigint) as east, min(place & $4::bigint) as north, max(place & $5::bigint) as south
  from (select id, survey_id, place
    from ((select posts.id, posts.survey_id, "posts"."masked_cell" as place
        from posts
        where ((posts.status = 'published'
            and posts.published_to = '{}'
            and posts.public_from is null)) /* planned anew */
        and "posts"."masked_cell" between $6 and $7 )) as matches ) as located
  group by 1, 2;
