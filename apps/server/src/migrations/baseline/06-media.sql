-- Pictures, uploads in parts, and map layers.

create table media (
  id bigint generated always as identity primary key,
  user_id bigint references users on delete set null,
  caption text,
  mime text not null,
  -- Path in the file store; its name is random and cannot be guessed.
  file text not null,
  thumbnail text not null,
  size integer not null,
  width integer not null,
  height integer not null,
  created timestamptz not null default now(),
  updated timestamptz,
  -- Whether a post, message, layer or the site uses it.
  attached boolean not null default false,
  -- The post that owns the picture; no other may use it.
  post_id bigint references posts on delete set null deferrable initially deferred,
  -- The incoming message with the picture.
  message_id bigint references messages on delete set null,
  -- Until it is attached: SHA-256 of the token of the visitor, or without a token the HMAC of the network address.
  visitor bytea,
  -- Until it is attached: SHA-256 of the claim in the response to the upload.
  claim bytea,
  -- The name of the uploaded file: for users who manage posts only, never part of a URL.
  original_name text,
  -- ETags, computed from the content.
  file_hash text,
  thumbnail_hash text,
  -- Set by mask_posts() from the survey of the post.
  hide_uploader boolean not null default true,
  hide_time boolean not null default true
);
create index media_by_file on media (file);
create index media_by_message on media (message_id) where message_id is not null;
create index media_by_post on media (post_id) where post_id is not null;
create index media_by_thumbnail on media (thumbnail);
create index media_by_user on media (user_id);
create index media_not_attached on media (created) where not attached;
create index media_with_old_names on media (id) where file ~ '^[0-9a-f]/[0-9a-f]/[0-9a-f]{32}-';

-- Pictures of posts. Filled by mask_posts(); pictures of drafts and private answers must not be readable by guessing
-- ids.
create table post_media (
  media_id bigint not null references media on delete cascade,
  post_id bigint not null references posts on delete cascade,
  -- Whether all readers of the post see the picture.
  shown boolean not null,
  primary key (media_id, post_id)
);
create index post_media_by_post on post_media (post_id);

create table uploads (
  -- 128 random bits in hexadecimal.
  id text primary key,
  -- Null for a visitor.
  user_id bigint references users on delete cascade,
  name text not null,
  caption text,
  size integer not null,
  received integer not null default 0,
  -- Set when the upload is complete; its pieces are deleted then.
  media_id bigint references media on delete cascade,
  created timestamptz not null default now()
);
create index uploads_by_age on uploads (created);
create index uploads_by_media on uploads (media_id) where media_id is not null;
create index uploads_by_user on uploads (user_id) where user_id is not null;

create table upload_pieces (
  upload_id text not null references uploads on delete cascade,
  -- Offset in bytes.
  begins integer not null,
  bytes bytea not null,
  primary key (upload_id, begins)
);

create table layers (
  id bigint generated always as identity primary key,
  name text not null,
  data_url text,
  media_id bigint references media on delete set null,
  type text not null check (type in ('geojson', 'wms', 'tile')),
  options jsonb,
  active boolean not null,
  visible_by_default boolean not null,
  created timestamptz not null default now(),
  updated timestamptz,
  -- Both are null after the file was deleted.
  constraint layers_one_source check (data_url is null or media_id is null)
);
create index layers_by_media on layers (media_id) where media_id is not null;
