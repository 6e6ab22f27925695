-- The sorted category ids in posts.categories and posts.shown_categories.

-- Called by mask_posts().
create function list_categories(ids bigint[]) returns void language sql as $$
  update posts set categories = known.every, shown_categories = known.shown
  from (
    select p.id,
      array_agg(distinct its.category_id order by its.category_id)
        filter (where its.category_id is not null) as every,
      array_agg(distinct its.category_id order by its.category_id)
        filter (where task.show_when_published and not task.internal_only) as shown
    from posts p
    left join (
      post_categories its join attributes attribute on attribute.id = its.attribute_id
      join tasks task on task.id = attribute.task_id
    ) on its.post_id = p.id
    where p.id = any(ids) group by p.id
  ) as known
  where posts.id = known.id
    and (posts.categories, posts.shown_categories) is distinct from (known.every, known.shown)
$$;

-- When a category or an attribute is deleted.
create function list_categories_left() returns trigger language plpgsql as $$
begin
  if exists (select from old_rows) then
    perform list_categories(array(select distinct post_id from old_rows));
  end if;
  return null;
end
$$;
create trigger list_categories_left after delete on post_categories
  referencing old table as old_rows for each statement execute function list_categories_left();
