-- The search index and the counts of posts (docs/decisions/0006 and 0008). functions/ keeps them current.

-- The search index: the words of each post, with the columns that searches filter and sort by, so that posts are not
-- read.
create table post_words (
  post_id bigint primary key references posts on delete cascade,
  status text not null,
  is_public boolean not null,
  -- Words that all readers of the post may find; those of the title again with the prefix "^".
  shown tsvector not null,
  -- The same with private answers and answers to hidden tasks; null without any.
  every tsvector,
  survey_id bigint,
  post_date timestamptz not null default now(),
  shown_post_date timestamptz not null default now(),
  cell bigint,
  shown_cell bigint
);
create index post_words_every on post_words using gin (every) with (fastupdate=off) where every is not null;
create index post_words_shown on post_words using gin (shown) with (fastupdate=off);

-- The words of public posts, for typo tolerance. Words of other posts must not be revealed.
create table words (
  word text collate "C" primary key
);
create index words_by_likeness on words using gin (word gin_trgm_ops);

-- Changes of posts that are not in the counts yet (docs/decisions/0008).
create table post_changes (
  -- 'everyone': public posts as they are shown to everyone; a status: all posts of that status, unmasked.
  audience text not null,
  post_id bigint not null,
  -- 0 without a survey.
  survey_id bigint not null,
  source text not null,
  cell bigint,
  -- Days since 1970, UTC.
  created integer not null,
  post_date integer not null,
  -- 1: a post was added. -1: one was removed.
  n integer not null,
  categories bigint[]
) with (autovacuum_vacuum_threshold=2000, autovacuum_vacuum_scale_factor=0);

-- Number of posts by cell of two grids.
create table post_cells (
  -- 8 or 12: the cell has two bits for each level.
  level smallint not null,
  audience text not null,
  cell bigint not null,
  survey_id bigint not null,
  n bigint not null,
  -- XOR of the ids and of the finest cells of the posts: for a single post its own values, and removing is the same as
  -- adding.
  ids bigint not null,
  places bigint not null,
  -- All posts are between these two; the range does not shrink when posts are removed.
  first bigint not null,
  last bigint not null,
  -- 0: all posts; a category id; minus the id of a top-level category: with its children; the id of a counted text.
  topic bigint not null,
  primary key (level, audience, topic, cell, survey_id)
);
create index post_cells_empty on post_cells (level) where n = 0;

-- Number of posts by day.
create table post_days (
  kind text not null check (kind in ('created', 'post_date')),
  audience text not null,
  day integer not null,
  survey_id bigint not null,
  source text not null,
  is_mapped boolean not null,
  n bigint not null,
  topic bigint not null,
  primary key (kind, audience, topic, day, survey_id, source, is_mapped)
);
create index post_days_empty on post_days (kind) where n = 0;

-- Searches with very many results, which are counted like categories.
create table counted_texts (
  -- The topic in post_cells and post_days, larger than any id of a category.
  id bigint generated always as identity (start with 1099511627776) primary key,
  -- A query on post_words.shown.
  query tsquery not null unique,
  -- The last day with such a search.
  asked date not null default current_date
);

-- Changes of search results that are not in the counts yet.
create table text_changes (
  topic bigint not null,
  post_id bigint not null,
  -- 0 without a survey.
  survey_id bigint not null,
  cell bigint,
  -- Days since 1970, UTC.
  post_date integer not null,
  -- 1: a public post now matches. -1: it does not match any more.
  n integer not null
) with (autovacuum_vacuum_threshold=2000, autovacuum_vacuum_scale_factor=0);

-- The sum is the number of transactions that changed posts or what is shown of them: the version of cached answers. Each
-- transaction adds a row, so that none waits for another.
create table data_changes (
  n bigint not null
) with (autovacuum_vacuum_threshold=2000, autovacuum_vacuum_scale_factor=0);

-- Distinguishes this database from others that the same process serves.
create table data_identity (
  id uuid primary key default gen_random_uuid()
);
insert into data_identity default values;
