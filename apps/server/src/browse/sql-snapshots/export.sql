-- an export of all posts by admin
-- Generated: npx vitest run --project server apps/server/src/browse/sql-snapshots -u

select "id"
  from "post_verifications"
  limit $1;

select exists ( select
    from post_consents
    join posts on posts.id = post_consents.post_id
    where posts.survey_id = any($1::bigint[])) as exists;

select exists (select
    from posts
    where public_from <= now()) as found;

select posts.id, posts.survey_id, posts.user_id, posts.status, posts.title, posts.content, posts.values, posts.source as source, to_char("posts"."created" at time zone 'UTC', 'YYYY-MM-DD HH24:MI:SS') as created, to_char("posts"."updated" at time zone 'UTC', 'YYYY-MM-DD HH24:MI:SS') as updated, to_char("posts"."post_date" at time zone 'UTC', 'YYYY-MM-DD HH24:MI:SS') as post_date, posts.contact_id as contact_id, (select contact
    from contacts
    where contacts.id = posts.contact_id) as contact, posts.data_source_message_id as data_source_message_id, null as places, ( select json_agg(json_build_object('attribute_id', attribute_id, 'category_id', category_id)
      order by category_id)
    from post_categories
    where post_categories.post_id = posts.id) as categories, ( select json_object_agg(media.id, media.file)
    from post_media
    join media on media.id = post_media.media_id
    where post_media.post_id = posts.id) as files, null as verification, null as consent
  from (select *
    from posts
    where (((posts.merged_into is null)) /* planned anew */)) as posts
  order by posts.id;

select survey_id, count(*) as count
  from (select *
    from posts
    where (((posts.merged_into is null)) /* planned anew */)) as posts
  group by survey_id;
