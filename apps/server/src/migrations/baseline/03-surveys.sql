-- Settings, surveys with their tasks and attributes, and categories.

create table settings (
  name text primary key,
  value jsonb not null,
  updated timestamptz not null default now()
);

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
  updated timestamptz,
  -- Whether the form has a button to leave it at once.
  quick_exit boolean not null default false
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
  priority integer not null default 99,
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
  key text not null constraint attributes_key_once unique,
  label text not null,
  instructions text,
  input text not null,
  type text not null,
  required boolean not null default false,
  default_value text,
  priority integer not null default 99,
  options jsonb not null default '[]',
  cardinality integer not null default 1,
  config jsonb not null default '{}',
  response_private boolean not null default false
);
create index attributes_by_task on attributes (task_id, priority, id);

create table categories (
  id bigint generated always as identity primary key,
  parent_id bigint constraint categories_parent_exists references categories on delete set null,
  tag text not null,
  slug text not null constraint categories_slug_once unique,
  type text not null default 'category' check (type in ('category', 'status')),
  color text,
  icon text not null default 'tag',
  description text,
  priority integer not null default 99,
  -- Names of the roles that see it; null: everyone.
  role text[],
  created timestamptz not null default now()
);
create index categories_by_parent on categories (parent_id);
