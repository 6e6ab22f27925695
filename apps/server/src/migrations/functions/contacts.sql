-- Merging of contacts, and contacts that want no more messages.

-- Moves messages, posts and surveys from one contact to another.
create function move_contact_history(from_contact bigint, to_contact bigint) returns void language plpgsql as $$
begin
  update messages set contact_id = to_contact where contact_id = from_contact and not is_confirmation;
  update posts set contact_id = to_contact where contact_id = from_contact;
  update survey_contacts set state = 'expired'
    where contact_id = from_contact and state in ('pending', 'received') and exists (
      select from survey_contacts as other where other.contact_id = to_contact and other.state in ('pending', 'received'));
  update survey_contacts set contact_id = to_contact
    where contact_id = from_contact and not exists (
      select from survey_contacts as other
      where other.contact_id = to_contact and other.survey_id = survey_contacts.survey_id);
  update contacts set
    opted_out = coalesce(contacts.opted_out, old.opted_out),
    seen_message_id = greatest(contacts.seen_message_id, old.seen_message_id),
    done_message_id = greatest(contacts.done_message_id, old.done_message_id),
    data_source = coalesce(contacts.data_source, old.data_source)
  from contacts as old where contacts.id = to_contact and old.id = from_contact;
end
$$;

-- The hash of a contact in "opted_out_contacts".
create function opt_out_hash(type text, contact text) returns bytea language sql stable as $$
  select sha256(key || convert_to(type || ' ' || normalize_contact(type, contact), 'UTF8')) from opt_out_key
$$;

-- Whether an address is in "opted_out_contacts". Older hashes of phone numbers were made without the plus.
create function is_opted_out(type text, contact text) returns boolean language sql stable as $$
  select exists (select from opted_out_contacts where hash = opt_out_hash(type, contact))
    or exists (
      select from opted_out_contacts, opt_out_key
      where without_plus and type = 'phone'
        and hash = sha256(key || convert_to('phone ' || ltrim(normalize_contact('phone', contact), '+'), 'UTF8')))
$$;

-- Opts out a new contact whose address is in "opted_out_contacts".
create function restore_opt_out() returns trigger language plpgsql as $$
begin
  if new.opted_out is null and is_opted_out(new.type, new.contact) then
    new.opted_out := now();
  end if;
  return new;
end $$;

create trigger contacts_restore_opt_out before insert on contacts
  for each row execute function restore_opt_out();

-- A contact that wants messages again.
create function delete_opt_out() returns trigger language plpgsql as $$
begin
  delete from opted_out_contacts where hash = opt_out_hash(new.type, new.contact);
  delete from opted_out_contacts using opt_out_key
    where without_plus and new.type = 'phone'
      and hash = sha256(key || convert_to('phone ' || ltrim(normalize_contact('phone', new.contact), '+'), 'UTF8'));
  return null;
end
$$;
create trigger contacts_delete_opt_out after update of opted_out on contacts
  for each row when (old.opted_out is not null and new.opted_out is null) execute function delete_opt_out();
