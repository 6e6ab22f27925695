-- The version of the data, which cached answers belong to. A table that lists, maps or statistics are made of has the
-- trigger record_data_change.

-- Once per transaction.
create function record_data_change() returns trigger language plpgsql as $$
begin
  if current_setting('waypost.data_change_recorded_in', true) is distinct from txid_current()::text then
    insert into data_changes values (1);
    perform set_config('waypost.data_change_recorded_in', txid_current()::text, true);
  end if;
  return null;
end
$$;
create trigger record_data_change after insert or update or delete on attributes for each statement execute function record_data_change();
create trigger record_data_change after insert or update or delete on categories for each statement execute function record_data_change();
create trigger record_data_change after insert or update or delete on area_sets for each statement execute function record_data_change();
create trigger record_data_change after insert or update or delete on areas for each statement execute function record_data_change();
create trigger record_data_change after insert or update or delete on post_assignments for each statement execute function record_data_change();
create trigger record_data_change after insert or update or delete on post_categories for each statement execute function record_data_change();
create trigger record_data_change after insert or update or delete on post_places for each statement execute function record_data_change();
create trigger record_data_change after insert or update or delete on post_search_index for each statement execute function record_data_change();
create trigger record_data_change after insert or update or delete on post_verifications for each statement execute function record_data_change();
create trigger record_data_change after insert or update or delete on posts for each statement execute function record_data_change();
create trigger record_data_change after insert or update or delete on set_posts for each statement execute function record_data_change();
create trigger record_data_change after insert or update or delete on sets for each statement execute function record_data_change();
create trigger record_data_change after insert or update or delete on settings for each statement execute function record_data_change();
create trigger record_data_change after insert or update or delete on surveys for each statement execute function record_data_change();
create trigger record_data_change after insert or update or delete on tasks for each statement execute function record_data_change();
create trigger record_data_change after insert or update or delete on search_vocabulary for each statement execute function record_data_change();
