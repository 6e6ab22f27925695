-- Pictures of posts.

-- Which pictures a post shows, and whether to all of its readers; whether their uploader and time are hidden. Called
-- by mask_posts().
create function update_post_media(ids bigint[]) returns void language sql as $$
  delete from post_media where post_id = any(ids);
  insert into post_media (media_id, post_id, shown)
  select media.id, p.id,
    bool_or(not attribute.response_private and not task.internal_only and task.show_when_published)
  from posts p
  join tasks task on task.survey_id = p.survey_id
  join attributes attribute on attribute.task_id = task.id and attribute.type = any ({{picture_types}})
  cross join lateral jsonb_array_elements_text(
    case jsonb_typeof(p.values -> attribute.key) when 'array' then p.values -> attribute.key else '[]' end) as answer
  join media on media.id = case when answer ~ '^[0-9]{1,15}$' then answer::bigint end and media.post_id = p.id
  where p.id = any(ids)
  group by media.id, p.id;
  update media set hide_uploader = decided.hide_author, hide_time = decided.hide_time
  from (
    select p.id, coalesce(survey.hide_author, true) as hide_author, coalesce(survey.hide_time, true) as hide_time
    from posts p left join surveys survey on survey.id = p.survey_id
    where p.id = any(ids)
  ) as decided
  where media.post_id = decided.id
    and (media.hide_uploader, media.hide_time) is distinct from (decided.hide_author, decided.hide_time)
$$;
