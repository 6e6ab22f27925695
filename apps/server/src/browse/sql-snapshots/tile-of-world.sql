-- GET /posts/tiles/2/2/2.mvt by visitor
-- Generated: npx vitest run --project server apps/server/src/browse/sql-snapshots -u

select "id", "title"
  from "posts"
  where "id" in ($1, $2);

select cell >> $1::int as cell, nullif(survey_id, 0) as survey_id, sum(post_count)::bigint as count, bit_xor(ids_xor) as id, bit_xor(cells_xor) as place, min(first_cell) as first, max(last_cell) as last, min(cell & $2::bigint) as west, max(cell & $3::bigint) as east, min(cell & $4::bigint) as north, max(cell & $5::bigint) as south
  from current_counts_by_cell
  where level = $6
  and cell between $7 and $8
  and ("visibility_class" = any($9::text[])
    and dimension = $10) /* planned anew */
  group by 1, survey_id
  having sum(post_count) > 0;
