-- GET /posts/stats?timeline=1&timeline_attribute=created by visitor
-- Generated: npx vitest run --project server apps/server/src/browse/sql-snapshots -u

select id, label, source, at, sum(total)::bigint as total
  from (select null::bigint as id, null::text as label, 'web'::text as source, floor(day::numeric / $1::int)::bigint * $2::int as at, sum(post_count)::bigint as total
    from current_counts_by_day
    where kind = $3
    and ("visibility_class" = any($4::text[])
      and dimension = $5) /* planned anew */
    group by 1, 2, 3, 4) as tallies
  group by 1, 2, 3, 4
  having sum(total) > 0 or $6
  order by 4, 1, 2, 3
  limit $7;
