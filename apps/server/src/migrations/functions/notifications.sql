-- Records new and changed posts for notifications, whoever writes them and however many at once. A job reads the
-- records. Nothing is recorded without subscriptions.

create function record_created_posts() returns trigger language plpgsql as $$
begin
  if exists (select from notifications) then
    insert into notification_events (post_id, is_new) select id, true from added;
  end if;
  return null;
end
$$;
create trigger posts_record_created after insert on posts
  referencing new table as added for each statement execute function record_created_posts();

-- A save raises the revision; changes of derived columns do not.
create function record_changed_posts() returns trigger language plpgsql as $$
begin
  if exists (select from notifications) then
    insert into notification_events (post_id, is_new)
    select after.id,
      before.status <> after.status
      or (before.public_from is not null and after.public_from is null)
      or (before.published_to <> '{}' and (after.published_to = '{}' or not after.published_to <@ before.published_to))
    from after join before on before.id = after.id
    where before.revision <> after.revision or before.status <> after.status
      or before.published_to <> after.published_to
      or (after.status = 'published' and before.public_from is not null and after.public_from is null);
  end if;
  return null;
end
$$;
create trigger posts_record_changed after update on posts
  referencing old table as before new table as after for each statement execute function record_changed_posts();

create function record_posts_added_to_sets() returns trigger language plpgsql as $$
begin
  insert into notification_events (post_id, set_id, is_new)
  select added.post_id, added.set_id, true from added
  where exists (select from notifications where notifications.set_id = added.set_id);
  return null;
end
$$;
create trigger set_posts_record_added after insert on set_posts
  referencing new table as added for each statement execute function record_posts_added_to_sets();
