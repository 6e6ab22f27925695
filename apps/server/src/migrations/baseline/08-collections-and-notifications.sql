-- Collections, saved searches and their notifications.

create table sets (
  id bigint generated always as identity primary key,
  kind text not null check (kind in ('collection', 'savedsearch')),
  user_id bigint references users on delete cascade,
  name text not null,
  description text,
  view text not null default 'map',
  view_options jsonb,
  role text[],
  featured boolean not null default false,
  filter jsonb,
  created timestamptz not null default now(),
  updated timestamptz
);
create index sets_by_kind on sets (kind, featured desc, id);
create index sets_by_maker on sets (user_id);

create table set_posts (
  set_id bigint not null references sets on delete cascade,
  post_id bigint not null references posts on delete cascade,
  primary key (set_id, post_id)
);
create index set_posts_by_post on set_posts (post_id);

create table notifications (
  id bigint generated always as identity primary key,
  user_id bigint not null references users on delete cascade,
  set_id bigint not null references sets on delete cascade,
  created timestamptz not null default now(),
  updated timestamptz,
  digest text not null default 'at_once' check (digest in ('at_once', 'hourly', 'daily')),
  -- The URL by which the subscriber reached the server, for links when none is configured.
  base text,
  constraint notifications_once unique (user_id, set_id)
);
create index notifications_by_set on notifications (set_id);

-- Notifications sent by day and account, for the limits.
create table notification_counts (
  -- UTC.
  day date not null,
  -- Null: the whole deployment.
  user_id bigint references users on delete cascade,
  sent integer not null default 0,
  -- Since when further notifications wait for the next day.
  paused timestamptz,
  constraint notification_counts_once unique nulls not distinct (day, user_id)
);
create index notification_counts_by_user on notification_counts (user_id) where user_id is not null;

-- New and changed posts whose notifications are not prepared yet.
create table post_news (
  id bigint generated always as identity primary key,
  post_id bigint not null references posts on delete cascade,
  -- The collection that it was added to; null when the post itself is new or changed.
  set_id bigint references sets on delete cascade,
  -- Whether it became visible to someone; otherwise it was changed.
  is_new boolean not null,
  at timestamptz not null default now()
);
create index post_news_by_post on post_news (post_id);
create index post_news_by_set on post_news (set_id) where set_id is not null;

-- Notifications to send. The primary key prevents a second one about the same post.
create table told_posts (
  user_id bigint not null references users on delete cascade,
  post_id bigint not null references posts on delete cascade,
  notification_id bigint references notifications on delete set null,
  -- When it was sent; null: waiting.
  told timestamptz,
  -- Further subscriptions of the user that match, used when the first is deleted before it was sent.
  others bigint[],
  primary key (user_id, post_id)
);
create index told_posts_by_notification on told_posts (notification_id) where notification_id is not null;
create index told_posts_by_post on told_posts (post_id);
create index told_posts_by_time on told_posts (user_id, told) where told is not null;
create index told_posts_waiting on told_posts (user_id, notification_id) where told is null;

-- Compact list of the posts that a user was notified of.
create table told_before (
  user_id bigint not null references users on delete cascade,
  -- Post id divided by 10,000.
  block bigint not null,
  posts int8multirange not null,
  primary key (user_id, block)
);
