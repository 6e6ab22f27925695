/**
 * What was counted beforehand of all posts is counted of each topic too (docs/decisions/0008): where posts came from, and the
 * days that they are about. And words stand beside what lists and maps ask of the posts that have them, so that the posts
 * themselves are not looked at.
 */
import { sql } from 'kysely';
import type { Tx } from '../kernel/db/database.ts';

const days = sql`
  create or replace view counted_days as
    select kind, audience, topic, day, survey_id, source, is_mapped, n from post_days
    union all
    select of.kind, audience, topic, case of.kind when 'created' then created else post_date end, survey_id, source,
      cell is not null, n
    from post_changes cross join (values ('created'), ('post_date')) as of (kind)
    cross join lateral topics_of(categories) as topic`;

const fold = sql`
  create or replace function fold_counts() returns bigint language plpgsql as $$
  declare
    folded bigint;
  begin
    if not pg_try_advisory_xact_lock(hashtext('fold counts')) then return 0; end if;
    with gone as (
      delete from post_changes returning *
    ), told as (
      select gone.*, topic from gone cross join lateral topics_of(categories) as topic
    ), cells as (
      insert into post_cells (level, audience, topic, cell, survey_id, n, ids, places, first, last)
      select of.level, audience, topic, cell >> (52 - 2 * of.level), survey_id, sum(n), bit_xor(post_id),
        bit_xor(cell), min(cell), max(cell)
      from told cross join (values (8::smallint), (12::smallint)) as of (level)
      where cell is not null
      group by 1, 2, 3, 4, 5
      on conflict (level, audience, topic, cell, survey_id) do update set
        n = post_cells.n + excluded.n,
        ids = post_cells.ids # excluded.ids,
        places = post_cells.places # excluded.places,
        first = least(post_cells.first, excluded.first),
        last = greatest(post_cells.last, excluded.last)
    ), days as (
      insert into post_days (kind, audience, topic, day, survey_id, source, is_mapped, n)
      select of.kind, audience, topic, case of.kind when 'created' then created else post_date end, survey_id, source,
        cell is not null, sum(n)
      from told cross join (values ('created'), ('post_date')) as of (kind)
      group by 1, 2, 3, 4, 5, 6, 7
      on conflict (kind, audience, topic, day, survey_id, source, is_mapped)
        do update set n = post_days.n + excluded.n
    )
    select count(*) into folded from gone;
    delete from post_cells where n = 0;
    delete from post_days where n = 0;
    with gone as (delete from data_changes returning n)
    insert into data_changes select coalesce(sum(n), 0) from gone;
    return folded;
  end $$`;

const recount = sql`
  create or replace function recount_posts() returns void language plpgsql as $$
  begin
    lock table posts in share row exclusive mode;
    perform pg_advisory_xact_lock(hashtext('fold counts'));
    delete from post_changes;
    delete from post_cells;
    delete from post_days;
    create temporary table seen_posts on commit drop as
      select 'everyone' as audience, id as post_id, coalesce(survey_id, 0) as survey_id,
        coalesce(source, 'web') as source, shown_cell as cell,
        day_of(shown_created) as created, day_of(shown_post_date) as post_date,
        coalesce(shown_categories, '{}') as categories
      from public.posts where status = 'published' and published_to = '{}'
      union all
      select status, id, coalesce(survey_id, 0), coalesce(source, 'web'), cell, day_of(created), day_of(post_date),
        coalesce(categories, '{}')
      from public.posts;
    -- Few posts have categories that no other has together.
    create temporary table seen_topics on commit drop as
      select categories, topic from (select distinct categories from seen_posts) as known
      cross join lateral topics_of(categories) as topic;
    insert into post_cells (level, audience, topic, cell, survey_id, n, ids, places, first, last)
    select of.level, audience, topic, cell >> (52 - 2 * of.level), survey_id, count(*), bit_xor(post_id),
      bit_xor(cell), min(cell), max(cell)
    from seen_posts join seen_topics using (categories)
    cross join (values (8::smallint), (12::smallint)) as of (level)
    where cell is not null group by 1, 2, 3, 4, 5;
    insert into post_days (kind, audience, topic, day, survey_id, source, is_mapped, n)
    select of.kind, audience, topic, case of.kind when 'created' then created else post_date end, survey_id, source,
      cell is not null, count(*)
    from seen_posts join seen_topics using (categories)
    cross join (values ('created'), ('post_date')) as of (kind)
    group by 1, 2, 3, 4, 5, 6, 7;
    drop table seen_posts, seen_topics;
  end $$`;

/** As the post has them. Times are what lists are ordered by, cells where maps show it. */
const columns = sql`
  alter table post_words
    add column survey_id bigint,
    add column post_date timestamptz not null default now(),
    add column shown_post_date timestamptz not null default now(),
    add column cell bigint,
    add column shown_cell bigint`;

const indexWords = sql`
  create or replace function index_words(ids bigint[]) returns void language sql as $$
    insert into post_words (post_id, status, is_public, shown, every,
      survey_id, post_date, shown_post_date, cell, shown_cell)
    select p.id, p.status, p.status = 'published' and p.published_to = '{}',
      word_vector(p.title, concat_ws(' ', p.content, answers.shown)),
      case when answers.hidden is not null
        then word_vector(p.title, concat_ws(' ', p.content, answers.shown, answers.hidden)) end,
      p.survey_id, p.post_date, p.shown_post_date, p.cell, p.shown_cell
    from posts p
    left join lateral (
      select string_agg(answer, ' ') filter (where not is_hidden) as shown,
        string_agg(answer, ' ') filter (where is_hidden) as hidden
      from (
        select answer,
          attribute.response_private or task.internal_only or not task.show_when_published as is_hidden
        from tasks task
        join attributes attribute on attribute.task_id = task.id
        cross join lateral jsonb_array_elements_text(
          case jsonb_typeof(p.values -> attribute.key) when 'array' then p.values -> attribute.key else '[]' end) as answer
        where task.survey_id = p.survey_id and attribute.type in ('varchar', 'text', 'markdown')
      ) as each_answer
    ) as answers on true
    where p.id = any(ids)
    on conflict (post_id) do update set status = excluded.status, is_public = excluded.is_public,
      shown = excluded.shown, every = excluded.every, survey_id = excluded.survey_id,
      post_date = excluded.post_date, shown_post_date = excluded.shown_post_date,
      cell = excluded.cell, shown_cell = excluded.shown_cell
      where (post_words.status, post_words.is_public, post_words.shown, post_words.every, post_words.survey_id,
          post_words.post_date, post_words.shown_post_date, post_words.cell, post_words.shown_cell)
        is distinct from (excluded.status, excluded.is_public, excluded.shown, excluded.every, excluded.survey_id,
          excluded.post_date, excluded.shown_post_date, excluded.cell, excluded.shown_cell);

    -- In order, so that two who bring the same new words wait for one another and not both.
    insert into words (word)
    select distinct word from (
      select unnest(tsvector_to_array(post_words.shown)) as word
      from post_words where post_id = any(ids) and is_public
    ) as each_word
    where length(word) between 4 and 24 and word !~ '[0-9^]'
      and not exists (select from words known where known.word = each_word.word)
    order by word
    on conflict do nothing
  $$`;

/** Without the indexes of words, which are made anew in a tenth of the time that each row's change would take. */
const backfill = sql`
  drop index post_words_shown, post_words_every;
  update post_words set survey_id = posts.survey_id, post_date = posts.post_date,
    shown_post_date = posts.shown_post_date, cell = posts.cell, shown_cell = posts.shown_cell
  from posts where posts.id = post_words.post_id;
  create index post_words_shown on post_words using gin (shown) with (fastupdate = off);
  create index post_words_every on post_words using gin (every) with (fastupdate = off) where every is not null;
  select recount_posts()`;

export const name = '0025-more-counts';

export async function up(tx: Tx): Promise<void> {
  await sql`set local statement_timeout = 0`.execute(tx);
  for (const step of [days, fold, recount, columns, indexWords, backfill]) await step.execute(tx);
}
