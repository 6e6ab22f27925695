-- Messages by mail, SMS and other channels, and surveys that are sent to contacts.

create table outbox (
  id bigint generated always as identity primary key,
  recipient text not null,
  subject text not null,
  -- Emptied when the mail was sent or has failed: it may contain a secret.
  text text,
  state text not null default 'waiting' check (state in ('waiting', 'sent', 'failed')),
  attempts integer not null default 0,
  -- Time of the next attempt.
  due timestamptz not null default now(),
  -- Later the mail is useless and is not sent.
  expires timestamptz not null,
  -- The code of the last error. Messages of mail servers are not stored, since they contain addresses.
  fault text,
  created timestamptz not null default now(),
  sent timestamptz,
  html text,
  headers jsonb,
  -- Whether it contains a link or code that opens an account.
  opens_account boolean not null default false,
  -- The mail settings that it must be sent with, whatever is configured since; null: the current ones.
  way jsonb
);
create index outbox_waiting on outbox (due, id) where state = 'waiting';

create table messages (
  id bigint generated always as identity primary key,
  parent_id bigint constraint messages_parent_exists references messages on delete set null,
  contact_id bigint constraint messages_contact_exists references contacts on delete cascade,
  post_id bigint references posts on delete set null,
  -- The team member who wrote it.
  user_id bigint references users on delete set null,
  data_source text,
  -- Id in the data source.
  data_source_message_id text,
  title text,
  message text not null,
  -- When it was sent, according to the data source.
  datetime timestamptz,
  type text not null check (type in ('sms', 'ivr', 'email', 'twitter')),
  status text not null check (status in ('pending', 'received', 'expired', 'cancelled', 'failed', 'unknown', 'sent', 'archived')),
  direction text not null check (direction in ('incoming', 'outgoing')),
  additional_data jsonb,
  notification_post_id bigint references posts on delete set null,
  -- The mail that carries it, until the outbox deletes it.
  outbox_id bigint references outbox on delete set null,
  created timestamptz not null default now(),
  attempts integer not null default 0,
  -- Time of the next attempt.
  due timestamptz,
  -- When a worker started to send it.
  taken timestamptz,
  -- Error code.
  fault text,
  -- Contains a confirmation code: never shown to the team, the text is deleted once it was sent.
  is_confirmation boolean not null default false
);
create index messages_by_contact on messages (contact_id, created, id);
create index messages_by_mail on messages (outbox_id) where outbox_id is not null;
create index messages_by_notified_post on messages (notification_post_id) where notification_post_id is not null;
create index messages_by_parent on messages (parent_id) where parent_id is not null;
create index messages_by_post on messages (post_id) where post_id is not null;
create index messages_by_receipt on messages (data_source, data_source_message_id)
  where direction = 'outgoing' and data_source_message_id is not null;
create index messages_by_user on messages (user_id) where user_id is not null;
create index messages_handed_out on messages (data_source, taken) where direction = 'outgoing' and status = 'unknown';
-- Data sources deliver some messages twice.
create unique index messages_received_once on messages (data_source, data_source_message_id)
  where direction = 'incoming' and data_source_message_id is not null;
create index messages_to_send on messages (data_source, id) where status = 'pending' and direction = 'outgoing';
create index messages_waiting on messages (created, id) where status = 'pending';

-- Messages that were acknowledged to a gateway and are not processed yet.
create table arrivals (
  id bigint generated always as identity primary key,
  data_source text not null,
  -- Id in the data source, or a hash of sender and text.
  key text not null,
  -- Null once it was processed; the row stays for a while to recognize repeated deliveries.
  payload jsonb,
  arrived timestamptz not null default now(),
  attempts integer not null default 0,
  due timestamptz not null default now(),
  fault text,
  constraint arrivals_once unique (data_source, key)
);
create index arrivals_by_time on arrivals (arrived) where payload is null;
create index arrivals_waiting on arrivals (due, id) where payload is not null;

create table data_sources (
  id text primary key,
  -- Hash of the settings: the state is useless for another account.
  account text,
  state jsonb,
  polled timestamptz,
  -- When a message last arrived.
  heard timestamptz,
  -- Error code of the last poll.
  fault text,
  -- No message is sent earlier.
  next_send timestamptz not null default now()
);

-- The progress of each contact in a survey that is sent by message.
create table survey_contacts (
  id bigint generated always as identity primary key,
  survey_id bigint not null references surveys on delete cascade,
  contact_id bigint not null references contacts on delete cascade,
  post_id bigint references posts on delete set null,
  data_source text not null,
  country_code text not null,
  state text not null check (state in ('waiting', 'pending', 'received', 'finished', 'moved', 'stopped', 'expired')),
  -- The survey that replaced this one for the contact.
  moved_to bigint references surveys on delete set null,
  -- The open question, the message with it, and when it was sent.
  attribute_id bigint references attributes on delete set null,
  message_id bigint references messages on delete set null,
  asked timestamptz not null default now(),
  -- Whether the open question was repeated: without an answer, and after an unreadable answer.
  reminded boolean not null default false,
  asked_again boolean not null default false,
  created timestamptz not null default now(),
  constraint survey_contacts_once unique (survey_id, contact_id)
);
create index survey_contacts_by_contact on survey_contacts (contact_id);
create index survey_contacts_by_post on survey_contacts (post_id) where post_id is not null;
create unique index survey_contacts_one_active on survey_contacts (contact_id) where state in ('pending', 'received');
create index survey_contacts_open on survey_contacts (asked) where state in ('pending', 'received');
create index survey_contacts_waiting on survey_contacts (contact_id, id) where state = 'waiting';

-- Which message answers which question.
create table survey_replies (
  message_id bigint primary key references messages on delete cascade,
  survey_contact_id bigint not null references survey_contacts on delete cascade,
  attribute_id bigint not null references attributes on delete cascade
);
create index survey_replies_by_attribute on survey_replies (attribute_id);
create index survey_replies_by_question on survey_replies (survey_contact_id, attribute_id);
