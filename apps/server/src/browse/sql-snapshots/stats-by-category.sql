-- GET /posts/stats?group_by=tags&group_by_tags=all by visitor
-- Generated: npx vitest run --project server apps/server/src/browse/sql-snapshots -u

select id, label, source, at, sum(total)::bigint as total
  from (select abs(dimension)::bigint as id, null::text as label, 'web'::text as source, null::bigint as at, sum(post_count)::bigint as total
    from current_counts_by_day
    where kind = $1
    and dimension = any($2::bigint[])
    and ("visibility_class" = any($3::text[])) /* planned anew */
    group by 1, 2, 3, 4) as tallies
  group by 1, 2, 3, 4
  having sum(total) > 0 or $4
  order by 5 desc, 1, 2, 3
  limit $5;
