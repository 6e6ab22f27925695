-- Confirmations end with a change of the address, and texts with codes are not kept longer than needed, so that no
-- backup contains one.

-- A changed number or address, or another owner, must be confirmed again.
create function reset_contact_confirmation() returns trigger language plpgsql as $$
begin
  if new.user_id is distinct from old.user_id
    or new.type <> old.type or normalize_contact(new.type, new.contact) <> normalize_contact(old.type, old.contact)
  then
    new.confirmed := null;
    delete from confirmation_codes where contact_id = old.id;
  end if;
  return new;
end
$$;
create trigger contacts_reset_confirmation before update of user_id, type, contact on contacts
  for each row execute function reset_contact_confirmation();

-- A changed e-mail address must be confirmed again.
create function reset_email_confirmation() returns trigger language plpgsql as $$
begin
  if lower(new.email) <> lower(old.email) then
    new.email_confirmed := null;
    delete from confirmation_codes where user_id = old.id;
  end if;
  return new;
end
$$;
create trigger users_reset_confirmation before update of email on users
  for each row execute function reset_email_confirmation();

-- When a message with a code was sent or has failed.
create function clear_code_text() returns trigger language plpgsql as $$
begin
  new.message := '';
  return new;
end
$$;
create trigger messages_clear_code_text before update of status on messages
  for each row when (new.is_confirmation and new.status <> 'pending') execute function clear_code_text();

-- When the code was used, replaced or is void.
create function clear_texts_of_code() returns trigger language plpgsql as $$
begin
  -- One that is being handed over is cancelled as well: without its text it may not be tried again.
  update messages set message = '', status = case when status = 'pending' then 'cancelled' else status end
    where contact_id = old.contact_id and is_confirmation and message <> '';
  return null;
end
$$;
create trigger confirmation_codes_clear_texts after delete or update of mac on confirmation_codes
  for each row when (old.contact_id is not null) execute function clear_texts_of_code();
