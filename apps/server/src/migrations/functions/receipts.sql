-- Receipts of reporters without an account (docs/decisions/0068). When the team makes an account the author, the report is theirs, and
-- the receipt ends.

create function end_receipt() returns trigger language plpgsql as $$
begin
  delete from receipts where post_id = new.id;
  return null;
end
$$;
create trigger end_receipt after update of user_id on posts
  for each row when (new.user_id is not null and old.user_id is distinct from new.user_id)
  execute function end_receipt();
