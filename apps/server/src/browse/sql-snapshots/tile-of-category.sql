-- GET /posts/tiles/6/38/32.mvt?tags=6 by visitor
-- Generated: npx vitest run --project server apps/server/src/browse/sql-snapshots -u

select cell >> $1::int as cell, nullif(survey_id, 0) as survey_id, sum(post_count)::bigint as count, bit_xor(ids_xor) as id, bit_xor(cells_xor) as place, min(first_cell) as first, max(last_cell) as last
  from current_counts_by_cell
  where level = $2
  and cell between $3 and $4
  and ("visibility_class" = any($5::text[])
    and dimension = $6) /* planned anew */
  group by 1, survey_id
  having sum(post_count) > 0;
