-- Accounts: roles, users, sessions, tokens, limits of attempts, settings and the audit log.

create extension if not exists pg_trgm;

create table roles (
  id bigint generated always as identity primary key,
  name text not null constraint roles_name_once unique,
  display_name text,
  description text,
  protected boolean not null default false,
  permissions text[] not null default '{}'
);

create table users (
  id bigint generated always as identity primary key,
  email text not null,
  realname text,
  password_hash text not null,
  -- A role name, as in the API. Users of a deleted role are moved to another one first.
  role text constraint users_role_exists references roles (name) on update cascade on delete set null,
  language text,
  logins integer not null default 0,
  failed_attempts integer not null default 0,
  last_login timestamptz,
  last_attempt timestamptz,
  created timestamptz not null default now(),
  updated timestamptz,
  email_confirmed timestamptz
);
create index users_by_realname on users (lower(realname), id);
create index users_by_role on users (role);
create unique index users_email_once on users (lower(email));

-- Devices with a successful login. Their wrong passwords are counted apart from those of others (docs/decisions/0046).
create table login_devices (
  id bigint generated always as identity primary key,
  user_id bigint not null references users on delete cascade,
  -- SHA-256 of a random value that the device stores.
  hash bytea not null unique,
  created timestamptz not null default now(),
  last_used timestamptz not null default now()
);
create index login_devices_by_use on login_devices (last_used);
create index login_devices_by_user on login_devices (user_id);

-- No network address is stored.
create table sessions (
  id bigint generated always as identity primary key,
  user_id bigint not null references users on delete cascade,
  client text not null,
  created timestamptz not null default now(),
  -- When its tokens were last issued.
  renewed timestamptz not null default now(),
  device_id bigint references login_devices on delete set null,
  browser text,
  system text,
  time_zone text,
  -- Last use, to the hour.
  seen timestamptz not null default date_trunc('hour', now())
);
create index sessions_by_device on sessions (device_id);
create index sessions_by_user on sessions (user_id);

-- A hash cannot be used to sign in.
create table tokens (
  -- SHA-256 of the token.
  hash bytea primary key,
  kind text not null check (kind in ('access', 'refresh')),
  -- Null for the token of a visitor.
  user_id bigint references users on delete cascade,
  client text not null,
  scopes text[] not null,
  created timestamptz not null default now(),
  expires timestamptz not null,
  -- Null for the token of a visitor.
  session_id bigint references sessions on delete cascade
);
create index tokens_by_expiry on tokens (expires);
create index tokens_by_session on tokens (session_id);
create index tokens_by_user on tokens (user_id);

create table password_resets (
  -- SHA-256 of the token.
  hash bytea primary key,
  user_id bigint not null references users on delete cascade,
  created timestamptz not null default now(),
  expires timestamptz not null
);
create index password_resets_by_expiry on password_resets (expires);
create index password_resets_by_user on password_resets (user_id);

-- A new key each day, deleted afterwards: without it, hashes of all network addresses could be compared.
create table throttle_keys (
  day date primary key,
  key bytea not null
);

create table throttles (
  -- HMAC of what is counted and for whom, so that neither network addresses nor e-mail addresses are stored.
  key bytea primary key,
  count integer not null,
  ends timestamptz not null
);
create index throttles_by_end on throttles (ends);

create table tos (
  id bigint generated always as identity primary key,
  user_id bigint not null references users on delete cascade,
  tos_version_date timestamptz not null,
  agreement_date timestamptz not null default now()
);
create index tos_by_user on tos (user_id, agreement_date desc);

create table user_settings (
  id bigint generated always as identity primary key,
  user_id bigint not null references users on delete cascade,
  config_key text not null,
  -- Keys of other services are encrypted.
  config_value text not null,
  created timestamptz not null default now(),
  updated timestamptz,
  -- The server that a key of another service was entered for.
  bound_to text,
  constraint user_settings_key_once unique (user_id, config_key)
);

-- Only a hash of a key is stored, and its last characters to recognize it.
create table api_keys (
  id bigint generated always as identity primary key,
  hash bytea not null constraint api_keys_once unique,
  ending text not null,
  created timestamptz not null default now(),
  updated timestamptz,
  last_used timestamptz
);

create table audit (
  id bigint generated always as identity primary key,
  at timestamptz not null default now(),
  -- Not a reference: entries stay when the user is deleted.
  user_id bigint,
  action text not null,
  subject text not null,
  subject_id text,
  details jsonb not null default '{}'
);
create index audit_by_subject on audit (subject, subject_id, id);
