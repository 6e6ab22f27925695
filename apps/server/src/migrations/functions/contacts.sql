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
    stopped = coalesce(contacts.stopped, old.stopped),
    seen_message_id = greatest(contacts.seen_message_id, old.seen_message_id),
    data_source = coalesce(contacts.data_source, old.data_source)
  from contacts as old where contacts.id = to_contact and old.id = from_contact;
end
$$;

-- The hash of a contact in "silenced".
create function silence_of(type text, contact text) returns bytea language sql stable as $$
  select sha256(key || convert_to(type || ' ' || reach_of(type, contact), 'UTF8')) from silence_key
$$;

-- Whether an address is in "silenced". Older hashes of phone numbers were made without the plus.
create function is_silenced(type text, contact text) returns boolean language sql stable as $$
  select exists (select from silenced where hash = silence_of(type, contact))
    or exists (
      select from silenced, silence_key
      where without_plus and type = 'phone'
        and hash = sha256(key || convert_to('phone ' || ltrim(reach_of('phone', contact), '+'), 'UTF8')))
$$;

-- Stops a new contact whose address is in "silenced".
create function keep_silence() returns trigger language plpgsql as $$
begin
  if new.stopped is null and is_silenced(new.type, new.contact) then
    new.stopped := now();
  end if;
  return new;
end $$;

create trigger contacts_keep_silence before insert on contacts
  for each row execute function keep_silence();

-- A contact that wants messages again.
create function end_silence() returns trigger language plpgsql as $$
begin
  delete from silenced where hash = silence_of(new.type, new.contact);
  delete from silenced using silence_key
    where without_plus and new.type = 'phone'
      and hash = sha256(key || convert_to('phone ' || ltrim(reach_of('phone', new.contact), '+'), 'UTF8'));
  return null;
end
$$;
create trigger contacts_end_silence after update of stopped on contacts
  for each row when (old.stopped is not null and new.stopped is null) execute function end_silence();
