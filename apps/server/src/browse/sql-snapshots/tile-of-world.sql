-- GET /posts/tiles/2/2/2.mvt by visitor
-- Generated: npx vitest run --project server apps/server/src/browse/sql-snapshots -u

select "id", "title"
  from "posts"
  where "id" in ($1, $2);

select cell >> $1::int as cell, nullif(survey_id, 0) as survey_id, sum(n)::bigint as count, bit_xor(ids) as id, bit_xor(places) as place, min(first) as first, max(last) as last
  from counted_cells
  where level = $2
  and cell between $3 and $4
  and ("audience" = any($5::text[])
    and topic = $6) /* planned anew */
  group by 1, survey_id
  having sum(n) > 0;
