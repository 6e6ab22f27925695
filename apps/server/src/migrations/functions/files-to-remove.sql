-- Files in the store whose row is deleted, or names another file: a job removes them (docs/decisions/0106).

-- Records the files that a row has named in the columns of the trigger's arguments, and does not name any more.
create function record_files_to_remove() returns trigger language plpgsql as $$
begin
  insert into files_to_remove (file)
  select before.file
  from unnest(tg_argv) as name cross join lateral (select to_jsonb(old) ->> name) as before (file)
  where before.file is not null
    and (tg_op = 'DELETE' or not exists (select from unnest(tg_argv) as name where to_jsonb(new) ->> name = before.file))
  on conflict do nothing;
  return null;
end
$$;
create trigger record_files_to_remove_on_delete after delete on media
  for each row execute function record_files_to_remove('file', 'thumbnail', 'kept_original');
create trigger record_files_to_remove_on_update after update of file, thumbnail, kept_original on media
  for each row execute function record_files_to_remove('file', 'thumbnail', 'kept_original');
create trigger record_files_to_remove_on_delete after delete on imports
  for each row execute function record_files_to_remove('file');
create trigger record_files_to_remove_on_update after update of file on imports
  for each row execute function record_files_to_remove('file');
create trigger record_files_to_remove_on_delete after delete on export_jobs
  for each row execute function record_files_to_remove('file');
create trigger record_files_to_remove_on_delete after delete on map_archives
  for each row execute function record_files_to_remove('file');

-- The file of an export has its name before it is written, and its size from then until it expires.
create function record_expired_export() returns trigger language plpgsql as $$
begin
  insert into files_to_remove (file) values (old.file) on conflict do nothing;
  return null;
end
$$;
create trigger record_expired_export after update of file_size on export_jobs
  for each row when (old.file_size is not null and new.file_size is null) execute function record_expired_export();
