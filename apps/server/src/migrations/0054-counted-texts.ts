/**
 * Texts that very many posts have are counted beforehand, as categories are (docs/decisions/0008): each is a topic of
 * `post_cells` and `post_days`, of public posts as everyone is shown them. Triggers on `post_words` write down what changed,
 * and `fold_counts()` brings it into the counts.
 */
import { sql } from 'kysely';
import type { Tx } from '../kernel/db/database.ts';

const tables = sql`
  create table counted_texts (
    -- Its topic. Those of categories are far below.
    id bigint generated always as identity (start with 1099511627776) primary key,
    -- As post_words.shown is asked.
    query tsquery not null unique,
    -- The last day on which somebody looked for it, or it was found to be frequent.
    asked date not null default current_date
  );
  create table text_changes (
    topic bigint not null,
    post_id bigint not null,
    -- 0 without a survey.
    survey_id bigint not null,
    cell bigint,
    -- Days since 1970, in UTC.
    post_date int not null,
    -- 1: a public post has come to have the text. -1: it has it no more.
    n int not null
  ) with (autovacuum_vacuum_threshold = 2000, autovacuum_vacuum_scale_factor = 0);
  create or replace view counted_cells as
    select level, audience, topic, cell, survey_id, n, ids, places, first, last from post_cells
    union all
    select of.level, audience, topic, cell >> (52 - 2 * of.level), survey_id, n, post_id, cell, cell, cell
    from post_changes cross join (values (8::smallint), (12::smallint)) as of (level)
    cross join lateral topics_of(categories) as topic
    where cell is not null
    union all
    select of.level, 'everyone', topic, cell >> (52 - 2 * of.level), survey_id, n, post_id, cell, cell, cell
    from text_changes cross join (values (8::smallint), (12::smallint)) as of (level)
    where cell is not null;
  -- Words know the time that a post is about, and neither when it was made nor where it came from.
  create or replace view counted_days as
    select kind, audience, topic, day, survey_id, source, is_mapped, n from post_days
    union all
    select of.kind, audience, topic, case of.kind when 'created' then created else post_date end, survey_id, source,
      cell is not null, n
    from post_changes cross join (values ('created'), ('post_date')) as of (kind)
    cross join lateral topics_of(categories) as topic
    union all
    select 'post_date', 'everyone', topic, post_date, survey_id, '', cell is not null, n from text_changes`;

/** Statement triggers: one call for each statement, however many rows it touches. */
const triggers = sql`
  create function count_texts_inserted() returns trigger language plpgsql as $$
  begin
    insert into text_changes
    select text.id, post_id, coalesce(survey_id, 0), shown_cell, day_of(shown_post_date), 1
    from new_words join counted_texts text on shown @@ text.query where is_public;
    return null;
  end $$;
  create function count_texts_deleted() returns trigger language plpgsql as $$
  begin
    insert into text_changes
    select text.id, post_id, coalesce(survey_id, 0), shown_cell, day_of(shown_post_date), -1
    from old_words join counted_texts text on shown @@ text.query where is_public;
    return null;
  end $$;
  create function count_texts_updated() returns trigger language plpgsql as $$
  begin
    insert into text_changes
    select text.id, post_id, coalesce(survey_id, 0), shown_cell, day_of(shown_post_date), sum(version)
    from (
      select -1 as version, old_words.* from old_words union all select 1, new_words.* from new_words
    ) as versions
    join counted_texts text on shown @@ text.query where is_public
    group by 1, 2, 3, 4, 5 having sum(version) <> 0;
    return null;
  end $$;
  create trigger count_texts_inserted after insert on post_words
    referencing new table as new_words for each statement execute function count_texts_inserted();
  create trigger count_texts_deleted after delete on post_words
    referencing old table as old_words for each statement execute function count_texts_deleted();
  create trigger count_texts_updated after update on post_words
    referencing old table as old_words new table as new_words
    for each statement execute function count_texts_updated()`;

/**
 * Whoever writes to the counts holds the lock "fold counts"; whoever counts all posts keeps others from writing them, after
 * that lock, so that no two wait for one another.
 */
const counting = sql`
  create function add_up_text(text_id bigint) returns void language sql as $$
    insert into post_cells (level, audience, topic, cell, survey_id, n, ids, places, first, last)
    select of.level, 'everyone', text_id, shown_cell >> (52 - 2 * of.level), coalesce(survey_id, 0), count(*),
      bit_xor(post_id), bit_xor(shown_cell), min(shown_cell), max(shown_cell)
    from post_words cross join (values (8::smallint), (12::smallint)) as of (level)
    where is_public and shown_cell is not null
      and shown @@ (select query from counted_texts where id = text_id)
    group by 1, 2, 3, 4, 5;
    insert into post_days (kind, audience, topic, day, survey_id, source, is_mapped, n)
    select 'post_date', 'everyone', text_id, day_of(shown_post_date), coalesce(survey_id, 0), '',
      shown_cell is not null, count(*)
    from post_words
    where is_public and shown @@ (select query from counted_texts where id = text_id)
    group by 1, 2, 3, 4, 5, 6, 7
  $$;
  -- From then on its posts are counted. Whether it is new.
  create function count_text(asked_for tsquery, most int) returns boolean language plpgsql as $$
  declare
    text_id bigint;
  begin
    perform pg_advisory_xact_lock(hashtext('fold counts'));
    if (select count(*) from counted_texts) >= most then return false; end if;
    lock table post_words in share row exclusive mode;
    insert into counted_texts (query) values (asked_for) on conflict do nothing returning id into text_id;
    if text_id is null then return false; end if;
    perform add_up_text(text_id);
    return true;
  end $$;
  create function forget_texts(unasked_since date) returns void language plpgsql as $$
  declare
    gone bigint[];
  begin
    perform pg_advisory_xact_lock(hashtext('fold counts'));
    with forgotten as (delete from counted_texts where asked < unasked_since returning id)
    select array_agg(id) into gone from forgotten;
    delete from post_cells where topic = any(gone);
    delete from post_days where topic = any(gone);
  end $$`;

const folding = sql`
  alter function fold_counts() rename to fold_posts;
  create function fold_counts() returns bigint language plpgsql as $$
  declare
    folded bigint;
  begin
    if not pg_try_advisory_xact_lock(hashtext('fold counts')) then return 0; end if;
    with gone as (
      delete from text_changes returning *
    ), told as (
      -- One that was forgotten meanwhile may still be written down by somebody who began before.
      select gone.* from gone where exists (select from counted_texts where id = topic)
    ), cells as (
      insert into post_cells (level, audience, topic, cell, survey_id, n, ids, places, first, last)
      select of.level, 'everyone', topic, cell >> (52 - 2 * of.level), survey_id, sum(n), bit_xor(post_id),
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
      select 'post_date', 'everyone', topic, post_date, survey_id, '', cell is not null, sum(n)
      from told group by 1, 2, 3, 4, 5, 6, 7
      on conflict (kind, audience, topic, day, survey_id, source, is_mapped)
        do update set n = post_days.n + excluded.n
    )
    select count(*) into folded from gone;
    -- Removes what has become nothing, of texts too.
    return folded + fold_posts();
  end $$;
  alter function recount_posts() rename to recount_all_but_texts;
  create function recount_posts() returns void language plpgsql as $$
  begin
    perform recount_all_but_texts();
    lock table post_words in share row exclusive mode;
    delete from text_changes;
    perform add_up_text(id) from counted_texts;
  end $$`;

export const name = '0054-counted-texts';

export async function up(tx: Tx): Promise<void> {
  for (const step of [tables, triggers, counting, folding]) await step.execute(tx);
}
