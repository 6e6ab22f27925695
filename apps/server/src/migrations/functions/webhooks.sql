-- Records events of posts for webhooks, whoever writes the posts and however many at once. A job makes deliveries of
-- them. Nothing is recorded without webhooks.

-- A save raises the revision; changes of derived columns do not. To the public, a post is created when it is published
-- and deleted when it no longer is: both are updates here.
create function record_webhook_events() returns trigger language plpgsql as $$
begin
  if exists (select from webhooks where event = tg_argv[0] or (content = 'public' and tg_argv[0] = 'update')) then
    if tg_argv[0] = 'update' then
      insert into webhook_events (post_id, survey_id, event, was_public, is_public)
      select after.id, after.survey_id, 'update',
        before.status = 'published' and before.published_to = '{}' and before.public_from is null,
        after.status = 'published' and after.published_to = '{}' and after.public_from is null
      from after join before on before.id = after.id
      where before.revision <> after.revision or before.status <> after.status
        or before.published_to <> after.published_to 
        or (after.status = 'published' and (before.public_from is null) <> (after.public_from is null));
    else
      insert into webhook_events (post_id, survey_id, event, was_public, is_public)
      select id, survey_id, tg_argv[0],
        tg_argv[0] = 'delete' and status = 'published' and published_to = '{}' and public_from is null,
        tg_argv[0] = 'create' and status = 'published' and published_to = '{}' and public_from is null
      from touched;
    end if;
  end if;
  return null;
end
$$;
create trigger posts_webhook_created after insert on posts
  referencing new table as touched for each statement execute function record_webhook_events('create');
create trigger posts_webhook_deleted after delete on posts
  referencing old table as touched for each statement execute function record_webhook_events('delete');
create trigger posts_webhook_updated after update on posts
  referencing old table as before new table as after
  for each statement
  execute function record_webhook_events('update');
