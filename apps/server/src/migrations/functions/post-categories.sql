-- The sorted category ids in posts.category_ids and posts.masked_category_ids.

-- Called by mask_posts().
create function update_category_ids(ids bigint[]) returns void language sql as $$
  update posts set category_ids = derived.category_ids, masked_category_ids = derived.public_category_ids
  from (
    select p.id,
      array_agg(distinct its.category_id order by its.category_id)
        filter (where its.category_id is not null) as category_ids,
      array_agg(distinct its.category_id order by its.category_id)
        filter (where task.show_when_published and not task.internal_only) as public_category_ids
    from posts p
    left join (
      post_categories its join attributes attribute on attribute.id = its.attribute_id
      join tasks task on task.id = attribute.task_id
    ) on its.post_id = p.id
    where p.id = any(ids) group by p.id
  ) as derived
  where posts.id = derived.id
    and (posts.category_ids, posts.masked_category_ids) is distinct from (derived.category_ids, derived.public_category_ids)
$$;

-- When a category or an attribute is deleted.
create function update_category_ids_after_delete() returns trigger language plpgsql as $$
begin
  if exists (select from old_rows) then
    perform update_category_ids(array(select distinct post_id from old_rows));
  end if;
  return null;
end
$$;
create trigger update_category_ids_after_delete after delete on post_categories
  referencing old table as old_rows for each statement execute function update_category_ids_after_delete();
