/**
 * The first tables. Names are the field's own; the wire's differ where `docs/glossary.md` says so. The `shown_*` columns
 * are what those see who have no right to more; `0002-masks.ts` fills them.
 */
import { sql } from 'kysely';
import type { Tx } from '../kernel/db/database.ts';

const extensions = sql`create extension if not exists pg_trgm`;

const people = sql`
  create table roles (
    id bigint generated always as identity primary key,
    name text not null,
    display_name text,
    description text,
    protected boolean not null default false,
    permissions text[] not null default '{}',
    constraint roles_name_once unique (name)
  );
  create table users (
    id bigint generated always as identity primary key,
    email text not null,
    realname text,
    password_hash text not null,
    -- By name, as the wire has it. Whoever deletes a role moves its people first.
    role text constraint users_role_exists references roles (name) on update cascade on delete set null,
    language text,
    logins int not null default 0,
    failed_attempts int not null default 0,
    last_login timestamptz,
    last_attempt timestamptz,
    created timestamptz not null default now(),
    updated timestamptz
  );
  create unique index users_email_once on users (lower(email));
  create index users_by_realname on users (lower(realname), id);
  create index users_by_role on users (role);
  create table tokens (
    -- SHA-256 of the token: what is stored opens nothing.
    hash bytea primary key,
    kind text not null check (kind in ('access', 'refresh')),
    user_id bigint references users on delete cascade,
    client text not null,
    scopes text[] not null,
    created timestamptz not null default now(),
    expires timestamptz not null
  );
  create index tokens_by_expiry on tokens (expires);
  create index tokens_by_user on tokens (user_id)`;

const settings = sql`
  create table settings (
    name text primary key,
    value jsonb not null,
    updated timestamptz not null default now()
  )`;

const surveys = sql`
  create table surveys (
    id bigint generated always as identity primary key,
    name text not null,
    description text,
    color text,
    type text not null default 'report',
    disabled boolean not null default false,
    hide_author boolean not null default false,
    hide_time boolean not null default false,
    hide_location boolean not null default false,
    require_approval boolean not null default true,
    everyone_can_create boolean not null default true,
    targeted_survey boolean not null default false,
    created timestamptz not null default now(),
    updated timestamptz
  );
  create table survey_roles (
    survey_id bigint not null references surveys on delete cascade,
    role_id bigint not null references roles on delete cascade,
    primary key (survey_id, role_id)
  );
  create table tasks (
    id bigint generated always as identity primary key,
    survey_id bigint not null references surveys on delete cascade,
    label text not null,
    description text,
    priority int not null default 99,
    icon text,
    type text not null default 'task' check (type in ('post', 'task')),
    required boolean not null default false,
    show_when_published boolean not null default true,
    internal_only boolean not null default true
  );
  create index tasks_by_survey on tasks (survey_id, priority, id);
  create table attributes (
    id bigint generated always as identity primary key,
    task_id bigint not null references tasks on delete cascade,
    key text not null,
    label text not null,
    instructions text,
    input text not null,
    type text not null,
    required boolean not null default false,
    default_value text,
    priority int not null default 99,
    options jsonb not null default '[]',
    cardinality int not null default 1,
    config jsonb not null default '{}',
    response_private boolean not null default false,
    constraint attributes_key_once unique (key)
  );
  create index attributes_by_task on attributes (task_id, priority, id)`;

const categories = sql`
  create table categories (
    id bigint generated always as identity primary key,
    parent_id bigint constraint categories_parent_exists references categories on delete set null,
    tag text not null,
    slug text not null,
    type text not null default 'category' check (type in ('category', 'status')),
    color text,
    icon text not null default 'tag',
    description text,
    priority int not null default 99,
    -- Role names that may see it; null means everyone.
    role text[],
    created timestamptz not null default now(),
    constraint categories_slug_once unique (slug)
  );
  create index categories_by_parent on categories (parent_id)`;

const media = sql`
  create table media (
    id bigint generated always as identity primary key,
    user_id bigint references users on delete set null,
    caption text,
    mime text not null,
    -- Below the storage directory; the name holds enough chance that it cannot be guessed.
    file text not null,
    thumbnail text not null,
    size int not null,
    width int not null,
    height int not null,
    created timestamptz not null default now(),
    updated timestamptz
  );
  create index media_by_user on media (user_id)`;

const posts = sql`
  create table posts (
    id bigint generated always as identity primary key,
    survey_id bigint references surveys on delete cascade,
    user_id bigint references users on delete set null,
    author_realname text,
    author_email text,
    status text not null default 'draft' check (status in ('published', 'draft', 'archived')),
    title text,
    slug text,
    content text,
    locale text not null default 'en_us',
    -- Null means the web.
    source text check (source in ('sms', 'email', 'twitter')),
    -- Answers by attribute key, each a list; categories and the title and text are not among them.
    values jsonb not null default '{}',
    completed_tasks bigint[] not null default '{}',
    -- Role names; empty means everyone.
    published_to text[] not null default '{}',
    post_date timestamptz not null default now(),
    created timestamptz not null default now(),
    updated timestamptz,
    -- Where the post stands on the map, as a cell of map_cell(); null without a place.
    cell bigint,
    -- The same five as those see them who have no right to more.
    shown_user_id bigint,
    shown_post_date timestamptz not null default now(),
    shown_created timestamptz not null default now(),
    shown_updated timestamptz,
    shown_cell bigint,
    constraint posts_slug_once unique (slug)
  );
  create index posts_by_survey on posts (survey_id, status);
  create index posts_by_author on posts (user_id, status);
  create index posts_by_created on posts (created desc, id desc);
  create index posts_by_date on posts (post_date desc, id desc);
  create index posts_unpublished on posts (created desc, id desc) where status <> 'published';
  -- What everyone sees: one partial index for each way that lists and maps walk through it.
  create index posts_public_created on posts (shown_created desc, id desc) include (survey_id)
    where status = 'published' and published_to = '{}';
  create index posts_public_date on posts (shown_post_date desc, id desc) include (survey_id)
    where status = 'published' and published_to = '{}';
  create index posts_public_cell on posts (shown_cell) include (id, survey_id)
    where status = 'published' and published_to = '{}' and shown_cell is not null;
  -- What somebody sees beside the public posts: their own, and those published to their role.
  create index posts_by_role on posts using gin (published_to) where published_to <> '{}';
  create index posts_cell on posts (cell) include (id, survey_id, status) where cell is not null;

  create table post_places (
    post_id bigint not null references posts on delete cascade,
    attribute_id bigint not null references attributes on delete cascade,
    -- Which of the attribute's answers this is, from 0.
    position int not null,
    -- Degrees. For an area, its middle.
    lat double precision not null,
    lon double precision not null,
    -- As shown to those without the right to more; null when the answer is not shown to them at all.
    shown_lat double precision,
    shown_lon double precision,
    primary key (post_id, attribute_id, position)
  );
  create index post_places_lat_lon on post_places (lat, lon);
  create index post_places_shown on post_places (shown_lat, shown_lon) where shown_lat is not null;

  create table post_categories (
    post_id bigint not null references posts on delete cascade,
    attribute_id bigint not null references attributes on delete cascade,
    category_id bigint not null references categories on delete cascade,
    primary key (post_id, attribute_id, category_id)
  );
  create index post_categories_by_category on post_categories (category_id, post_id);

  -- Which pictures posts show. Ids of pictures follow one another: without this, whoever counts them up would see those of
  -- drafts and of private answers. Filled by mask_posts().
  create table post_media (
    media_id bigint not null references media on delete cascade,
    post_id bigint not null references posts on delete cascade,
    -- Whether everyone who may read the post is shown the picture.
    shown boolean not null,
    primary key (media_id, post_id)
  );
  create index post_media_by_post on post_media (post_id)`;

const sets = sql`
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
  create table set_posts (
    set_id bigint not null references sets on delete cascade,
    post_id bigint not null references posts on delete cascade,
    primary key (set_id, post_id)
  );
  create index set_posts_by_post on set_posts (post_id)`;

export const name = '0001-first-tables';

export async function up(tx: Tx): Promise<void> {
  for (const step of [extensions, people, settings, surveys, categories, media, posts, sets])
    await step.execute(tx);
}
