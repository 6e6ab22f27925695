-- Imports, exports, webhooks, place names and backups.

create table imports (
  id bigint generated always as identity primary key,
  user_id bigint references users on delete set null,
  -- The name of the uploaded file.
  name text not null,
  -- In the file store; null once it was deleted.
  file text,
  mime text not null,
  size bigint not null,
  columns text[] not null,
  -- One entry per column; null until it was chosen.
  maps_to jsonb,
  fixed jsonb,
  options jsonb not null default '{}',
  status text check (status in ('PENDING', 'SUCCESS', 'FAILED', 'UNDOING', 'UNDONE')),
  failure text,
  -- The last processed row: where an interrupted import continues.
  last_row bigint not null default 0,
  processed bigint not null default 0,
  errors bigint not null default 0,
  skipped bigint not null default 0,
  progress double precision not null default 0,
  collection_id bigint references sets on delete set null,
  created timestamptz not null default now(),
  updated timestamptz
);
create index imports_by_collection on imports (collection_id) where collection_id is not null;
create index imports_by_user on imports (user_id);
create index imports_with_file on imports (created) where file is not null;

create table import_posts (
  post_id bigint primary key references posts on delete cascade,
  -- Null once the import was deleted: its external ids stay known.
  import_id bigint references imports on delete set null,
  survey_id bigint not null references surveys on delete cascade,
  external_id text,
  constraint import_posts_once unique (survey_id, external_id)
);
create index import_posts_by_import on import_posts (import_id, post_id) where import_id is not null;

-- Rows that could not be imported.
create table import_rows (
  import_id bigint not null references imports on delete cascade,
  row bigint not null,
  line bigint not null,
  cells text[] not null,
  -- Errors, each with the number of its column.
  faults jsonb not null,
  primary key (import_id, row)
);

create table hxl_metadata (
  id bigint generated always as identity primary key,
  user_id bigint not null references users on delete cascade,
  private boolean not null,
  dataset_title text not null,
  organisation_id text not null,
  organisation_name text not null,
  source text not null,
  license_id bigint not null,
  created timestamptz not null default now(),
  updated timestamptz
);
create index hxl_metadata_by_user on hxl_metadata (user_id);

create table export_jobs (
  id bigint generated always as identity primary key,
  -- Null when the user was deleted; the file is deleted by its expiry.
  user_id bigint references users on delete set null,
  format text not null,
  fields text[] not null,
  filters jsonb not null,
  include_hxl boolean not null,
  send_to_browser boolean not null,
  send_to_hdx boolean not null,
  hxl_choices jsonb not null,
  hxl_metadata_id bigint references hxl_metadata on delete set null,
  status text not null,
  fault jsonb,
  -- Id in the job queue.
  job uuid,
  -- Set before the first attempt, so that a repeated attempt overwrites the file.
  file text not null,
  file_size bigint,
  header_row text[],
  hxl_heading_row text[],
  done_rows bigint not null default 0,
  total_rows bigint,
  dataset_url text,
  created timestamptz not null default now(),
  updated timestamptz,
  expires timestamptz,
  include_unpublished boolean not null default false,
  include_personal text[] not null default '{}'
);
create index export_jobs_by_expiry on export_jobs (expires);
create index export_jobs_by_user on export_jobs (user_id, created);

create table webhooks (
  id bigint generated always as identity primary key,
  user_id bigint references users on delete set null,
  survey_id bigint references surveys on delete cascade,
  name text not null,
  url text not null,
  -- Encrypted.
  secret text not null,
  uuid uuid not null default gen_random_uuid(),
  event text not null check (event in ('create', 'update', 'delete')),
  source_key text,
  destination_key text,
  -- Consecutive failed deliveries.
  failures integer not null default 0,
  paused timestamptz,
  created timestamptz not null default now(),
  updated timestamptz,
  content text not null default 'public' check (content in ('public', 'everything'))
);
create index webhooks_by_survey on webhooks (survey_id) where survey_id is not null;
create index webhooks_by_user on webhooks (user_id) where user_id is not null;

-- Events that have no deliveries yet.
create table webhook_events (
  id bigint generated always as identity primary key,
  -- Not a reference: the deletion of a post is an event too.
  post_id bigint not null,
  survey_id bigint,
  event text not null,
  was_public boolean not null default true,
  is_public boolean not null default true
);

create table webhook_deliveries (
  id bigint generated always as identity primary key,
  webhook_id bigint not null references webhooks on delete cascade,
  event text not null,
  post_id bigint not null,
  survey_id bigint,
  state text not null check (state in ('waiting', 'held', 'delivered', 'failed')),
  attempts integer not null default 0,
  status integer,
  fault text,
  response text,
  created timestamptz not null default now(),
  tried timestamptz
);
create index webhook_deliveries_by_time on webhook_deliveries (created);
create index webhook_deliveries_by_webhook on webhook_deliveries (webhook_id, id);
create index webhook_deliveries_held on webhook_deliveries (webhook_id) where state = 'held';

-- Names of places to search for, from assets/places.tsv.gz.
create table places (
  id integer primary key,
  name text not null,
  -- Normalized for comparison: lower case, no accents, single spaces.
  folded text not null,
  -- ISO 3166-1 alpha-2.
  country text,
  population integer not null,
  lat double precision not null,
  lon double precision not null
);
create index places_by_likeness on places using gin (folded gin_trgm_ops);

-- The normalized name from each of its words on, for searches by prefix.
create table place_keys (
  key text not null,
  place_id integer not null references places on delete cascade
);
create index place_keys_by_beginning on place_keys (key text_pattern_ops) include (place_id);
create index place_keys_by_place on place_keys (place_id);

create table place_names (
  place_id integer not null references places on delete cascade,
  -- ISO 639.
  language text not null,
  name text not null,
  folded text not null,
  primary key (place_id, language)
);
create index place_names_by_name on place_names (folded);

-- Hash of the file that the places were loaded from; at most one row.
create table place_files (
  sha256 text primary key,
  loaded timestamptz not null default now()
);

create table backups (
  id bigint generated always as identity primary key,
  began timestamptz not null,
  ended timestamptz not null default now(),
  -- Size of the file; null without one.
  bytes bigint,
  -- The error, without personal data.
  fault text
);
create index backups_by_end on backups (ended);
