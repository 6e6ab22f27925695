-- GET /posts?limit=20&status=all by admin
-- Generated: npx vitest run --project server apps/server/src/browse/sql-snapshots -u

(select $1::text as key, posts.id
    from posts
    where posts.id = any($2::bigint[])
    and (true
      and "posts".status = any($3::text[])
      and (posts.survey_id = any($4::bigint[]))))
  union all (select $5::text as key, posts.id
    from posts
    where posts.id = any($6::bigint[])
    and (true
      and "posts".status = any($7::text[])
      and (posts.survey_id is null)))
  union all (select $8::text as key, posts.id
    from posts
    where posts.id = any($9::bigint[])
    and (true
      and "posts".status = any($10::text[])
      and exists ( select 1
        from post_categories
        join attributes on attributes.id = post_categories.attribute_id
        join tasks on tasks.id = attributes.task_id
        where post_categories.post_id = posts.id
        and post_categories.category_id = any($11::bigint[])
        and true)))
  union all (select $12::text as key, posts.id
    from posts
    where posts.id = any($13::bigint[])
    and (true
      and "posts".status = any($14::text[])
      and exists (select 1
        from post_places
        where post_places.post_id = posts.id
        and "post_places"."lat" between $15 and $16
        and 2 * $17::float8 * asin(least(1, sqrt(( sin(radians("post_places"."lat" - $18) / 2) ^ 2 + cos(radians($19)) * cos(radians("post_places"."lat")) * sin(radians("post_places"."lon" - $20) / 2) ^ 2)))) <= $21)))
  union all (select $22::text as key, posts.id
    from posts
    where posts.id = any($23::bigint[])
    and (true
      and "posts".status = any($24::text[])
      and coalesce(posts.source, 'web') = any($25::text[])));

insert into audit_log (user_id, action, subject, details) values ($1, 'view', 'posts', jsonb_build_object('reads', $2::int));

select "post_locks"."id", "post_locks"."post_id", "post_locks"."user_id", "post_locks"."expires", "post_locks"."is_claim", "users"."realname", "posts"."user_id" as "author_id", "posts"."masked_user_id" as "masked_author_id"
  from "post_locks"
  inner join "users" on "users"."id" = "post_locks"."user_id"
  inner join "posts" on "posts"."id" = "post_locks"."post_id"
  where (post_locks.expires > now()
    and (not post_locks.is_claim or exists ( select
        from users as holder
        join roles on roles.name = holder.role
        where holder.id = post_locks.user_id
        and (roles.name = 'admin' or 'Manage Posts' = any(roles.permissions)))))
  and "post_id" = any($1::bigint[]);

select "set_posts"."post_id", "set_posts"."set_id"
  from "set_posts"
  inner join "sets" on "sets"."id" = "set_posts"."set_id"
  where "set_posts"."post_id" = any($1::bigint[])
  and true
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
  from ((select posts.id, "posts"."post_date" as key
      from posts
      where ((posts.merged_into is null)) /* planned anew */
      and true
      and true
      order by "posts"."post_date" desc , posts.id desc
      limit $1)) as matches
  order by key desc , id desc
  limit $2
  offset $3;

select sum(count)::bigint as total
  from ((select coalesce(sum(post_count), 0)::bigint as count
      from current_counts_by_day
      where kind = 'post_date'
      and ("visibility_class" = any($1::text[])
        and dimension = $2) /* planned anew */)) as counted;

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
