-- The schema as the migrations and functions/ leave it, without the bodies of functions. Generated:
-- npx vitest run --project server apps/server/src/migrations/schema.test.ts -u

create extension pg_trgm;

-- function add_precomputed_search(search tsquery, max_searches integer) returns boolean
-- function apply_count_changes() returns bigint
-- function apply_post_count_changes() returns bigint
-- function build_search_vector(title text, texts text) returns tsvector
-- function build_words_query(words text[]) returns tsquery
-- function clear_code_text() returns trigger
-- function clear_texts_of_code() returns trigger
-- function delete_opt_out() returns trigger
-- function delete_unused_searches(unused_since date) returns void
-- function dimensions_of_categories(bigint[]) returns SETOF bigint
-- function displace_place(center double precision[], nearest double precision, farthest double precision, seed text) returns double precision[]
-- function displaced_square_side(survey surveys) returns double precision
-- function end_receipt() returns trigger
-- function epoch_day(timestamptz) returns integer
-- function find_areas(lat double precision, lon double precision) returns bigint[]
-- function find_counted_place(survey surveys, lat double precision, lon double precision) returns double precision[]
-- function find_mask_cell(survey surveys, lat double precision, lon double precision) returns bigint
-- function find_public_from(survey_id bigint, post_created timestamptz, promised timestamptz) returns timestamptz
-- function find_square_center(lat double precision, lon double precision, metres double precision) returns double precision[]
-- function fold_letters(text) returns text
-- function fold_text(text) returns text
-- function insert_search_counts(search_id bigint) returns void
-- function is_opted_out(type text, contact text) returns boolean
-- function location_precision() returns integer
-- function map_cell(lon double precision, lat double precision) returns bigint
-- function mark_senders_removed(ids bigint[]) returns void
-- function mask_merged_post() returns trigger
-- function mask_place(survey surveys, post_id bigint, lat double precision, lon double precision) returns double precision[]
-- function mask_places_and_times(ids bigint[]) returns void
-- function mask_posts(ids bigint[]) returns void
-- function matches_urgency_rule(post_id bigint, survey_id bigint, contact_id bigint, created timestamptz, rule urgency_rules) returns boolean
-- function move_contact_history(from_contact bigint, to_contact bigint) returns void
-- function normalize_contact(type text, contact text) returns text
-- function opt_out_hash(type text, contact text) returns bytea
-- function read_fraction(bytes bytea) returns double precision
-- function rebuild_counts() returns void
-- function rebuild_counts_on_category_delete() returns trigger
-- function rebuild_counts_on_category_move() returns trigger
-- function rebuild_post_counts() returns void
-- function record_changed_posts() returns trigger
-- function record_count_changes_on_delete() returns trigger
-- function record_count_changes_on_insert() returns trigger
-- function record_count_changes_on_update() returns trigger
-- function record_created_posts() returns trigger
-- function record_data_change() returns trigger
-- function record_deleted_mask_cell() returns trigger
-- function record_expired_export() returns trigger
-- function record_files_to_remove() returns trigger
-- function record_posts_added_to_sets() returns trigger
-- function record_removed_words() returns trigger
-- function record_search_changes_on_delete() returns trigger
-- function record_search_changes_on_insert() returns trigger
-- function record_search_changes_on_update() returns trigger
-- function record_urgency_change() returns trigger
-- function record_webhook_events() returns trigger
-- function reset_contact_confirmation() returns trigger
-- function reset_email_confirmation() returns trigger
-- function restore_opt_out() returns trigger
-- function set_public_from() returns trigger
-- function split_search_words(text) returns text[]
-- function update_areas(ids bigint[]) returns void
-- function update_category_ids(ids bigint[]) returns void
-- function update_category_ids_after_delete() returns trigger
-- function update_message_from_outbox() returns trigger
-- function update_post_media(ids bigint[]) returns void
-- function update_revealed_mask_cells(max_cells integer) returns integer
-- function update_search_index(ids bigint[]) returns void
-- function update_status_of_merged_post() returns trigger
-- function update_urgency(ids bigint[]) returns void

create table api_keys (
  id bigint generated always as identity not null,
  hash bytea not null,
  last_characters text not null,
  created timestamptz default now() not null,
  updated timestamptz,
  last_used timestamptz,
  constraint api_keys_pkey PRIMARY KEY (id),
  constraint api_keys_unique UNIQUE (hash)
);

create table area_rings (
  area_id bigint not null,
  ring polygon not null,
  box box not null,
  constraint area_rings_area_id_fkey FOREIGN KEY (area_id) REFERENCES areas(id) ON DELETE CASCADE
);
CREATE INDEX area_rings_by_area ON area_rings USING btree (area_id);
CREATE INDEX area_rings_by_box ON area_rings USING gist (box);

create table area_sets (
  id bigint generated always as identity not null,
  name text not null,
  level integer not null,
  created timestamptz default now() not null,
  constraint area_sets_pkey PRIMARY KEY (id)
);
CREATE TRIGGER record_data_change AFTER INSERT OR DELETE OR UPDATE ON area_sets FOR EACH STATEMENT EXECUTE FUNCTION record_data_change();

create table area_state (
  is_current boolean default true not null,
  changed timestamptz default now() not null,
  applied timestamptz default now() not null,
  done integer default 0 not null,
  total integer default 0 not null,
  constraint area_state_pkey PRIMARY KEY (is_current),
  constraint area_state_is_current_check CHECK (is_current)
);

create table areas (
  id bigint generated always as identity not null,
  set_id bigint not null,
  name text not null,
  outline jsonb default '[]'::jsonb not null,
  version integer default 1 not null,
  constraint areas_pkey PRIMARY KEY (id),
  constraint areas_set_id_fkey FOREIGN KEY (set_id) REFERENCES area_sets(id) ON DELETE CASCADE
);
CREATE INDEX areas_by_set ON areas USING btree (set_id);
CREATE TRIGGER record_data_change AFTER INSERT OR DELETE OR UPDATE ON areas FOR EACH STATEMENT EXECUTE FUNCTION record_data_change();

create table attributes (
  id bigint generated always as identity not null,
  task_id bigint not null,
  key text not null,
  label text not null,
  instructions text,
  input text not null,
  type text not null,
  required boolean default false not null,
  default_value text,
  priority integer default 99 not null,
  options jsonb default '[]'::jsonb not null,
  cardinality integer default 1 not null,
  config jsonb default '{}'::jsonb not null,
  response_private boolean default false not null,
  constraint attributes_pkey PRIMARY KEY (id),
  constraint attributes_key_unique UNIQUE (key),
  constraint attributes_task_id_fkey FOREIGN KEY (task_id) REFERENCES tasks(id) ON DELETE CASCADE
);
CREATE INDEX attributes_by_task ON attributes USING btree (task_id, priority, id);
CREATE TRIGGER record_data_change AFTER INSERT OR DELETE OR UPDATE ON attributes FOR EACH STATEMENT EXECUTE FUNCTION record_data_change();

create table audit_log (
  id bigint generated always as identity not null,
  created timestamptz default now() not null,
  user_id bigint,
  action text not null,
  subject text not null,
  subject_id text,
  details jsonb default '{}'::jsonb not null,
  subject_name text,
  constraint audit_log_pkey PRIMARY KEY (id)
);
CREATE INDEX audit_log_by_subject ON audit_log USING btree (subject, subject_id, id);
CREATE INDEX audit_log_views_by_user ON audit_log USING btree (user_id, id) WHERE action = 'view';

create table backups (
  id bigint generated always as identity not null,
  started timestamptz not null,
  ended timestamptz default now() not null,
  bytes bigint,
  fault text,
  constraint backups_pkey PRIMARY KEY (id)
);
CREATE INDEX backups_by_end ON backups USING btree (ended);

create table bulk_change_posts (
  bulk_change_id bigint not null,
  post_id bigint not null,
  outcome text default 'pending' not null,
  revision integer,
  previous_status text,
  faults jsonb,
  constraint bulk_change_posts_pkey PRIMARY KEY (bulk_change_id, post_id),
  constraint bulk_change_posts_bulk_change_id_fkey FOREIGN KEY (bulk_change_id) REFERENCES bulk_changes(id) ON DELETE CASCADE
);
CREATE INDEX bulk_change_posts_by_outcome ON bulk_change_posts USING btree (bulk_change_id, outcome, post_id);

create table bulk_changes (
  id bigint generated always as identity not null,
  user_id bigint,
  undo_user_id bigint,
  action text not null,
  status text,
  set_id bigint,
  survey_id bigint,
  state text default 'running' not null,
  failure text,
  total integer default 0 not null,
  changed integer default 0 not null,
  unchanged integer default 0 not null,
  failed integer default 0 not null,
  undone integer default 0 not null,
  kept integer default 0 not null,
  created timestamptz default now() not null,
  finished timestamptz,
  constraint bulk_changes_pkey PRIMARY KEY (id),
  constraint bulk_changes_set_id_fkey FOREIGN KEY (set_id) REFERENCES sets(id) ON DELETE SET NULL,
  constraint bulk_changes_survey_id_fkey FOREIGN KEY (survey_id) REFERENCES surveys(id) ON DELETE SET NULL,
  constraint bulk_changes_undo_user_id_fkey FOREIGN KEY (undo_user_id) REFERENCES users(id) ON DELETE SET NULL,
  constraint bulk_changes_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE SET NULL
);
CREATE INDEX bulk_changes_by_set ON bulk_changes USING btree (set_id) WHERE set_id IS NOT NULL;
CREATE INDEX bulk_changes_by_survey ON bulk_changes USING btree (survey_id) WHERE survey_id IS NOT NULL;
CREATE INDEX bulk_changes_by_undo_user ON bulk_changes USING btree (undo_user_id) WHERE undo_user_id IS NOT NULL;
CREATE INDEX bulk_changes_by_user ON bulk_changes USING btree (user_id) WHERE user_id IS NOT NULL;

create table categories (
  id bigint generated always as identity not null,
  parent_id bigint,
  tag text not null,
  slug text not null,
  type text default 'category' not null,
  color text,
  icon text default 'tag' not null,
  description text,
  priority integer default 99 not null,
  role text[],
  created timestamptz default now() not null,
  constraint categories_pkey PRIMARY KEY (id),
  constraint categories_slug_unique UNIQUE (slug),
  constraint categories_type_check CHECK (type = ANY (ARRAY['category', 'status'])),
  constraint categories_parent_exists FOREIGN KEY (parent_id) REFERENCES categories(id) ON DELETE SET NULL
);
CREATE INDEX categories_by_parent ON categories USING btree (parent_id);
CREATE TRIGGER rebuild_counts_on_category_delete AFTER DELETE ON categories REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION rebuild_counts_on_category_delete();
CREATE TRIGGER rebuild_counts_on_category_move AFTER UPDATE ON categories REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION rebuild_counts_on_category_move();
CREATE TRIGGER record_data_change AFTER INSERT OR DELETE OR UPDATE ON categories FOR EACH STATEMENT EXECUTE FUNCTION record_data_change();

create table changed_mask_cells (
  cell bigint not null
);

create table channel_health (
  channel text not null,
  last_success timestamptz,
  failing_since timestamptz,
  last_failure timestamptz,
  error_code text,
  error_message text,
  constraint channel_health_pkey PRIMARY KEY (channel),
  constraint channel_health_error_check CHECK ((failing_since IS NULL) = (error_code IS NULL))
);

create table cleanup_posts (
  cleanup_id bigint not null,
  post_id bigint not null,
  status text not null,
  constraint cleanup_posts_pkey PRIMARY KEY (cleanup_id, post_id),
  constraint cleanup_posts_cleanup_id_fkey FOREIGN KEY (cleanup_id) REFERENCES cleanups(id) ON DELETE CASCADE,
  constraint cleanup_posts_post_id_fkey FOREIGN KEY (post_id) REFERENCES posts(id) ON DELETE CASCADE
);
CREATE INDEX cleanup_posts_by_post ON cleanup_posts USING btree (post_id);

create table cleanups (
  id bigint generated always as identity not null,
  user_id bigint,
  created timestamptz default now() not null,
  undone timestamptz,
  constraint cleanups_pkey PRIMARY KEY (id),
  constraint cleanups_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE SET NULL
);
CREATE INDEX cleanups_by_user ON cleanups USING btree (user_id);

create table confirmation_codes (
  id bigint generated always as identity not null,
  contact_id bigint,
  user_id bigint,
  mac bytea not null,
  attempts integer default 0 not null,
  sent timestamptz default now() not null,
  expires timestamptz not null,
  constraint confirmation_codes_pkey PRIMARY KEY (id),
  constraint confirmation_codes_of_account UNIQUE (user_id),
  constraint confirmation_codes_of_contact UNIQUE (contact_id),
  constraint confirmation_codes_check CHECK (num_nonnulls(contact_id, user_id) = 1),
  constraint confirmation_codes_contact_id_fkey FOREIGN KEY (contact_id) REFERENCES contacts(id) ON DELETE CASCADE,
  constraint confirmation_codes_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE
);
CREATE TRIGGER confirmation_codes_clear_texts AFTER DELETE OR UPDATE OF mac ON confirmation_codes FOR EACH ROW WHEN (old.contact_id IS NOT NULL) EXECUTE FUNCTION clear_texts_of_code();

create table contacts (
  id bigint generated always as identity not null,
  user_id bigint,
  data_source text,
  type text not null,
  contact text not null,
  can_notify boolean default true not null,
  created timestamptz default now() not null,
  updated timestamptz,
  normalized_contact text generated always as (normalize_contact(type, contact)) stored,
  opted_out timestamptz,
  seen_message_id bigint,
  confirmed timestamptz,
  trusted boolean default false not null,
  reporter_code text default substr(gen_random_uuid()::text, 1, 6) not null,
  done_message_id bigint,
  constraint contacts_pkey PRIMARY KEY (id),
  constraint contacts_unique UNIQUE (user_id, type, normalized_contact),
  constraint contacts_confirmed_has_owner CHECK (confirmed IS NULL OR user_id IS NOT NULL),
  constraint contacts_type_check CHECK (type = ANY (ARRAY['email', 'phone', 'twitter'])),
  constraint contacts_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE
);
CREATE INDEX contacts_by_contact ON contacts USING btree (type, contact);
CREATE INDEX contacts_by_normalized_contact ON contacts USING btree (type, normalized_contact);
CREATE UNIQUE INDEX contacts_confirmed_unique ON contacts USING btree (type, normalized_contact) WHERE confirmed IS NOT NULL;
CREATE UNIQUE INDEX contacts_without_account_unique ON contacts USING btree (type, normalized_contact) WHERE user_id IS NULL;
CREATE TRIGGER contacts_delete_opt_out AFTER UPDATE OF opted_out ON contacts FOR EACH ROW WHEN (old.opted_out IS NOT NULL AND new.opted_out IS NULL) EXECUTE FUNCTION delete_opt_out();
CREATE TRIGGER contacts_reset_confirmation BEFORE UPDATE OF user_id, type, contact ON contacts FOR EACH ROW EXECUTE FUNCTION reset_contact_confirmation();
CREATE TRIGGER contacts_restore_opt_out BEFORE INSERT ON contacts FOR EACH ROW EXECUTE FUNCTION restore_opt_out();

create table data_changes (
  change_count bigint not null
) with (autovacuum_vacuum_threshold=2000, autovacuum_vacuum_scale_factor=0);

create table data_identity (
  id uuid default gen_random_uuid() not null,
  constraint data_identity_pkey PRIMARY KEY (id)
);

create table data_sources (
  id text not null,
  account text,
  state jsonb,
  last_polled timestamptz,
  last_received timestamptz,
  fault text,
  next_send timestamptz default now() not null,
  constraint data_sources_pkey PRIMARY KEY (id)
);

create table delivered_post_ranges (
  user_id bigint not null,
  block bigint not null,
  post_ids int8multirange not null,
  constraint delivered_post_ranges_pkey PRIMARY KEY (user_id, block),
  constraint delivered_post_ranges_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE
);

create table export_jobs (
  id bigint generated always as identity not null,
  user_id bigint,
  format text not null,
  fields text[] not null,
  filters jsonb not null,
  include_hxl boolean not null,
  send_to_browser boolean not null,
  send_to_hdx boolean not null,
  hxl_choices jsonb not null,
  hxl_metadata_id bigint,
  status text not null,
  fault jsonb,
  job uuid,
  file text not null,
  file_size bigint,
  header_row text[],
  hxl_heading_row text[],
  done_rows bigint default 0 not null,
  total_rows bigint,
  dataset_url text,
  created timestamptz default now() not null,
  updated timestamptz,
  expires timestamptz,
  include_unpublished boolean default false not null,
  include_personal text[] default '{}'::text[] not null,
  only_shared boolean default false not null,
  constraint export_jobs_pkey PRIMARY KEY (id),
  constraint export_jobs_hxl_metadata_id_fkey FOREIGN KEY (hxl_metadata_id) REFERENCES hxl_metadata(id) ON DELETE SET NULL,
  constraint export_jobs_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE SET NULL
);
CREATE INDEX export_jobs_by_expiry ON export_jobs USING btree (expires);
CREATE INDEX export_jobs_by_user ON export_jobs USING btree (user_id, created);
CREATE TRIGGER record_expired_export AFTER UPDATE OF file_size ON export_jobs FOR EACH ROW WHEN (old.file_size IS NOT NULL AND new.file_size IS NULL) EXECUTE FUNCTION record_expired_export();
CREATE TRIGGER record_files_to_remove_on_delete AFTER DELETE ON export_jobs FOR EACH ROW EXECUTE FUNCTION record_files_to_remove('file');

create table file_checks (
  checked timestamptz default now() not null,
  used integer not null,
  unused integer not null,
  removed integer not null
);

create table files_to_remove (
  file text not null,
  recorded timestamptz default now() not null,
  tried timestamptz,
  constraint files_to_remove_pkey PRIMARY KEY (file)
);

create table function_files (
  name text not null,
  checksum text not null,
  objects text[] not null,
  constraint function_files_pkey PRIMARY KEY (name)
);

create table hxl_metadata (
  id bigint generated always as identity not null,
  user_id bigint not null,
  private boolean not null,
  dataset_title text not null,
  organisation_id text not null,
  organisation_name text not null,
  source text not null,
  license_id bigint not null,
  created timestamptz default now() not null,
  updated timestamptz,
  constraint hxl_metadata_pkey PRIMARY KEY (id),
  constraint hxl_metadata_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE
);
CREATE INDEX hxl_metadata_by_user ON hxl_metadata USING btree (user_id);

create table idempotency_keys (
  key_hash bytea not null,
  body_hash bytea not null,
  created_id bigint,
  created timestamptz default now() not null,
  constraint idempotency_keys_pkey PRIMARY KEY (key_hash)
);
CREATE INDEX idempotency_keys_by_time ON idempotency_keys USING btree (created);

create table import_posts (
  post_id bigint not null,
  import_id bigint,
  survey_id bigint not null,
  row_hash bytea,
  constraint import_posts_pkey PRIMARY KEY (post_id),
  constraint import_posts_unique UNIQUE (survey_id, row_hash),
  constraint import_posts_import_id_fkey FOREIGN KEY (import_id) REFERENCES imports(id) ON DELETE SET NULL,
  constraint import_posts_post_id_fkey FOREIGN KEY (post_id) REFERENCES posts(id) ON DELETE CASCADE,
  constraint import_posts_survey_id_fkey FOREIGN KEY (survey_id) REFERENCES surveys(id) ON DELETE CASCADE
);
CREATE INDEX import_posts_by_import ON import_posts USING btree (import_id, post_id) WHERE import_id IS NOT NULL;

create table import_rows (
  import_id bigint not null,
  "row" bigint not null,
  line bigint not null,
  cells text[] not null,
  faults jsonb not null,
  post_id bigint,
  constraint import_rows_pkey PRIMARY KEY (import_id, "row"),
  constraint import_rows_import_id_fkey FOREIGN KEY (import_id) REFERENCES imports(id) ON DELETE CASCADE,
  constraint import_rows_post_id_fkey FOREIGN KEY (post_id) REFERENCES posts(id) ON DELETE CASCADE
);
CREATE INDEX import_rows_by_post ON import_rows USING btree (post_id) WHERE post_id IS NOT NULL;

create table imports (
  id bigint generated always as identity not null,
  user_id bigint,
  name text not null,
  file text,
  mime text not null,
  size bigint not null,
  columns text[] not null,
  maps_to jsonb,
  fixed jsonb,
  options jsonb default '{}'::jsonb not null,
  status text,
  failure text,
  last_row bigint default 0 not null,
  processed bigint default 0 not null,
  errors bigint default 0 not null,
  skipped bigint default 0 not null,
  progress double precision default 0 not null,
  collection_id bigint,
  created timestamptz default now() not null,
  updated timestamptz,
  source jsonb,
  pictures bigint default 0 not null,
  constraint imports_pkey PRIMARY KEY (id),
  constraint imports_status_check CHECK (status = ANY (ARRAY['PENDING', 'SUCCESS', 'FAILED', 'UNDOING', 'UNDONE'])),
  constraint imports_collection_id_fkey FOREIGN KEY (collection_id) REFERENCES sets(id) ON DELETE SET NULL,
  constraint imports_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE SET NULL
);
CREATE INDEX imports_by_collection ON imports USING btree (collection_id) WHERE collection_id IS NOT NULL;
CREATE INDEX imports_by_user ON imports USING btree (user_id);
CREATE INDEX imports_with_file ON imports USING btree (created) WHERE file IS NOT NULL;
CREATE TRIGGER record_files_to_remove_on_delete AFTER DELETE ON imports FOR EACH ROW EXECUTE FUNCTION record_files_to_remove('file');
CREATE TRIGGER record_files_to_remove_on_update AFTER UPDATE OF file ON imports FOR EACH ROW EXECUTE FUNCTION record_files_to_remove('file');

create table incoming_queue (
  id bigint generated always as identity not null,
  data_source text not null,
  dedup_key text not null,
  payload jsonb,
  received timestamptz default now() not null,
  attempts integer default 0 not null,
  next_attempt timestamptz default now() not null,
  fault text,
  constraint incoming_queue_pkey PRIMARY KEY (id),
  constraint incoming_queue_unique UNIQUE (data_source, dedup_key)
);
CREATE INDEX incoming_queue_by_time ON incoming_queue USING btree (received) WHERE payload IS NULL;
CREATE INDEX incoming_queue_waiting ON incoming_queue USING btree (next_attempt, id) WHERE payload IS NOT NULL;

create table invitations (
  id bigint generated always as identity not null,
  hash bytea not null,
  user_id bigint not null,
  role text not null,
  email text,
  mail_id bigint,
  max_uses integer not null,
  uses integer default 0 not null,
  created timestamptz default now() not null,
  expires timestamptz not null,
  revoked timestamptz,
  constraint invitations_pkey PRIMARY KEY (id),
  constraint invitations_hash_unique UNIQUE (hash),
  constraint invitations_uses_check CHECK (uses >= 0 AND uses <= max_uses),
  constraint invitations_mail_id_fkey FOREIGN KEY (mail_id) REFERENCES outbox(id) ON DELETE SET NULL,
  constraint invitations_role_exists FOREIGN KEY (role) REFERENCES roles(name) ON UPDATE CASCADE ON DELETE CASCADE,
  constraint invitations_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE
);
CREATE INDEX invitations_by_mail ON invitations USING btree (mail_id) WHERE mail_id IS NOT NULL;
CREATE INDEX invitations_by_role ON invitations USING btree (role);
CREATE INDEX invitations_by_user ON invitations USING btree (user_id);

create table layer_data (
  layer_id bigint not null,
  content bytea,
  hash text,
  features integer,
  bounds double precision[],
  received timestamptz,
  checked timestamptz,
  failure jsonb,
  max_zoom integer,
  attribution text,
  min_zoom integer,
  addresses text,
  constraint layer_data_pkey PRIMARY KEY (layer_id),
  constraint layer_data_complete CHECK (content IS NULL OR hash IS NOT NULL AND received IS NOT NULL),
  constraint layer_data_layer_id_fkey FOREIGN KEY (layer_id) REFERENCES layers(id) ON DELETE CASCADE
);

create table layers (
  id bigint generated always as identity not null,
  name text not null,
  data_url text,
  media_id bigint,
  type text not null,
  options jsonb,
  active boolean not null,
  visible_by_default boolean not null,
  created timestamptz default now() not null,
  updated timestamptz,
  "position" integer default 0 not null,
  refresh_minutes integer default 60 not null,
  is_base_map boolean default false not null,
  constraint layers_pkey PRIMARY KEY (id),
  constraint layers_base_map CHECK (NOT is_base_map OR type <> 'geojson'),
  constraint layers_one_source CHECK (data_url IS NULL OR media_id IS NULL),
  constraint layers_style CHECK (is_base_map OR type <> 'style'),
  constraint layers_type_check CHECK (type = ANY (ARRAY['geojson', 'wms', 'tile', 'tilejson', 'style'])),
  constraint layers_media_id_fkey FOREIGN KEY (media_id) REFERENCES media(id) ON DELETE SET NULL
);
CREATE INDEX layers_by_media ON layers USING btree (media_id) WHERE media_id IS NOT NULL;

create table login_devices (
  id bigint generated always as identity not null,
  user_id bigint not null,
  hash bytea not null,
  created timestamptz default now() not null,
  last_used timestamptz default now() not null,
  constraint login_devices_pkey PRIMARY KEY (id),
  constraint login_devices_hash_key UNIQUE (hash),
  constraint login_devices_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE
);
CREATE INDEX login_devices_by_use ON login_devices USING btree (last_used);
CREATE INDEX login_devices_by_user ON login_devices USING btree (user_id);

create table map_archives (
  id bigint generated always as identity not null,
  name text not null,
  source text not null,
  origin text not null,
  state text not null,
  failure jsonb,
  size bigint,
  received bigint default 0 not null,
  file text not null,
  hash text,
  schema text,
  bounds double precision[],
  min_zoom integer,
  max_zoom integer,
  attribution jsonb default '[]'::jsonb not null,
  active boolean default true not null,
  "position" integer not null,
  created timestamptz default now() not null,
  updated timestamptz default now() not null,
  constraint map_archives_pkey PRIMARY KEY (id),
  constraint map_archives_file_key UNIQUE (file),
  constraint map_archives_ready CHECK (state <> 'ready' OR hash IS NOT NULL AND size IS NOT NULL AND schema IS NOT NULL AND bounds IS NOT NULL AND min_zoom IS NOT NULL AND max_zoom IS NOT NULL),
  constraint map_archives_schema_check CHECK (schema = ANY (ARRAY['protomaps', 'openmaptiles', 'shortbread', 'raster'])),
  constraint map_archives_source_check CHECK (source = ANY (ARRAY['upload', 'file', 'address'])),
  constraint map_archives_state_check CHECK (state = ANY (ARRAY['uploading', 'importing', 'building', 'ready', 'failed']))
);
CREATE TRIGGER record_files_to_remove_on_delete AFTER DELETE ON map_archives FOR EACH ROW EXECUTE FUNCTION record_files_to_remove('file');

create table map_house_numbers (
  archive_id bigint not null,
  name_id integer not null,
  key text not null,
  number text not null,
  x double precision not null,
  y double precision not null,
  constraint map_house_numbers_pkey PRIMARY KEY (archive_id, name_id, key),
  constraint map_house_numbers_archive_id_fkey FOREIGN KEY (archive_id) REFERENCES map_archives(id) ON DELETE CASCADE
);
CREATE INDEX map_house_numbers_by_place ON map_house_numbers USING gist (point(x, y));

create table map_name_keys (
  archive_id bigint not null,
  name_id integer not null,
  key text not null,
  is_name boolean not null,
  is_other_point boolean not null,
  place_id integer,
  x real not null,
  y real not null,
  constraint map_name_keys_archive_id_fkey FOREIGN KEY (archive_id) REFERENCES map_archives(id) ON DELETE CASCADE
);
CREATE INDEX map_name_keys_by_beginning ON map_name_keys USING btree (key text_pattern_ops) INCLUDE (archive_id, name_id, is_name, is_other_point, place_id, x, y);
CREATE INDEX map_name_keys_by_name ON map_name_keys USING btree (archive_id, name_id);
CREATE INDEX map_name_keys_by_similarity ON map_name_keys USING gin (key gin_trgm_ops) WHERE is_name;

create table map_names (
  archive_id bigint not null,
  id integer not null,
  kind text not null,
  type text,
  name text,
  names jsonb default '{}'::jsonb not null,
  place_id integer,
  x double precision not null,
  y double precision not null,
  constraint map_names_pkey PRIMARY KEY (archive_id, id),
  constraint map_names_kind_check CHECK (kind = ANY (ARRAY['street', 'place', 'point', 'other_point'])),
  constraint map_names_archive_id_fkey FOREIGN KEY (archive_id) REFERENCES map_archives(id) ON DELETE CASCADE
);
CREATE INDEX map_names_places ON map_names USING gist (point(x, y)) WHERE kind = 'place';
CREATE INDEX map_names_points ON map_names USING gist (point(x, y)) WHERE kind = 'point';

create table map_street_lines (
  archive_id bigint not null,
  name_id integer not null,
  area box not null,
  line path not null,
  constraint map_street_lines_archive_id_fkey FOREIGN KEY (archive_id) REFERENCES map_archives(id) ON DELETE CASCADE
);
CREATE INDEX map_street_lines_by_archive ON map_street_lines USING btree (archive_id);
CREATE INDEX map_street_lines_by_area ON map_street_lines USING gist (area);

create table media (
  id bigint generated always as identity not null,
  user_id bigint,
  caption text,
  mime text not null,
  file text not null,
  thumbnail text not null,
  size integer not null,
  width integer not null,
  height integer not null,
  created timestamptz default now() not null,
  updated timestamptz,
  attached boolean default false not null,
  post_id bigint,
  message_id bigint,
  visitor bytea,
  claim bytea,
  original_name text,
  file_hash text,
  thumbnail_hash text,
  hide_uploader boolean default true not null,
  hide_time boolean default true not null,
  kept_original text,
  constraint media_pkey PRIMARY KEY (id),
  constraint media_message_id_fkey FOREIGN KEY (message_id) REFERENCES messages(id) ON DELETE SET NULL,
  constraint media_post_id_fkey FOREIGN KEY (post_id) REFERENCES posts(id) ON DELETE SET NULL DEFERRABLE INITIALLY DEFERRED,
  constraint media_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE SET NULL
);
CREATE INDEX media_by_file ON media USING btree (file);
CREATE INDEX media_by_message ON media USING btree (message_id) WHERE message_id IS NOT NULL;
CREATE INDEX media_by_post ON media USING btree (post_id) WHERE post_id IS NOT NULL;
CREATE INDEX media_by_thumbnail ON media USING btree (thumbnail);
CREATE INDEX media_by_user ON media USING btree (user_id);
CREATE INDEX media_not_attached ON media USING btree (created) WHERE NOT attached;
CREATE INDEX media_with_kept_original ON media USING btree (kept_original) WHERE kept_original IS NOT NULL;
CREATE INDEX media_with_old_names ON media USING btree (id) WHERE file ~ '^[0-9a-f]/[0-9a-f]/[0-9a-f]{32}-';
CREATE TRIGGER record_files_to_remove_on_delete AFTER DELETE ON media FOR EACH ROW EXECUTE FUNCTION record_files_to_remove('file', 'thumbnail', 'kept_original');
CREATE TRIGGER record_files_to_remove_on_update AFTER UPDATE OF file, thumbnail, kept_original ON media FOR EACH ROW EXECUTE FUNCTION record_files_to_remove('file', 'thumbnail', 'kept_original');

create table messages (
  id bigint generated always as identity not null,
  parent_id bigint,
  contact_id bigint,
  post_id bigint,
  user_id bigint,
  data_source text,
  data_source_message_id text,
  title text,
  message text not null,
  datetime timestamptz,
  type text not null,
  status text not null,
  direction text not null,
  additional_data jsonb,
  notification_post_id bigint,
  outbox_id bigint,
  created timestamptz default now() not null,
  attempts integer default 0 not null,
  next_attempt timestamptz,
  send_started timestamptz,
  fault text,
  is_confirmation boolean default false not null,
  received_key text,
  constraint messages_pkey PRIMARY KEY (id),
  constraint messages_direction_check CHECK (direction = ANY (ARRAY['incoming', 'outgoing'])),
  constraint messages_status_check CHECK (status = ANY (ARRAY['pending', 'received', 'expired', 'cancelled', 'failed', 'unknown', 'sent', 'archived'])),
  constraint messages_type_check CHECK (type = ANY (ARRAY['sms', 'ivr', 'email', 'twitter'])),
  constraint messages_contact_exists FOREIGN KEY (contact_id) REFERENCES contacts(id) ON DELETE CASCADE,
  constraint messages_notification_post_id_fkey FOREIGN KEY (notification_post_id) REFERENCES posts(id) ON DELETE SET NULL,
  constraint messages_outbox_id_fkey FOREIGN KEY (outbox_id) REFERENCES outbox(id) ON DELETE SET NULL,
  constraint messages_parent_exists FOREIGN KEY (parent_id) REFERENCES messages(id) ON DELETE SET NULL,
  constraint messages_post_id_fkey FOREIGN KEY (post_id) REFERENCES posts(id) ON DELETE SET NULL,
  constraint messages_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE SET NULL
);
CREATE INDEX messages_awaiting_receipt ON messages USING btree (data_source, send_started) WHERE direction = 'outgoing' AND status = 'unknown';
CREATE INDEX messages_by_contact ON messages USING btree (contact_id, created, id);
CREATE INDEX messages_by_external_id ON messages USING btree (data_source, data_source_message_id) WHERE direction = 'incoming' AND data_source_message_id IS NOT NULL;
CREATE INDEX messages_by_mail ON messages USING btree (outbox_id) WHERE outbox_id IS NOT NULL;
CREATE INDEX messages_by_notified_post ON messages USING btree (notification_post_id) WHERE notification_post_id IS NOT NULL;
CREATE INDEX messages_by_parent ON messages USING btree (parent_id) WHERE parent_id IS NOT NULL;
CREATE INDEX messages_by_post ON messages USING btree (post_id) WHERE post_id IS NOT NULL;
CREATE INDEX messages_by_receipt ON messages USING btree (data_source, data_source_message_id) WHERE direction = 'outgoing' AND data_source_message_id IS NOT NULL;
CREATE INDEX messages_by_user ON messages USING btree (user_id) WHERE user_id IS NOT NULL;
CREATE UNIQUE INDEX messages_received_unique ON messages USING btree (data_source, received_key) WHERE direction = 'incoming' AND received_key IS NOT NULL;
CREATE INDEX messages_to_send ON messages USING btree (data_source, id) WHERE status = 'pending' AND direction = 'outgoing';
CREATE INDEX messages_waiting ON messages USING btree (created, id) WHERE status = 'pending';
CREATE TRIGGER messages_clear_code_text BEFORE UPDATE OF status ON messages FOR EACH ROW WHEN (new.is_confirmation AND new.status <> 'pending') EXECUTE FUNCTION clear_code_text();

create table migrations (
  name text not null,
  ran timestamptz default now() not null,
  constraint migrations_pkey PRIMARY KEY (name)
);

create table notification_counts (
  day date not null,
  user_id bigint,
  sent integer default 0 not null,
  paused timestamptz,
  constraint notification_counts_unique UNIQUE NULLS NOT DISTINCT (day, user_id),
  constraint notification_counts_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE
);
CREATE INDEX notification_counts_by_user ON notification_counts USING btree (user_id) WHERE user_id IS NOT NULL;

create table notification_deliveries (
  user_id bigint not null,
  post_id bigint not null,
  notification_id bigint,
  delivered timestamptz,
  other_notification_ids bigint[],
  constraint notification_deliveries_pkey PRIMARY KEY (user_id, post_id),
  constraint notification_deliveries_notification_id_fkey FOREIGN KEY (notification_id) REFERENCES notifications(id) ON DELETE SET NULL,
  constraint notification_deliveries_post_id_fkey FOREIGN KEY (post_id) REFERENCES posts(id) ON DELETE CASCADE,
  constraint notification_deliveries_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE
);
CREATE INDEX notification_deliveries_by_notification ON notification_deliveries USING btree (notification_id) WHERE notification_id IS NOT NULL;
CREATE INDEX notification_deliveries_by_post ON notification_deliveries USING btree (post_id);
CREATE INDEX notification_deliveries_by_time ON notification_deliveries USING btree (user_id, delivered) WHERE delivered IS NOT NULL;
CREATE INDEX notification_deliveries_waiting ON notification_deliveries USING btree (user_id, notification_id) WHERE delivered IS NULL;

create table notification_events (
  id bigint generated always as identity not null,
  post_id bigint not null,
  set_id bigint,
  is_new boolean not null,
  created timestamptz default now() not null,
  constraint notification_events_pkey PRIMARY KEY (id),
  constraint notification_events_post_id_fkey FOREIGN KEY (post_id) REFERENCES posts(id) ON DELETE CASCADE,
  constraint notification_events_set_id_fkey FOREIGN KEY (set_id) REFERENCES sets(id) ON DELETE CASCADE
);
CREATE INDEX notification_events_by_post ON notification_events USING btree (post_id);
CREATE INDEX notification_events_by_set ON notification_events USING btree (set_id) WHERE set_id IS NOT NULL;

create table notifications (
  id bigint generated always as identity not null,
  user_id bigint not null,
  set_id bigint not null,
  created timestamptz default now() not null,
  updated timestamptz,
  digest text default 'at_once' not null,
  base_url text,
  constraint notifications_pkey PRIMARY KEY (id),
  constraint notifications_unique UNIQUE (user_id, set_id),
  constraint notifications_digest_check CHECK (digest = ANY (ARRAY['at_once', 'hourly', 'daily'])),
  constraint notifications_set_id_fkey FOREIGN KEY (set_id) REFERENCES sets(id) ON DELETE CASCADE,
  constraint notifications_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE
);
CREATE INDEX notifications_by_set ON notifications USING btree (set_id);

create table opt_out_key (
  is_only boolean default true not null,
  key bytea not null,
  constraint opt_out_key_pkey PRIMARY KEY (is_only),
  constraint opt_out_key_is_only_check CHECK (is_only)
);

create table opted_out_contacts (
  hash bytea not null,
  without_plus boolean default false not null,
  constraint opted_out_contacts_pkey PRIMARY KEY (hash)
);

create table outbox (
  id bigint generated always as identity not null,
  recipient text not null,
  subject text not null,
  text text,
  state text default 'waiting' not null,
  attempts integer default 0 not null,
  next_attempt timestamptz default now() not null,
  expires timestamptz not null,
  fault text,
  created timestamptz default now() not null,
  sent timestamptz,
  html text,
  headers jsonb,
  grants_account_access boolean default false not null,
  mail_transport jsonb,
  is_confirmation boolean default false not null,
  constraint outbox_pkey PRIMARY KEY (id),
  constraint outbox_state_check CHECK (state = ANY (ARRAY['waiting', 'sent', 'failed']))
);
CREATE INDEX outbox_waiting ON outbox USING btree (next_attempt, id) WHERE state = 'waiting';
CREATE TRIGGER outbox_update_message AFTER UPDATE OF state ON outbox FOR EACH ROW WHEN (new.state IS DISTINCT FROM old.state AND (new.state = ANY (ARRAY['sent', 'failed']))) EXECUTE FUNCTION update_message_from_outbox();

create table password_resets (
  hash bytea not null,
  user_id bigint not null,
  created timestamptz default now() not null,
  expires timestamptz not null,
  constraint password_resets_pkey PRIMARY KEY (hash),
  constraint password_resets_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE
);
CREATE INDEX password_resets_by_expiry ON password_resets USING btree (expires);
CREATE INDEX password_resets_by_user ON password_resets USING btree (user_id);

create table picture_facts (
  media_id bigint not null,
  created timestamptz default now() not null,
  perceptual_hash bit(64),
  photo_time timestamptz,
  photo_lat double precision,
  photo_lon double precision,
  constraint picture_facts_pkey PRIMARY KEY (media_id),
  constraint picture_facts_media_id_fkey FOREIGN KEY (media_id) REFERENCES media(id) ON DELETE CASCADE
);
CREATE INDEX picture_facts_with_photo_data ON picture_facts USING btree (created) WHERE photo_time IS NOT NULL OR photo_lat IS NOT NULL;

create table place_files (
  sha256 text not null,
  loaded timestamptz default now() not null,
  constraint place_files_pkey PRIMARY KEY (sha256)
);

create table place_keys (
  key text not null,
  place_id integer not null,
  constraint place_keys_place_id_fkey FOREIGN KEY (place_id) REFERENCES places(id) ON DELETE CASCADE
);
CREATE INDEX place_keys_by_beginning ON place_keys USING btree (key text_pattern_ops) INCLUDE (place_id);
CREATE INDEX place_keys_by_place ON place_keys USING btree (place_id);

create table place_mask_key (
  is_only boolean default true not null,
  key bytea not null,
  constraint place_mask_key_pkey PRIMARY KEY (is_only),
  constraint place_mask_key_is_only_check CHECK (is_only)
);

create table place_names (
  place_id integer not null,
  language text not null,
  name text not null,
  folded text not null,
  constraint place_names_pkey PRIMARY KEY (place_id, language),
  constraint place_names_place_id_fkey FOREIGN KEY (place_id) REFERENCES places(id) ON DELETE CASCADE
);
CREATE INDEX place_names_by_name ON place_names USING btree (folded);

create table places (
  id integer not null,
  name text not null,
  folded text not null,
  country text,
  population integer not null,
  lat double precision not null,
  lon double precision not null,
  constraint places_pkey PRIMARY KEY (id)
);
CREATE INDEX places_by_similarity ON places USING gin (folded gin_trgm_ops);

create table post_assignments (
  id bigint generated always as identity not null,
  post_id bigint not null,
  user_id bigint,
  assigned_by bigint,
  created timestamptz default now() not null,
  is_current boolean default true not null,
  constraint post_assignments_pkey PRIMARY KEY (id),
  constraint post_assignments_assigned_by_fkey FOREIGN KEY (assigned_by) REFERENCES users(id) ON DELETE SET NULL,
  constraint post_assignments_post_id_fkey FOREIGN KEY (post_id) REFERENCES posts(id) ON DELETE CASCADE,
  constraint post_assignments_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE SET NULL
);
CREATE INDEX post_assignments_by_assigner ON post_assignments USING btree (assigned_by);
CREATE INDEX post_assignments_by_post ON post_assignments USING btree (post_id, id);
CREATE INDEX post_assignments_by_user ON post_assignments USING btree (user_id, post_id);
CREATE UNIQUE INDEX post_assignments_current ON post_assignments USING btree (post_id) WHERE is_current;
CREATE TRIGGER record_data_change AFTER INSERT OR DELETE OR UPDATE ON post_assignments FOR EACH STATEMENT EXECUTE FUNCTION record_data_change();

create table post_categories (
  post_id bigint not null,
  attribute_id bigint not null,
  category_id bigint not null,
  constraint post_categories_pkey PRIMARY KEY (post_id, attribute_id, category_id),
  constraint post_categories_attribute_id_fkey FOREIGN KEY (attribute_id) REFERENCES attributes(id) ON DELETE CASCADE,
  constraint post_categories_category_id_fkey FOREIGN KEY (category_id) REFERENCES categories(id) ON DELETE CASCADE,
  constraint post_categories_post_id_fkey FOREIGN KEY (post_id) REFERENCES posts(id) ON DELETE CASCADE
);
CREATE INDEX post_categories_by_category ON post_categories USING btree (category_id, post_id);
CREATE TRIGGER record_data_change AFTER INSERT OR DELETE OR UPDATE ON post_categories FOR EACH STATEMENT EXECUTE FUNCTION record_data_change();
CREATE TRIGGER update_category_ids_after_delete AFTER DELETE ON post_categories REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION update_category_ids_after_delete();

create table post_consents (
  id bigint generated always as identity not null,
  post_id bigint not null,
  version integer,
  language text,
  confirmed boolean default false not null,
  agreed text[] not null,
  declined text[] not null,
  source text not null,
  user_id bigint,
  note text,
  created timestamptz default now() not null,
  constraint post_consents_pkey PRIMARY KEY (id),
  constraint post_consents_agreed_check CHECK (agreed <@ ARRAY['publish', 'share', 'contact']),
  constraint post_consents_declined_check CHECK (declined <@ ARRAY['publish', 'share', 'contact']),
  constraint post_consents_source_check CHECK (source = ANY (ARRAY['report', 'receipt', 'author', 'team'])),
  constraint post_consents_post_id_fkey FOREIGN KEY (post_id) REFERENCES posts(id) ON DELETE CASCADE,
  constraint post_consents_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE SET NULL
);
CREATE INDEX post_consents_by_post ON post_consents USING btree (post_id, id);
CREATE INDEX post_consents_by_user ON post_consents USING btree (user_id);

create table post_count_changes (
  visibility_class text not null,
  post_id bigint not null,
  survey_id bigint not null,
  source text not null,
  cell bigint,
  created integer not null,
  post_date integer not null,
  delta integer not null,
  category_ids bigint[]
) with (autovacuum_vacuum_threshold=2000, autovacuum_vacuum_scale_factor=0);

create table post_counts_by_cell (
  level smallint not null,
  visibility_class text not null,
  cell bigint not null,
  survey_id bigint not null,
  post_count bigint not null,
  ids_xor bigint not null,
  cells_xor bigint not null,
  first_cell bigint not null,
  last_cell bigint not null,
  dimension bigint not null,
  constraint post_counts_by_cell_pkey PRIMARY KEY (level, visibility_class, dimension, cell, survey_id)
);
CREATE INDEX post_counts_by_cell_empty ON post_counts_by_cell USING btree (level) WHERE post_count = 0;

create table post_counts_by_day (
  kind text not null,
  visibility_class text not null,
  day integer not null,
  survey_id bigint not null,
  source text not null,
  is_mapped boolean not null,
  post_count bigint not null,
  dimension bigint not null,
  constraint post_counts_by_day_pkey PRIMARY KEY (kind, visibility_class, dimension, day, survey_id, source, is_mapped),
  constraint post_counts_by_day_kind_check CHECK (kind = ANY (ARRAY['created', 'post_date']))
);
CREATE INDEX post_counts_by_day_empty ON post_counts_by_day USING btree (kind) WHERE post_count = 0;

create table post_holds (
  post_id bigint not null,
  reason text not null,
  constraint post_holds_pkey PRIMARY KEY (post_id),
  constraint post_holds_reason_check CHECK (reason = ANY (ARRAY['trap', 'pressure', 'always'])),
  constraint post_holds_post_id_fkey FOREIGN KEY (post_id) REFERENCES posts(id) ON DELETE CASCADE
);

create table post_locks (
  id bigint generated by default as identity not null,
  post_id bigint not null,
  user_id bigint not null,
  expires timestamptz not null,
  session_id bigint,
  is_claim boolean default false not null,
  constraint post_locks_pkey PRIMARY KEY (post_id),
  constraint post_locks_id_unique UNIQUE (id),
  constraint post_locks_post_id_fkey FOREIGN KEY (post_id) REFERENCES posts(id) ON DELETE CASCADE,
  constraint post_locks_session_id_fkey FOREIGN KEY (session_id) REFERENCES sessions(id) ON DELETE CASCADE,
  constraint post_locks_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE
);
CREATE INDEX post_locks_by_expiry ON post_locks USING btree (expires);
CREATE INDEX post_locks_by_session ON post_locks USING btree (session_id);
CREATE INDEX post_locks_by_user ON post_locks USING btree (user_id);

create table post_media (
  media_id bigint not null,
  post_id bigint not null,
  shown boolean not null,
  constraint post_media_pkey PRIMARY KEY (media_id, post_id),
  constraint post_media_media_id_fkey FOREIGN KEY (media_id) REFERENCES media(id) ON DELETE CASCADE,
  constraint post_media_post_id_fkey FOREIGN KEY (post_id) REFERENCES posts(id) ON DELETE CASCADE
);
CREATE INDEX post_media_by_post ON post_media USING btree (post_id);

create table post_note_mentions (
  note_id bigint not null,
  user_id bigint not null,
  removed boolean default false not null,
  constraint post_note_mentions_pkey PRIMARY KEY (note_id, user_id),
  constraint post_note_mentions_note_id_fkey FOREIGN KEY (note_id) REFERENCES post_notes(id) ON DELETE CASCADE,
  constraint post_note_mentions_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE
);
CREATE INDEX post_note_mentions_by_user ON post_note_mentions USING btree (user_id);

create table post_notes (
  id bigint generated always as identity not null,
  post_id bigint not null,
  user_id bigint,
  content text not null,
  created timestamptz default now() not null,
  updated timestamptz,
  deleted timestamptz,
  constraint post_notes_pkey PRIMARY KEY (id),
  constraint post_notes_post_id_fkey FOREIGN KEY (post_id) REFERENCES posts(id) ON DELETE CASCADE,
  constraint post_notes_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE SET NULL
);
CREATE INDEX post_notes_by_post ON post_notes USING btree (post_id, id);
CREATE INDEX post_notes_by_user ON post_notes USING btree (user_id);
CREATE INDEX post_notes_deleted ON post_notes USING btree (deleted) WHERE deleted IS NOT NULL;

create table post_places (
  post_id bigint not null,
  attribute_id bigint not null,
  "position" integer not null,
  lat double precision not null,
  lon double precision not null,
  masked_lat double precision,
  masked_lon double precision,
  mask_cell bigint,
  area_ids bigint[],
  masked_area_ids bigint[],
  is_masked boolean default false not null,
  is_shown boolean default false not null,
  constraint post_places_pkey PRIMARY KEY (post_id, attribute_id, "position"),
  constraint post_places_attribute_id_fkey FOREIGN KEY (attribute_id) REFERENCES attributes(id) ON DELETE CASCADE,
  constraint post_places_post_id_fkey FOREIGN KEY (post_id) REFERENCES posts(id) ON DELETE CASCADE
);
CREATE INDEX post_places_by_area ON post_places USING gin (area_ids) WHERE area_ids IS NOT NULL;
CREATE INDEX post_places_by_mask_cell ON post_places USING btree (mask_cell) WHERE mask_cell IS NOT NULL;
CREATE INDEX post_places_by_masked_area ON post_places USING gin (masked_area_ids) WHERE masked_area_ids IS NOT NULL;
CREATE INDEX post_places_lat_lon ON post_places USING btree (lat, lon);
CREATE INDEX post_places_masked ON post_places USING btree (masked_lat, masked_lon) WHERE masked_lat IS NOT NULL;
CREATE TRIGGER record_data_change AFTER INSERT OR DELETE OR UPDATE ON post_places FOR EACH STATEMENT EXECUTE FUNCTION record_data_change();
CREATE TRIGGER record_deleted_mask_cell AFTER DELETE ON post_places FOR EACH ROW WHEN (old.mask_cell IS NOT NULL) EXECUTE FUNCTION record_deleted_mask_cell();

create table post_retention_rules (
  id bigint generated always as identity not null,
  survey_id bigint,
  without_survey boolean default false not null,
  status text,
  action text not null,
  days integer not null,
  created timestamptz default now() not null,
  keep_exact boolean default false not null,
  constraint post_retention_rules_pkey PRIMARY KEY (id),
  constraint post_retention_rules_action_check CHECK (action = ANY (ARRAY['delete', 'anonymize'])),
  constraint post_retention_rules_check CHECK (survey_id IS NULL OR NOT without_survey),
  constraint post_retention_rules_status_check CHECK (status = ANY (ARRAY['published', 'draft', 'archived'])),
  constraint post_retention_rules_survey_id_fkey FOREIGN KEY (survey_id) REFERENCES surveys(id) ON DELETE CASCADE
);
CREATE INDEX post_retention_rules_by_survey ON post_retention_rules USING btree (survey_id);

create table post_revisions (
  post_id bigint not null,
  revision integer not null,
  user_id bigint,
  created timestamptz default now() not null,
  replaced jsonb not null,
  restored integer,
  suggestion text,
  constraint post_revisions_pkey PRIMARY KEY (post_id, revision),
  constraint post_revisions_suggestion_check CHECK (suggestion = ANY (ARRAY['survey', 'category', 'place'])),
  constraint post_revisions_post_id_fkey FOREIGN KEY (post_id) REFERENCES posts(id) ON DELETE CASCADE,
  constraint post_revisions_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE SET NULL
);
CREATE INDEX post_revisions_by_former_author ON post_revisions USING btree ((replaced ->> 'user')) WHERE (replaced ->> 'user') IS NOT NULL;
CREATE INDEX post_revisions_by_user ON post_revisions USING btree (user_id) WHERE user_id IS NOT NULL;
CREATE INDEX post_revisions_decisions ON post_revisions USING btree (created) INCLUDE (user_id) WHERE (replaced ->> 'status') = 'draft';

create table post_search_index (
  post_id bigint not null,
  status text not null,
  is_public boolean not null,
  public_tsv tsvector not null,
  full_tsv tsvector,
  survey_id bigint,
  post_date timestamptz default now() not null,
  masked_post_date timestamptz default now() not null,
  cell bigint,
  masked_cell bigint,
  constraint post_search_index_pkey PRIMARY KEY (post_id),
  constraint post_search_index_post_id_fkey FOREIGN KEY (post_id) REFERENCES posts(id) ON DELETE CASCADE
);
CREATE INDEX post_search_index_full ON post_search_index USING gin (full_tsv) WITH (fastupdate=off) WHERE full_tsv IS NOT NULL;
CREATE INDEX post_search_index_public ON post_search_index USING gin (public_tsv) WITH (fastupdate=off);
CREATE TRIGGER record_data_change AFTER INSERT OR DELETE OR UPDATE ON post_search_index FOR EACH STATEMENT EXECUTE FUNCTION record_data_change();
CREATE TRIGGER record_removed_words_on_delete AFTER DELETE ON post_search_index REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION record_removed_words();
CREATE TRIGGER record_removed_words_on_update AFTER UPDATE ON post_search_index REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION record_removed_words();
CREATE TRIGGER record_search_changes_on_delete AFTER DELETE ON post_search_index REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION record_search_changes_on_delete();
CREATE TRIGGER record_search_changes_on_insert AFTER INSERT ON post_search_index REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION record_search_changes_on_insert();
CREATE TRIGGER record_search_changes_on_update AFTER UPDATE ON post_search_index REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION record_search_changes_on_update();

create table post_senders (
  post_id bigint not null,
  sender_hash bytea not null,
  hold_reason text,
  created timestamptz default now() not null,
  constraint post_senders_pkey PRIMARY KEY (post_id),
  constraint post_senders_hold_reason_check CHECK (hold_reason = ANY (ARRAY['trap', 'pressure', 'always'])),
  constraint post_senders_post_id_fkey FOREIGN KEY (post_id) REFERENCES posts(id) ON DELETE CASCADE
);
CREATE INDEX post_senders_by_sender ON post_senders USING btree (sender_hash);
CREATE INDEX post_senders_by_time ON post_senders USING btree (created);

create table post_translations (
  id bigint default nextval('posts_id_seq'::regclass) not null,
  parent_id bigint not null,
  user_id bigint,
  locale text not null,
  title text,
  content text,
  slug text,
  "values" jsonb default '{}'::jsonb not null,
  created timestamptz default now() not null,
  updated timestamptz,
  constraint post_translations_pkey PRIMARY KEY (id),
  constraint post_translations_locale_unique UNIQUE (parent_id, locale),
  constraint post_translations_slug_unique UNIQUE (slug),
  constraint post_translations_parent_id_fkey FOREIGN KEY (parent_id) REFERENCES posts(id) ON DELETE CASCADE,
  constraint post_translations_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE SET NULL
);
CREATE INDEX post_translations_by_user ON post_translations USING btree (user_id) WHERE user_id IS NOT NULL;

create table post_urgency (
  post_id bigint not null,
  score integer not null,
  rules bigint[] not null,
  created timestamptz not null,
  constraint post_urgency_pkey PRIMARY KEY (post_id),
  constraint post_urgency_post_id_fkey FOREIGN KEY (post_id) REFERENCES posts(id) ON DELETE CASCADE
);
CREATE INDEX post_urgency_by_score ON post_urgency USING btree (score DESC, created, post_id);

create table post_verifications (
  id bigint generated always as identity not null,
  post_id bigint not null,
  user_id bigint,
  status text not null,
  sources integer,
  evidence text,
  note text,
  created timestamptz default now() not null,
  withdrawn timestamptz,
  withdrawn_by bigint,
  is_current boolean default false not null,
  constraint post_verifications_pkey PRIMARY KEY (id),
  constraint post_verifications_status_check CHECK (status = ANY (ARRAY['unverified', 'verified', 'disputed', 'false'])),
  constraint post_verifications_post_id_fkey FOREIGN KEY (post_id) REFERENCES posts(id) ON DELETE CASCADE,
  constraint post_verifications_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE SET NULL,
  constraint post_verifications_withdrawn_by_fkey FOREIGN KEY (withdrawn_by) REFERENCES users(id) ON DELETE SET NULL
);
CREATE INDEX post_verifications_by_post ON post_verifications USING btree (post_id, id);
CREATE INDEX post_verifications_by_status ON post_verifications USING btree (status, post_id) WHERE is_current;
CREATE INDEX post_verifications_by_user ON post_verifications USING btree (user_id);
CREATE INDEX post_verifications_by_withdrawer ON post_verifications USING btree (withdrawn_by);
CREATE UNIQUE INDEX post_verifications_current ON post_verifications USING btree (post_id) INCLUDE (status, sources) WHERE is_current;
CREATE TRIGGER record_data_change AFTER INSERT OR DELETE OR UPDATE ON post_verifications FOR EACH STATEMENT EXECUTE FUNCTION record_data_change();

create table posts (
  id bigint generated always as identity not null,
  survey_id bigint,
  user_id bigint,
  author_realname text,
  author_email text,
  status text default 'draft' not null,
  title text,
  slug text,
  content text,
  locale text default 'en_us' not null,
  source text,
  "values" jsonb default '{}'::jsonb not null,
  completed_tasks bigint[] default '{}'::bigint[] not null,
  published_to text[] default '{}'::text[] not null,
  post_date timestamptz default now() not null,
  created timestamptz default now() not null,
  updated timestamptz,
  cell bigint,
  masked_user_id bigint,
  masked_post_date timestamptz default now() not null,
  masked_created timestamptz default now() not null,
  masked_updated timestamptz,
  masked_cell bigint,
  revision integer default 1 not null,
  message_id bigint,
  contact_id bigint,
  data_source_message_id text,
  category_ids bigint[],
  masked_category_ids bigint[],
  merged_into bigint,
  status_before_merge text,
  agreed_uses text[] default '{}'::text[] not null,
  declined_uses text[] default '{}'::text[] not null,
  public_from timestamptz,
  anonymized_revision integer,
  sender_removed boolean default false not null,
  constraint posts_pkey PRIMARY KEY (id),
  constraint posts_slug_unique UNIQUE (slug),
  constraint posts_merged_check CHECK (merged_into IS NULL AND status_before_merge IS NULL OR merged_into <> id AND status = 'archived' AND (status_before_merge = ANY (ARRAY['published', 'draft', 'archived']))),
  constraint posts_source_check CHECK (source = ANY (ARRAY['sms', 'email', 'twitter'])),
  constraint posts_status_check CHECK (status = ANY (ARRAY['published', 'draft', 'archived'])),
  constraint posts_contact_id_fkey FOREIGN KEY (contact_id) REFERENCES contacts(id) ON DELETE SET NULL,
  constraint posts_masked_user_id_fkey FOREIGN KEY (masked_user_id) REFERENCES users(id) ON DELETE SET NULL,
  constraint posts_merged_into_fkey FOREIGN KEY (merged_into) REFERENCES posts(id) ON DELETE SET NULL,
  constraint posts_message_id_fkey FOREIGN KEY (message_id) REFERENCES messages(id) ON DELETE SET NULL,
  constraint posts_survey_id_fkey FOREIGN KEY (survey_id) REFERENCES surveys(id) ON DELETE CASCADE,
  constraint posts_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE SET NULL
);
CREATE INDEX posts_by_author ON posts USING btree (user_id, status);
CREATE INDEX posts_by_contact ON posts USING btree (contact_id) WHERE contact_id IS NOT NULL;
CREATE INDEX posts_by_created ON posts USING btree (created DESC, id DESC);
CREATE INDEX posts_by_date ON posts USING btree (post_date DESC, id DESC);
CREATE INDEX posts_by_masked_author ON posts USING btree (masked_user_id) WHERE masked_user_id IS NOT NULL;
CREATE INDEX posts_by_message ON posts USING btree (message_id) WHERE message_id IS NOT NULL;
CREATE INDEX posts_by_primary ON posts USING btree (merged_into, id) WHERE merged_into IS NOT NULL;
CREATE INDEX posts_by_public_from ON posts USING btree (public_from) WHERE public_from IS NOT NULL;
CREATE INDEX posts_by_role ON posts USING gin (published_to) WHERE published_to <> '{}'::text[];
CREATE INDEX posts_by_survey ON posts USING btree (survey_id, status);
CREATE INDEX posts_cell ON posts USING btree (cell) INCLUDE (id, survey_id, status) WHERE cell IS NOT NULL;
CREATE INDEX posts_public_cell ON posts USING btree (masked_cell) INCLUDE (id, survey_id) WHERE status = 'published' AND published_to = '{}'::text[] AND public_from IS NULL AND masked_cell IS NOT NULL;
CREATE INDEX posts_public_created ON posts USING btree (masked_created DESC, id DESC) INCLUDE (survey_id) WHERE status = 'published' AND published_to = '{}'::text[] AND public_from IS NULL;
CREATE INDEX posts_public_date ON posts USING btree (masked_post_date DESC, id DESC) INCLUDE (survey_id) WHERE status = 'published' AND published_to = '{}'::text[] AND public_from IS NULL;
CREATE INDEX posts_unpublished ON posts USING btree (created DESC, id DESC) WHERE status <> 'published';
CREATE INDEX posts_waiting ON posts USING btree (created, id) INCLUDE (survey_id, source) WHERE status = 'draft';
CREATE TRIGGER end_receipt AFTER UPDATE OF user_id ON posts FOR EACH ROW WHEN (new.user_id IS NOT NULL AND old.user_id IS DISTINCT FROM new.user_id) EXECUTE FUNCTION end_receipt();
CREATE TRIGGER mask_merged_post AFTER UPDATE OF merged_into ON posts FOR EACH ROW WHEN (old.merged_into IS DISTINCT FROM new.merged_into) EXECUTE FUNCTION mask_merged_post();
CREATE TRIGGER posts_record_changed AFTER UPDATE ON posts REFERENCING OLD TABLE AS before NEW TABLE AS after FOR EACH STATEMENT EXECUTE FUNCTION record_changed_posts();
CREATE TRIGGER posts_record_created AFTER INSERT ON posts REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION record_created_posts();
CREATE TRIGGER posts_webhook_created AFTER INSERT ON posts REFERENCING NEW TABLE AS touched FOR EACH STATEMENT EXECUTE FUNCTION record_webhook_events('create');
CREATE TRIGGER posts_webhook_deleted AFTER DELETE ON posts REFERENCING OLD TABLE AS touched FOR EACH STATEMENT EXECUTE FUNCTION record_webhook_events('delete');
CREATE TRIGGER posts_webhook_updated AFTER UPDATE ON posts REFERENCING OLD TABLE AS before NEW TABLE AS after FOR EACH STATEMENT EXECUTE FUNCTION record_webhook_events('update');
CREATE TRIGGER record_count_changes_on_delete AFTER DELETE ON posts REFERENCING OLD TABLE AS old_posts FOR EACH STATEMENT EXECUTE FUNCTION record_count_changes_on_delete();
CREATE TRIGGER record_count_changes_on_insert AFTER INSERT ON posts REFERENCING NEW TABLE AS new_posts FOR EACH STATEMENT EXECUTE FUNCTION record_count_changes_on_insert();
CREATE TRIGGER record_count_changes_on_update AFTER UPDATE ON posts REFERENCING OLD TABLE AS old_posts NEW TABLE AS new_posts FOR EACH STATEMENT EXECUTE FUNCTION record_count_changes_on_update();
CREATE TRIGGER record_data_change AFTER INSERT OR DELETE OR UPDATE ON posts FOR EACH STATEMENT EXECUTE FUNCTION record_data_change();
CREATE TRIGGER set_public_from_of_moved_post BEFORE UPDATE OF survey_id ON posts FOR EACH ROW WHEN (new.survey_id IS DISTINCT FROM old.survey_id) EXECUTE FUNCTION set_public_from();
CREATE TRIGGER set_public_from_of_new_post BEFORE INSERT ON posts FOR EACH ROW WHEN (new.survey_id IS NOT NULL) EXECUTE FUNCTION set_public_from();
CREATE TRIGGER update_status_of_merged_post BEFORE UPDATE OF merged_into ON posts FOR EACH ROW WHEN (old.merged_into IS DISTINCT FROM new.merged_into) EXECUTE FUNCTION update_status_of_merged_post();

create table precomputed_searches (
  id bigint generated always as identity (start with 1099511627776) not null,
  query tsquery not null,
  last_used date default CURRENT_DATE not null,
  constraint precomputed_searches_pkey PRIMARY KEY (id),
  constraint precomputed_searches_query_key UNIQUE (query)
);

create table receipt_messages (
  id bigint generated always as identity not null,
  post_id bigint not null,
  from_team boolean not null,
  user_id bigint,
  message text not null,
  created timestamptz default now() not null,
  seen boolean default false not null,
  done boolean default false not null,
  constraint receipt_messages_pkey PRIMARY KEY (id),
  constraint receipt_messages_post_id_fkey FOREIGN KEY (post_id) REFERENCES posts(id) ON DELETE CASCADE,
  constraint receipt_messages_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE SET NULL
);
CREATE INDEX receipt_messages_by_post ON receipt_messages USING btree (post_id, id);
CREATE INDEX receipt_messages_by_user ON receipt_messages USING btree (user_id);

create table receipts (
  post_id bigint not null,
  key_hash bytea not null,
  constraint receipts_pkey PRIMARY KEY (post_id),
  constraint receipts_key_hash_key UNIQUE (key_hash),
  constraint receipts_post_id_fkey FOREIGN KEY (post_id) REFERENCES posts(id) ON DELETE CASCADE
);

create table removed_words (
  word text collate "C" not null
);

create table revealed_mask_cells (
  survey_id bigint not null,
  cell bigint not null,
  constraint revealed_mask_cells_pkey PRIMARY KEY (survey_id, cell),
  constraint revealed_mask_cells_survey_id_fkey FOREIGN KEY (survey_id) REFERENCES surveys(id) ON DELETE CASCADE
);

create table roles (
  id bigint generated always as identity not null,
  name text not null,
  display_name text,
  description text,
  protected boolean default false not null,
  permissions text[] default '{}'::text[] not null,
  constraint roles_pkey PRIMARY KEY (id),
  constraint roles_name_unique UNIQUE (name)
);

create table search_count_changes (
  dimension bigint not null,
  post_id bigint not null,
  survey_id bigint not null,
  cell bigint,
  post_date integer not null,
  delta integer not null
) with (autovacuum_vacuum_threshold=2000, autovacuum_vacuum_scale_factor=0);

create table search_vocabulary (
  word text collate "C" not null,
  constraint search_vocabulary_pkey PRIMARY KEY (word)
);
CREATE INDEX search_vocabulary_by_similarity ON search_vocabulary USING gin (word gin_trgm_ops);
CREATE TRIGGER record_data_change AFTER INSERT OR DELETE OR UPDATE ON search_vocabulary FOR EACH STATEMENT EXECUTE FUNCTION record_data_change();

create table sessions (
  id bigint generated always as identity not null,
  user_id bigint not null,
  client text not null,
  created timestamptz default now() not null,
  renewed timestamptz default now() not null,
  device_id bigint,
  browser text,
  system text,
  time_zone text,
  seen timestamptz default date_trunc('hour', now()) not null,
  constraint sessions_pkey PRIMARY KEY (id),
  constraint sessions_device_id_fkey FOREIGN KEY (device_id) REFERENCES login_devices(id) ON DELETE SET NULL,
  constraint sessions_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE
);
CREATE INDEX sessions_by_device ON sessions USING btree (device_id);
CREATE INDEX sessions_by_user ON sessions USING btree (user_id);

create table set_posts (
  set_id bigint not null,
  post_id bigint not null,
  constraint set_posts_pkey PRIMARY KEY (set_id, post_id),
  constraint set_posts_post_id_fkey FOREIGN KEY (post_id) REFERENCES posts(id) ON DELETE CASCADE,
  constraint set_posts_set_id_fkey FOREIGN KEY (set_id) REFERENCES sets(id) ON DELETE CASCADE
);
CREATE INDEX set_posts_by_post ON set_posts USING btree (post_id);
CREATE TRIGGER record_data_change AFTER INSERT OR DELETE OR UPDATE ON set_posts FOR EACH STATEMENT EXECUTE FUNCTION record_data_change();
CREATE TRIGGER set_posts_record_added AFTER INSERT ON set_posts REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION record_posts_added_to_sets();

create table sets (
  id bigint generated always as identity not null,
  kind text not null,
  user_id bigint,
  name text not null,
  description text,
  view text default 'map' not null,
  view_options jsonb,
  role text[],
  featured boolean default false not null,
  filter jsonb,
  created timestamptz default now() not null,
  updated timestamptz,
  constraint sets_pkey PRIMARY KEY (id),
  constraint sets_kind_check CHECK (kind = ANY (ARRAY['collection', 'savedsearch'])),
  constraint sets_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE
);
CREATE INDEX sets_by_kind ON sets USING btree (kind, featured DESC, id);
CREATE INDEX sets_by_user ON sets USING btree (user_id);
CREATE TRIGGER record_data_change AFTER INSERT OR DELETE OR UPDATE ON sets FOR EACH STATEMENT EXECUTE FUNCTION record_data_change();

create table settings (
  name text not null,
  value jsonb not null,
  updated timestamptz default now() not null,
  constraint settings_pkey PRIMARY KEY (name)
);
CREATE TRIGGER record_data_change AFTER INSERT OR DELETE OR UPDATE ON settings FOR EACH STATEMENT EXECUTE FUNCTION record_data_change();

create table suggestion_models (
  is_current boolean default true not null,
  trained timestamptz default now() not null,
  posts integer not null,
  seconds double precision not null,
  memory_mb integer not null,
  choices jsonb not null,
  tests jsonb not null,
  constraint suggestion_models_pkey PRIMARY KEY (is_current),
  constraint suggestion_models_is_current_check CHECK (is_current)
);

create table suggestion_weights (
  bucket integer not null,
  weights bytea not null,
  constraint suggestion_weights_pkey PRIMARY KEY (bucket)
);

create table survey_consents (
  survey_id bigint not null,
  version integer not null,
  text text not null,
  translations jsonb not null,
  uses text[] not null,
  confirmation boolean not null,
  unanswered_is_no boolean not null,
  created timestamptz default now() not null,
  constraint survey_consents_pkey PRIMARY KEY (survey_id, version),
  constraint survey_consents_uses_check CHECK (uses <@ ARRAY['publish', 'share', 'contact']),
  constraint survey_consents_survey_id_fkey FOREIGN KEY (survey_id) REFERENCES surveys(id) ON DELETE CASCADE
);

create table survey_contacts (
  id bigint generated always as identity not null,
  survey_id bigint not null,
  contact_id bigint not null,
  post_id bigint,
  data_source text not null,
  country_code text not null,
  state text not null,
  moved_to_survey_id bigint,
  attribute_id bigint,
  message_id bigint,
  question_sent timestamptz default now() not null,
  reminded boolean default false not null,
  question_repeated boolean default false not null,
  created timestamptz default now() not null,
  constraint survey_contacts_pkey PRIMARY KEY (id),
  constraint survey_contacts_unique UNIQUE (survey_id, contact_id),
  constraint survey_contacts_state_check CHECK (state = ANY (ARRAY['waiting', 'pending', 'received', 'finished', 'moved', 'stopped', 'expired'])),
  constraint survey_contacts_attribute_id_fkey FOREIGN KEY (attribute_id) REFERENCES attributes(id) ON DELETE SET NULL,
  constraint survey_contacts_contact_id_fkey FOREIGN KEY (contact_id) REFERENCES contacts(id) ON DELETE CASCADE,
  constraint survey_contacts_message_id_fkey FOREIGN KEY (message_id) REFERENCES messages(id) ON DELETE SET NULL,
  constraint survey_contacts_moved_to_survey_id_fkey FOREIGN KEY (moved_to_survey_id) REFERENCES surveys(id) ON DELETE SET NULL,
  constraint survey_contacts_post_id_fkey FOREIGN KEY (post_id) REFERENCES posts(id) ON DELETE SET NULL,
  constraint survey_contacts_survey_id_fkey FOREIGN KEY (survey_id) REFERENCES surveys(id) ON DELETE CASCADE
);
CREATE INDEX survey_contacts_by_contact ON survey_contacts USING btree (contact_id);
CREATE INDEX survey_contacts_by_post ON survey_contacts USING btree (post_id) WHERE post_id IS NOT NULL;
CREATE UNIQUE INDEX survey_contacts_one_active ON survey_contacts USING btree (contact_id) WHERE state = ANY (ARRAY['pending', 'received']);
CREATE INDEX survey_contacts_open ON survey_contacts USING btree (question_sent) WHERE state = ANY (ARRAY['pending', 'received']);
CREATE INDEX survey_contacts_waiting ON survey_contacts USING btree (contact_id, id) WHERE state = 'waiting';

create table survey_replies (
  message_id bigint not null,
  survey_contact_id bigint not null,
  attribute_id bigint not null,
  constraint survey_replies_pkey PRIMARY KEY (message_id),
  constraint survey_replies_attribute_id_fkey FOREIGN KEY (attribute_id) REFERENCES attributes(id) ON DELETE CASCADE,
  constraint survey_replies_message_id_fkey FOREIGN KEY (message_id) REFERENCES messages(id) ON DELETE CASCADE,
  constraint survey_replies_survey_contact_id_fkey FOREIGN KEY (survey_contact_id) REFERENCES survey_contacts(id) ON DELETE CASCADE
);
CREATE INDEX survey_replies_by_attribute ON survey_replies USING btree (attribute_id);
CREATE INDEX survey_replies_by_question ON survey_replies USING btree (survey_contact_id, attribute_id);

create table survey_roles (
  survey_id bigint not null,
  role_id bigint not null,
  constraint survey_roles_pkey PRIMARY KEY (survey_id, role_id),
  constraint survey_roles_role_id_fkey FOREIGN KEY (role_id) REFERENCES roles(id) ON DELETE CASCADE,
  constraint survey_roles_survey_id_fkey FOREIGN KEY (survey_id) REFERENCES surveys(id) ON DELETE CASCADE
);

create table surveys (
  id bigint generated always as identity not null,
  name text not null,
  description text,
  color text,
  type text default 'report' not null,
  disabled boolean default false not null,
  hide_author boolean default false not null,
  hide_time boolean default false not null,
  hide_location boolean default false not null,
  require_approval boolean default true not null,
  everyone_can_create boolean default true not null,
  targeted_survey boolean default false not null,
  created timestamptz default now() not null,
  updated timestamptz,
  quick_exit boolean default false not null,
  consent_version integer,
  place_mask text default 'rounded' not null,
  place_min_distance integer default 500 not null,
  place_max_distance integer default 2000 not null,
  place_grid_km integer default 5 not null,
  place_min_reports integer default 1 not null,
  publication_delay_hours integer default 0 not null,
  keep_originals boolean default false not null,
  constraint surveys_pkey PRIMARY KEY (id),
  constraint surveys_place_mask_check CHECK (place_mask = ANY (ARRAY['rounded', 'displaced', 'grid', 'hidden']))
);
CREATE TRIGGER record_data_change AFTER INSERT OR DELETE OR UPDATE ON surveys FOR EACH STATEMENT EXECUTE FUNCTION record_data_change();

create table tasks (
  id bigint generated always as identity not null,
  survey_id bigint not null,
  label text not null,
  description text,
  priority integer default 99 not null,
  icon text,
  type text default 'task' not null,
  required boolean default false not null,
  show_when_published boolean default true not null,
  internal_only boolean default true not null,
  constraint tasks_pkey PRIMARY KEY (id),
  constraint tasks_type_check CHECK (type = ANY (ARRAY['post', 'task'])),
  constraint tasks_survey_id_fkey FOREIGN KEY (survey_id) REFERENCES surveys(id) ON DELETE CASCADE
);
CREATE INDEX tasks_by_survey ON tasks USING btree (survey_id, priority, id);
CREATE TRIGGER record_data_change AFTER INSERT OR DELETE OR UPDATE ON tasks FOR EACH STATEMENT EXECUTE FUNCTION record_data_change();

create table template_applications (
  id bigint generated always as identity not null,
  title text not null,
  parts jsonb not null,
  created timestamptz default now() not null,
  undone timestamptz,
  constraint template_applications_pkey PRIMARY KEY (id)
);

create table throttle_keys (
  day date not null,
  key bytea not null,
  constraint throttle_keys_pkey PRIMARY KEY (day)
);

create table throttles (
  key bytea not null,
  count integer not null,
  expires timestamptz not null,
  constraint throttles_pkey PRIMARY KEY (key)
);
CREATE INDEX throttles_by_expiry ON throttles USING btree (expires);

create table tokens (
  hash bytea not null,
  kind text not null,
  user_id bigint,
  client text not null,
  scopes text[] not null,
  created timestamptz default now() not null,
  expires timestamptz not null,
  session_id bigint,
  constraint tokens_pkey PRIMARY KEY (hash),
  constraint tokens_kind_check CHECK (kind = ANY (ARRAY['access', 'refresh'])),
  constraint tokens_session_id_fkey FOREIGN KEY (session_id) REFERENCES sessions(id) ON DELETE CASCADE,
  constraint tokens_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE
);
CREATE INDEX tokens_by_expiry ON tokens USING btree (expires);
CREATE INDEX tokens_by_session ON tokens USING btree (session_id);
CREATE INDEX tokens_by_user ON tokens USING btree (user_id);

create table tos (
  id bigint generated always as identity not null,
  user_id bigint not null,
  tos_version_date timestamptz not null,
  agreement_date timestamptz default now() not null,
  constraint tos_pkey PRIMARY KEY (id),
  constraint tos_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE
);
CREATE INDEX tos_by_user ON tos USING btree (user_id, agreement_date DESC);

create table upload_chunks (
  upload_id text not null,
  byte_offset integer not null,
  bytes bytea not null,
  constraint upload_chunks_pkey PRIMARY KEY (upload_id, byte_offset),
  constraint upload_chunks_upload_id_fkey FOREIGN KEY (upload_id) REFERENCES uploads(id) ON DELETE CASCADE
);

create table uploads (
  id text not null,
  user_id bigint,
  name text not null,
  caption text,
  size integer not null,
  received integer default 0 not null,
  media_id bigint,
  created timestamptz default now() not null,
  constraint uploads_pkey PRIMARY KEY (id),
  constraint uploads_media_id_fkey FOREIGN KEY (media_id) REFERENCES media(id) ON DELETE CASCADE,
  constraint uploads_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE
);
CREATE INDEX uploads_by_age ON uploads USING btree (created);
CREATE INDEX uploads_by_media ON uploads USING btree (media_id) WHERE media_id IS NOT NULL;
CREATE INDEX uploads_by_user ON uploads USING btree (user_id) WHERE user_id IS NOT NULL;

create table urgency_rules (
  id bigint generated always as identity not null,
  kind text not null,
  weight integer not null,
  category_id bigint,
  survey_id bigint,
  name text,
  words text[] default '{}'::text[] not null,
  words_query tsquery,
  lat double precision,
  lon double precision,
  radius_km double precision,
  hours integer,
  checked_until timestamptz,
  constraint urgency_rules_pkey PRIMARY KEY (id),
  constraint urgency_rules_kind_check CHECK (kind = ANY (ARRAY['category', 'words', 'survey', 'area', 'age', 'sender'])),
  constraint urgency_rules_category_id_fkey FOREIGN KEY (category_id) REFERENCES categories(id) ON DELETE CASCADE,
  constraint urgency_rules_survey_id_fkey FOREIGN KEY (survey_id) REFERENCES surveys(id) ON DELETE CASCADE
);
CREATE INDEX urgency_rules_by_category ON urgency_rules USING btree (category_id);
CREATE INDEX urgency_rules_by_survey ON urgency_rules USING btree (survey_id);
CREATE TRIGGER record_urgency_change AFTER INSERT OR DELETE OR UPDATE OF kind, weight, category_id, survey_id, words, lat, lon, radius_km, hours ON urgency_rules FOR EACH ROW EXECUTE FUNCTION record_urgency_change();

create table urgency_state (
  is_current boolean default true not null,
  changed timestamptz default now() not null,
  applied timestamptz default now() not null,
  constraint urgency_state_pkey PRIMARY KEY (is_current),
  constraint urgency_state_is_current_check CHECK (is_current)
);

create table user_settings (
  id bigint generated always as identity not null,
  user_id bigint not null,
  config_key text not null,
  config_value text not null,
  created timestamptz default now() not null,
  updated timestamptz,
  bound_to text,
  constraint user_settings_pkey PRIMARY KEY (id),
  constraint user_settings_key_unique UNIQUE (user_id, config_key),
  constraint user_settings_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE
);

create table users (
  id bigint generated always as identity not null,
  email text not null,
  realname text,
  password_hash text not null,
  role text,
  language text,
  logins integer default 0 not null,
  failed_attempts integer default 0 not null,
  last_login timestamptz,
  last_attempt timestamptz,
  created timestamptz default now() not null,
  updated timestamptz,
  email_confirmed timestamptz,
  reporter_code text default substr(gen_random_uuid()::text, 1, 6) not null,
  constraint users_pkey PRIMARY KEY (id),
  constraint users_role_exists FOREIGN KEY (role) REFERENCES roles(name) ON UPDATE CASCADE ON DELETE SET NULL
);
CREATE INDEX users_by_realname ON users USING btree (lower(realname), id);
CREATE INDEX users_by_role ON users USING btree (role);
CREATE UNIQUE INDEX users_email_unique ON users USING btree (lower(email));
CREATE TRIGGER users_reset_confirmation BEFORE UPDATE OF email ON users FOR EACH ROW EXECUTE FUNCTION reset_email_confirmation();

create table webhook_deliveries (
  id bigint generated always as identity not null,
  webhook_id bigint not null,
  event text not null,
  post_id bigint not null,
  survey_id bigint,
  state text not null,
  attempts integer default 0 not null,
  status integer,
  fault text,
  response text,
  created timestamptz default now() not null,
  last_attempt timestamptz,
  constraint webhook_deliveries_pkey PRIMARY KEY (id),
  constraint webhook_deliveries_state_check CHECK (state = ANY (ARRAY['waiting', 'held', 'delivered', 'failed'])),
  constraint webhook_deliveries_webhook_id_fkey FOREIGN KEY (webhook_id) REFERENCES webhooks(id) ON DELETE CASCADE
);
CREATE INDEX webhook_deliveries_by_time ON webhook_deliveries USING btree (created);
CREATE INDEX webhook_deliveries_by_webhook ON webhook_deliveries USING btree (webhook_id, id);
CREATE INDEX webhook_deliveries_held ON webhook_deliveries USING btree (webhook_id) WHERE state = 'held';

create table webhook_events (
  id bigint generated always as identity not null,
  post_id bigint not null,
  survey_id bigint,
  event text not null,
  was_public boolean default true not null,
  is_public boolean default true not null,
  constraint webhook_events_pkey PRIMARY KEY (id)
);

create table webhooks (
  id bigint generated always as identity not null,
  user_id bigint,
  survey_id bigint,
  name text not null,
  url text not null,
  secret text not null,
  uuid uuid default gen_random_uuid() not null,
  event text not null,
  source_key text,
  destination_key text,
  failures integer default 0 not null,
  paused timestamptz,
  created timestamptz default now() not null,
  updated timestamptz,
  content text default 'public' not null,
  pause_reason text,
  only_shared boolean default true not null,
  constraint webhooks_pkey PRIMARY KEY (id),
  constraint webhooks_content_check CHECK (content = ANY (ARRAY['public', 'everything'])),
  constraint webhooks_event_check CHECK (event = ANY (ARRAY['create', 'update', 'delete'])),
  constraint webhooks_pause_has_reason CHECK (pause_reason IS NULL OR paused IS NOT NULL),
  constraint webhooks_pause_reason_check CHECK (pause_reason = ANY (ARRAY['failures', 'owner'])),
  constraint webhooks_survey_id_fkey FOREIGN KEY (survey_id) REFERENCES surveys(id) ON DELETE CASCADE,
  constraint webhooks_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE SET NULL
);
CREATE INDEX webhooks_by_survey ON webhooks USING btree (survey_id) WHERE survey_id IS NOT NULL;
CREATE INDEX webhooks_by_user ON webhooks USING btree (user_id) WHERE user_id IS NOT NULL;

create view current_counts_by_cell as
 SELECT post_counts_by_cell.level,
    post_counts_by_cell.visibility_class,
    post_counts_by_cell.dimension,
    post_counts_by_cell.cell,
    post_counts_by_cell.survey_id,
    post_counts_by_cell.post_count,
    post_counts_by_cell.ids_xor,
    post_counts_by_cell.cells_xor,
    post_counts_by_cell.first_cell,
    post_counts_by_cell.last_cell
   FROM post_counts_by_cell
UNION ALL
 SELECT of.level,
    post_count_changes.visibility_class,
    dimension.dimension,
    post_count_changes.cell >> (52 - 2 * of.level) AS cell,
    post_count_changes.survey_id,
    post_count_changes.delta AS post_count,
    post_count_changes.post_id AS ids_xor,
    post_count_changes.cell AS cells_xor,
    post_count_changes.cell AS first_cell,
    post_count_changes.cell AS last_cell
   FROM post_count_changes
     CROSS JOIN ( VALUES (8::smallint), (12::smallint)) of(level)
     CROSS JOIN LATERAL dimensions_of_categories(post_count_changes.category_ids) dimension(dimension)
  WHERE post_count_changes.cell IS NOT NULL
UNION ALL
 SELECT of.level,
    'everyone' AS visibility_class,
    search_count_changes.dimension,
    search_count_changes.cell >> (52 - 2 * of.level) AS cell,
    search_count_changes.survey_id,
    search_count_changes.delta AS post_count,
    search_count_changes.post_id AS ids_xor,
    search_count_changes.cell AS cells_xor,
    search_count_changes.cell AS first_cell,
    search_count_changes.cell AS last_cell
   FROM search_count_changes
     CROSS JOIN ( VALUES (8::smallint), (12::smallint)) of(level)
  WHERE search_count_changes.cell IS NOT NULL;

create view current_counts_by_day as
 SELECT post_counts_by_day.kind,
    post_counts_by_day.visibility_class,
    post_counts_by_day.dimension,
    post_counts_by_day.day,
    post_counts_by_day.survey_id,
    post_counts_by_day.source,
    post_counts_by_day.is_mapped,
    post_counts_by_day.post_count
   FROM post_counts_by_day
UNION ALL
 SELECT of.kind,
    post_count_changes.visibility_class,
    dimension.dimension,
        CASE of.kind
            WHEN 'created' THEN post_count_changes.created
            ELSE post_count_changes.post_date
        END AS day,
    post_count_changes.survey_id,
    post_count_changes.source,
    post_count_changes.cell IS NOT NULL AS is_mapped,
    post_count_changes.delta AS post_count
   FROM post_count_changes
     CROSS JOIN ( VALUES ('created'), ('post_date')) of(kind)
     CROSS JOIN LATERAL dimensions_of_categories(post_count_changes.category_ids) dimension(dimension)
UNION ALL
 SELECT 'post_date' AS kind,
    'everyone' AS visibility_class,
    search_count_changes.dimension,
    search_count_changes.post_date AS day,
    search_count_changes.survey_id,
    '' AS source,
    search_count_changes.cell IS NOT NULL AS is_mapped,
    search_count_changes.delta AS post_count
   FROM search_count_changes;
