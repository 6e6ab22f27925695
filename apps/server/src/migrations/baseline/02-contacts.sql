-- Contacts: phone numbers and addresses that messages come from and go to.

-- What all spellings of one number or address have in common; the sender of an SMS may also be a name. The column contacts.reach
-- stores its results: a migration that changes it has to compute them again.
create function reach_of(type text, contact text) returns text language sql immutable parallel safe as $$
  select case type
    when 'phone' then coalesce(
      nullif(regexp_replace(regexp_replace(contact, '\D', '', 'g'), '^00', ''), ''), lower(contact))
    when 'twitter' then lower(ltrim(contact, '@'))
    else lower(contact) end
$$;

-- A contact of an account is unconfirmed until a code that was sent to it is entered.
create table contacts (
  id bigint generated always as identity primary key,
  -- Null for a contact without account.
  user_id bigint references users on delete cascade,
  data_source text,
  type text not null check (type in ('email', 'phone', 'twitter')),
  contact text not null,
  can_notify boolean not null default true,
  created timestamptz not null default now(),
  updated timestamptz,
  -- The normalized number or address: equal for all spellings of one.
  reach text generated always as (reach_of(type, contact)) stored,
  -- Since when the contact wants no more messages.
  stopped timestamptz,
  -- The newest message that a team member has seen.
  seen_message_id bigint,
  -- When a code that was sent to it was entered.
  confirmed timestamptz,
  constraint contacts_once unique (user_id, type, reach),
  constraint contacts_confirmed_has_owner check (confirmed is null or user_id is not null)
);
create index contacts_by_contact on contacts (type, contact);
create index contacts_by_reach on contacts (type, reach);
create unique index contacts_confirmed_once on contacts (type, reach) where confirmed is not null;
create unique index contacts_of_nobody_once on contacts (type, reach) where user_id is null;

create table confirmation_codes (
  id bigint generated always as identity primary key,
  contact_id bigint constraint confirmation_codes_of_contact unique references contacts on delete cascade,
  -- For the e-mail address of an account.
  user_id bigint constraint confirmation_codes_of_account unique references users on delete cascade,
  -- HMAC of code and address; its key is not in the database.
  mac bytea not null,
  -- Wrong codes entered so far.
  attempts integer not null default 0,
  sent timestamptz not null default now(),
  expires timestamptz not null,
  check (num_nonnulls(contact_id, user_id) = 1)
);

-- The key of the hashes in "silenced".
create table silence_key (
  is_only boolean primary key default true check (is_only),
  key bytea not null
);
insert into silence_key (key)
  values (sha256(convert_to(gen_random_uuid()::text || gen_random_uuid()::text, 'UTF8')));

-- Hashes of contacts that were deleted and want no more messages: a new contact with the same address is stopped.
create table silenced (
  hash bytea primary key
);
