-- Posts that are merged into another one (docs/decisions/0060). Whoever sets merged_into, the status follows: a merged
-- post is archived, and gets back its status when it is split, also when the post that it was merged into is deleted.

create function update_status_of_merged_post() returns trigger language plpgsql as $$
begin
  if new.merged_into is not null then
    new.status_before_merge := coalesce(old.status_before_merge, old.status);
    new.status := 'archived';
    return new;
  end if;
  new.status := old.status_before_merge;
  new.status_before_merge := null;
  -- Without a new revision it is the foreign key that splits, because the other post was deleted.
  if new.revision = old.revision then
    new.revision := old.revision + 1;
    new.updated := now();
    insert into post_revisions (post_id, revision, replaced)
    values (new.id, new.revision, jsonb_build_object('status', 'archived', 'merged_into', old.merged_into));
  end if;
  return new;
end
$$;
create trigger update_status_of_merged_post before update of merged_into on posts
  for each row when (old.merged_into is distinct from new.merged_into)
  execute function update_status_of_merged_post();

create function mask_merged_post() returns trigger language plpgsql as $$
begin
  perform mask_posts(array[new.id]);
  return null;
end
$$;
create trigger mask_merged_post after update of merged_into on posts
  for each row when (old.merged_into is distinct from new.merged_into)
  execute function mask_merged_post();
