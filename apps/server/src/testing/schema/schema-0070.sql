-- The schema that the migrations 0001 to 0070 made, written by pg_dump: where the test of the upgrade starts. It does not change.

CREATE EXTENSION IF NOT EXISTS pg_trgm WITH SCHEMA public;

CREATE FUNCTION public.add_up_text(text_id bigint) RETURNS void
    LANGUAGE sql
    AS $$
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

CREATE FUNCTION public.clear_code_text() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
  begin
    new.message := '';
    return new;
  end
  $$;

CREATE FUNCTION public.clear_texts_of_code() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
  begin
    -- One that is being handed over is cancelled as well: without its text it may not be tried again.
    update messages set message = '', status = case when status = 'pending' then 'cancelled' else status end
      where contact_id = old.contact_id and is_confirmation and message <> '';
    return null;
  end
  $$;

CREATE FUNCTION public.count_deleted() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
  begin
    insert into post_changes
    select 'everyone', id, coalesce(survey_id, 0), coalesce(source, 'web'), shown_cell,
      day_of(shown_created), day_of(shown_post_date), -1, shown_categories
    from old_posts where status = 'published' and published_to = '{}'
    union all
    select status, id, coalesce(survey_id, 0), coalesce(source, 'web'), cell, day_of(created), day_of(post_date), -1,
      categories
    from old_posts;
    return null;
  end $$;

CREATE FUNCTION public.count_inserted() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
  begin
    insert into post_changes
    select 'everyone', id, coalesce(survey_id, 0), coalesce(source, 'web'), shown_cell,
      day_of(shown_created), day_of(shown_post_date), 1, shown_categories
    from new_posts where status = 'published' and published_to = '{}'
    union all
    select status, id, coalesce(survey_id, 0), coalesce(source, 'web'), cell, day_of(created), day_of(post_date), 1,
      categories
    from new_posts;
    return null;
  end $$;

CREATE FUNCTION public.count_text(asked_for tsquery, most integer) RETURNS boolean
    LANGUAGE plpgsql
    AS $$
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

CREATE FUNCTION public.count_texts_deleted() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
  begin
    insert into text_changes
    select text.id, post_id, coalesce(survey_id, 0), shown_cell, day_of(shown_post_date), -1
    from old_words join counted_texts text on shown @@ text.query where is_public;
    return null;
  end $$;

CREATE FUNCTION public.count_texts_inserted() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
  begin
    insert into text_changes
    select text.id, post_id, coalesce(survey_id, 0), shown_cell, day_of(shown_post_date), 1
    from new_words join counted_texts text on shown @@ text.query where is_public;
    return null;
  end $$;

CREATE FUNCTION public.count_texts_updated() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
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

CREATE FUNCTION public.count_updated() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
  begin
    insert into post_changes
    with versions as (
      select -1 as n, old_posts.* from old_posts union all select 1, new_posts.* from new_posts
    ), counted as (
      select 'everyone' as audience, id, coalesce(survey_id, 0) as survey_id, coalesce(source, 'web') as source,
        shown_cell as cell, day_of(shown_created) as created, day_of(shown_post_date) as post_date, n,
        shown_categories as categories
      from versions where status = 'published' and published_to = '{}'
      union all
      select status, id, coalesce(survey_id, 0), coalesce(source, 'web'), cell, day_of(created), day_of(post_date), n,
        categories
      from versions
    )
    select audience, id, survey_id, source, cell, created, post_date, sum(n), categories
    from counted group by 1, 2, 3, 4, 5, 6, 7, 9 having sum(n) <> 0;
    return null;
  end $$;

CREATE FUNCTION public.day_of(timestamp with time zone) RETURNS integer
    LANGUAGE sql IMMUTABLE PARALLEL SAFE
    AS $_$
    select floor(extract(epoch from $1) / 86400)::int
  $_$;

CREATE FUNCTION public.end_silence() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
  begin
    delete from silenced where hash = silence_of(new.type, new.contact);
    return null;
  end
  $$;

CREATE FUNCTION public.fold_counts() RETURNS bigint
    LANGUAGE plpgsql
    AS $$
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

CREATE FUNCTION public.fold_posts() RETURNS bigint
    LANGUAGE plpgsql
    AS $$
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
  end $$;

CREATE FUNCTION public.fold_text(text) RETURNS text
    LANGUAGE plpgsql IMMUTABLE STRICT PARALLEL SAFE
    AS $_$
  begin
    if octet_length($1) = length($1) then return lower($1); end if;
    return normalize(regexp_replace(
      translate(
        replace(replace(replace(normalize(lower($1), NFKD), 'ß', 'ss'), 'æ', 'ae'), 'œ', 'oe'),
        'øłđðħıŋəɓɗٱىةکی', 'olddhinebdايهكي'),
      -- Accents, vowel points, joiners.
      '[\u0300-\u036f\u0483-\u0489\u0591-\u05bd\u05bf\u05c1\u05c2\u05c4\u05c5\u05c7\u0610-\u061a\u0640\u064b-\u065f\u0670\u06d6-\u06ed\u00ad\u200b-\u200f\u2060\ufe00-\ufe0f\ufeff]',
      '', 'g'), NFC);
  end
  $_$;

CREATE FUNCTION public.forget_contact_confirmation() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
  begin
    if new.user_id is distinct from old.user_id
      or new.type <> old.type or reach_of(new.type, new.contact) <> reach_of(old.type, old.contact)
    then
      new.confirmed := null;
      delete from confirmation_codes where contact_id = old.id;
    end if;
    return new;
  end
  $$;

CREATE FUNCTION public.forget_email_confirmation() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
  begin
    if lower(new.email) <> lower(old.email) then
      new.email_confirmed := null;
      delete from confirmation_codes where user_id = old.id;
    end if;
    return new;
  end
  $$;

CREATE FUNCTION public.forget_texts(unasked_since date) RETURNS void
    LANGUAGE plpgsql
    AS $$
  declare
    gone bigint[];
  begin
    perform pg_advisory_xact_lock(hashtext('fold counts'));
    with forgotten as (delete from counted_texts where asked < unasked_since returning id)
    select array_agg(id) into gone from forgotten;
    delete from post_cells where topic = any(gone);
    delete from post_days where topic = any(gone);
  end $$;

CREATE FUNCTION public.index_words(ids bigint[]) RETURNS void
    LANGUAGE sql
    AS $$
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
  $$;

CREATE FUNCTION public.keep_silence() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
  begin
    if new.stopped is null and exists (select from silenced where hash = silence_of(new.type, new.contact)) then
      new.stopped := now();
    end if;
    return new;
  end
  $$;

CREATE FUNCTION public.link_media(ids bigint[]) RETURNS void
    LANGUAGE sql
    AS $_$
    delete from post_media where post_id = any(ids);
    insert into post_media (media_id, post_id, shown)
    select media.id, p.id,
      bool_or(not attribute.response_private and not task.internal_only and task.show_when_published)
    from posts p
    join tasks task on task.survey_id = p.survey_id
    join attributes attribute on attribute.task_id = task.id and attribute.type = 'media'
    cross join lateral jsonb_array_elements_text(
      case jsonb_typeof(p.values -> attribute.key) when 'array' then p.values -> attribute.key else '[]' end) as answer
    join media on media.id = case when answer ~ '^[0-9]{1,15}$' then answer::bigint end and media.post_id = p.id
    where p.id = any(ids)
    group by media.id, p.id;
    update media set hide_uploader = decided.hide_author, hide_time = decided.hide_time
    from (
      select p.id, coalesce(survey.hide_author, true) as hide_author, coalesce(survey.hide_time, true) as hide_time
      from posts p left join surveys survey on survey.id = p.survey_id
      where p.id = any(ids)
    ) as decided
    where media.post_id = decided.id
      and (media.hide_uploader, media.hide_time) is distinct from (decided.hide_author, decided.hide_time)
  $_$;

CREATE FUNCTION public.list_categories(ids bigint[]) RETURNS void
    LANGUAGE sql
    AS $$
    update posts set categories = known.every, shown_categories = known.shown
    from (
      select p.id,
        array_agg(distinct its.category_id order by its.category_id)
          filter (where its.category_id is not null) as every,
        array_agg(distinct its.category_id order by its.category_id)
          filter (where task.show_when_published and not task.internal_only) as shown
      from posts p
      left join (
        post_categories its join attributes attribute on attribute.id = its.attribute_id
        join tasks task on task.id = attribute.task_id
      ) on its.post_id = p.id
      where p.id = any(ids) group by p.id
    ) as known
    where posts.id = known.id
      and (posts.categories, posts.shown_categories) is distinct from (known.every, known.shown)
  $$;

CREATE FUNCTION public.list_categories_left() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
  begin
    if exists (select from old_rows) then
      perform list_categories(array(select distinct post_id from old_rows));
    end if;
    return null;
  end $$;

CREATE FUNCTION public.location_precision() RETURNS integer
    LANGUAGE sql STABLE
    AS $$
    select coalesce((select (value->>'location_precision')::int from settings where name = 'map'), 2)
  $$;

CREATE FUNCTION public.map_cell(lon double precision, lat double precision) RETURNS bigint
    LANGUAGE plpgsql IMMUTABLE STRICT PARALLEL SAFE
    AS $$
  declare
    m double precision := radians(least(85.0511287798066, greatest(-85.0511287798066, lat)));
    x bigint := least(67108863, greatest(0,
      floor((lon - 360 * floor((lon + 180) / 360) + 180) / 360 * 67108864)))::bigint;
    y bigint := least(67108863, greatest(0,
      floor((1 - ln(tan(m) + 1 / cos(m)) / pi()) / 2 * 67108864)))::bigint;
  begin
    x := (x | (x << 16)) & 281470681808895;
    y := (y | (y << 16)) & 281470681808895;
    x := (x | (x << 8)) & 71777214294589695;
    y := (y | (y << 8)) & 71777214294589695;
    x := (x | (x << 4)) & 1085102592571150095;
    y := (y | (y << 4)) & 1085102592571150095;
    x := (x | (x << 2)) & 3689348814741910323;
    y := (y | (y << 2)) & 3689348814741910323;
    x := (x | (x << 1)) & 6148914691236517205;
    y := (y | (y << 1)) & 6148914691236517205;
    return x | (y << 1);
  end
  $$;

CREATE FUNCTION public.mask_places_and_times(ids bigint[]) RETURNS void
    LANGUAGE sql
    AS $$
    update post_places as place set
      shown_lat = case when hidden then null when hide then round(place.lat::numeric, digits)::double precision else place.lat end,
      shown_lon = case when hidden then null when hide then round(place.lon::numeric, digits)::double precision else place.lon end
    from (
      select p.id, attribute.id as attribute_id,
        coalesce(survey.hide_location, true) as hide,
        attribute.response_private or task.internal_only or not task.show_when_published as hidden,
        location_precision() as digits
      from posts p
      left join surveys survey on survey.id = p.survey_id
      join post_places its on its.post_id = p.id
      join attributes attribute on attribute.id = its.attribute_id
      join tasks task on task.id = attribute.task_id
      where p.id = any(ids)
    ) as known
    where place.post_id = known.id and place.attribute_id = known.attribute_id;

    update posts as post set
      cell = first_place.cell,
      shown_cell = first_shown.cell,
      shown_user_id = case when coalesce(hide_author, true) then null else post.user_id end,
      shown_post_date = case when coalesce(hide_time, true) then date_trunc('day', post.post_date, 'UTC') else post.post_date end,
      shown_created = case when coalesce(hide_time, true) then date_trunc('day', post.created, 'UTC') else post.created end,
      shown_updated = case when coalesce(hide_time, true) then date_trunc('day', post.updated, 'UTC') else post.updated end
    from posts p
    left join surveys survey on survey.id = p.survey_id
    left join lateral (
      select map_cell(place.lon, place.lat) as cell
      from post_places place join attributes a on a.id = place.attribute_id join tasks t on t.id = a.task_id
      where place.post_id = p.id order by t.priority, t.id, a.priority, a.id, place.position limit 1
    ) first_place on true
    left join lateral (
      select map_cell(place.shown_lon, place.shown_lat) as cell
      from post_places place join attributes a on a.id = place.attribute_id join tasks t on t.id = a.task_id
      where place.post_id = p.id and place.shown_lat is not null
      order by t.priority, t.id, a.priority, a.id, place.position limit 1
    ) first_shown on true
    where p.id = any(ids) and post.id = p.id
  $$;

CREATE FUNCTION public.mask_posts(ids bigint[]) RETURNS void
    LANGUAGE sql
    AS $$
    select mask_places_and_times(ids);
    select link_media(ids);
    select list_categories(ids);
    select index_words(ids)
  $$;

CREATE FUNCTION public.move_contact_history(from_contact bigint, to_contact bigint) RETURNS void
    LANGUAGE plpgsql
    AS $$
  begin
    update messages set contact_id = to_contact where contact_id = from_contact and not is_confirmation;
    update posts set contact_id = to_contact where contact_id = from_contact;
    update survey_contacts set state = 'expired'
      where contact_id = from_contact and state in ('pending', 'received') and exists (
        select from survey_contacts as other where other.contact_id = to_contact and other.state in ('pending', 'received'));
    update survey_contacts set contact_id = to_contact
      where contact_id = from_contact and not exists (
        select from survey_contacts as other
        where other.contact_id = to_contact and other.survey_id = survey_contacts.survey_id);
    update contacts set
      stopped = coalesce(contacts.stopped, old.stopped),
      seen_message_id = greatest(contacts.seen_message_id, old.seen_message_id),
      data_source = coalesce(contacts.data_source, old.data_source)
    from contacts as old where contacts.id = to_contact and old.id = from_contact;
  end
  $$;

CREATE FUNCTION public.note_change() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
  begin
    if current_setting('waypost.noted_in', true) is distinct from txid_current()::text then
      insert into data_changes values (1);
      perform set_config('waypost.noted_in', txid_current()::text, true);
    end if;
    return null;
  end $$;

CREATE FUNCTION public.note_changed_posts() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
  begin
    if exists (select from notifications) then
      insert into post_news (post_id, is_new)
      select after.id,
        before.status <> after.status
        or (before.published_to <> '{}' and (after.published_to = '{}' or not after.published_to <@ before.published_to))
      from after join before on before.id = after.id
      where before.revision <> after.revision or before.status <> after.status
        or before.published_to <> after.published_to;
    end if;
    return null;
  end
  $$;

CREATE FUNCTION public.note_new_posts() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
  begin
    if exists (select from notifications) then
      insert into post_news (post_id, is_new) select id, true from added;
    end if;
    return null;
  end
  $$;

CREATE FUNCTION public.note_posts_of_sets() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
  begin
    insert into post_news (post_id, set_id, is_new)
    select added.post_id, added.set_id, true from added
    where exists (select from notifications where notifications.set_id = added.set_id);
    return null;
  end
  $$;

CREATE FUNCTION public.note_webhook_events() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
  begin
    if exists (select from webhooks where event = tg_argv[0] or (content = 'public' and tg_argv[0] = 'update')) then
      if tg_argv[0] = 'update' then
        insert into webhook_events (post_id, survey_id, event, was_public, is_public)
        select after.id, after.survey_id, 'update',
          before.status = 'published' and before.published_to = '{}',
          after.status = 'published' and after.published_to = '{}'
        from after join before on before.id = after.id
        where before.revision <> after.revision or before.status <> after.status
          or before.published_to <> after.published_to;
      else
        insert into webhook_events (post_id, survey_id, event, was_public, is_public)
        select id, survey_id, tg_argv[0],
          tg_argv[0] = 'delete' and status = 'published' and published_to = '{}',
          tg_argv[0] = 'create' and status = 'published' and published_to = '{}'
        from touched;
      end if;
    end if;
    return null;
  end
  $$;

CREATE FUNCTION public.reach_of(type text, contact text) RETURNS text
    LANGUAGE sql IMMUTABLE PARALLEL SAFE
    AS $$
    select case type
      when 'phone' then coalesce(
        nullif(regexp_replace(regexp_replace(contact, '\D', '', 'g'), '^00', ''), ''), lower(contact))
      when 'twitter' then lower(ltrim(contact, '@'))
      else lower(contact) end
  $$;

CREATE FUNCTION public.recount_all_but_texts() RETURNS void
    LANGUAGE plpgsql
    AS $$
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
  end $$;

CREATE FUNCTION public.recount_deleted() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
  begin
    if exists (select from counted_days where topic in (select id from old_rows)) then
      perform recount_posts();
    end if;
    return null;
  end $$;

CREATE FUNCTION public.recount_moved() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
  begin
    if exists (select from old_rows join new_rows using (id)
        where old_rows.parent_id is distinct from new_rows.parent_id) then
      perform recount_posts();
    end if;
    return null;
  end $$;

CREATE FUNCTION public.recount_posts() RETURNS void
    LANGUAGE plpgsql
    AS $$
  begin
    perform recount_all_but_texts();
    lock table post_words in share row exclusive mode;
    delete from text_changes;
    perform add_up_text(id) from counted_texts;
  end $$;

CREATE FUNCTION public.search_words(text) RETURNS text[]
    LANGUAGE plpgsql IMMUTABLE STRICT PARALLEL SAFE
    AS $_$
  declare
    folded text := fold_text(left($1, 100000));
    words text[] := '{}';
    run text;
  begin
    if octet_length(folded) > length(folded)
      and folded ~ '[\u0e00-\u0eff\u1000-\u109f\u1780-\u17ff\u3005\u3040-\u30ff\u3400-\u9fff\U00020000-\U0003ffff]' then
      for run in select runs[1] from regexp_matches(folded,
        '([\u0e01-\u0e4e\u0e81-\u0eff\u1000-\u1049\u1050-\u109f\u1780-\u17d3\u3005\u3041-\u309f\u30a1-\u30fa\u30fc-\u30ff\u3400-\u9fff\U00020000-\U0003ffff]+)',
        'g') as runs
      loop
        words := words || array(select substr(run, at, 2) from generate_series(1, length(run)) as at);
      end loop;
      folded := regexp_replace(folded,
        '[\u0e00-\u0eff\u1000-\u109f\u1780-\u17ff\u3005\u3040-\u30ff\u3400-\u9fff\U00020000-\U0003ffff]+', ' ', 'g');
    end if;
    folded := btrim(regexp_replace(folded,
      '[\u0001-\u002f\u003a-\u0040\u005b-\u0060\u007b-\u00bf\u00d7\u00f7\u02b0-\u02ff\u055a-\u055f\u0589\u058a\u05be\u05c0\u05c3\u05c6\u05f3\u05f4\u060c\u061b\u061f\u066a-\u066d\u06d4\u0964\u0965\u0970\u0df4\u0f04-\u0f14\u10fb\u1361-\u1368\u1800-\u180a\u2000-\u206f\u20a0-\u20cf\u2190-\u2bff\u2e00-\u2e7f\u3000-\u3004\u3006-\u3020\u3030\ufe10-\ufe1f\ufe30-\ufe6f\ufff0-\uffff\U0001f000-\U0001faff]+',
      ' ', 'g'));
    if folded ~ '[^ ]{61}' then
      return words || array(select left(word, 60) from unnest(string_to_array(folded, ' ')) as word);
    end if;
    -- An empty text has no words, and not an empty one.
    return words || string_to_array(nullif(folded, ''), ' ');
  end
  $_$;

CREATE FUNCTION public.silence_of(type text, contact text) RETURNS bytea
    LANGUAGE sql STABLE
    AS $$
    select sha256(key || convert_to(type || ' ' || reach_of(type, contact), 'UTF8')) from silence_key
  $$;

CREATE FUNCTION public.tell_message_of_mail() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
  begin
    update messages set status = new.state where outbox_id = new.id and status = 'pending';
    return null;
  end
  $$;

CREATE FUNCTION public.topics_of(bigint[]) RETURNS SETOF bigint
    LANGUAGE sql STABLE
    AS $_$
    select 0
    union all
    select unnest($1)
    union all
    select distinct -coalesce(parent_id, id) from public.categories where id = any($1)
  $_$;

CREATE FUNCTION public.word_vector(title text, texts text) RETURNS tsvector
    LANGUAGE plpgsql IMMUTABLE PARALLEL SAFE
    AS $$
  declare
    marked text := array_to_string(search_words(coalesce(title, '')), ' ^');
  begin
    return array_to_tsvector(
      search_words(concat_ws(' ', title, texts)) || string_to_array('^' || nullif(marked, ''), ' '));
  end
  $$;

CREATE TABLE public.api_keys (
    id bigint NOT NULL,
    hash bytea NOT NULL,
    ending text NOT NULL,
    created timestamp with time zone DEFAULT now() NOT NULL,
    updated timestamp with time zone,
    last_used timestamp with time zone
);

ALTER TABLE public.api_keys ALTER COLUMN id ADD GENERATED ALWAYS AS IDENTITY;

CREATE TABLE public.arrivals (
    id bigint NOT NULL,
    data_source text NOT NULL,
    key text NOT NULL,
    payload jsonb,
    arrived timestamp with time zone DEFAULT now() NOT NULL,
    attempts integer DEFAULT 0 NOT NULL,
    due timestamp with time zone DEFAULT now() NOT NULL,
    fault text
);

ALTER TABLE public.arrivals ALTER COLUMN id ADD GENERATED ALWAYS AS IDENTITY;

CREATE TABLE public.attributes (
    id bigint NOT NULL,
    task_id bigint NOT NULL,
    key text NOT NULL,
    label text NOT NULL,
    instructions text,
    input text NOT NULL,
    type text NOT NULL,
    required boolean DEFAULT false NOT NULL,
    default_value text,
    priority integer DEFAULT 99 NOT NULL,
    options jsonb DEFAULT '[]'::jsonb NOT NULL,
    cardinality integer DEFAULT 1 NOT NULL,
    config jsonb DEFAULT '{}'::jsonb NOT NULL,
    response_private boolean DEFAULT false NOT NULL
);

ALTER TABLE public.attributes ALTER COLUMN id ADD GENERATED ALWAYS AS IDENTITY;

CREATE TABLE public.audit (
    id bigint NOT NULL,
    at timestamp with time zone DEFAULT now() NOT NULL,
    user_id bigint,
    action text NOT NULL,
    subject text NOT NULL,
    subject_id text,
    details jsonb DEFAULT '{}'::jsonb NOT NULL
);

ALTER TABLE public.audit ALTER COLUMN id ADD GENERATED ALWAYS AS IDENTITY;

CREATE TABLE public.backups (
    id bigint NOT NULL,
    began timestamp with time zone NOT NULL,
    ended timestamp with time zone DEFAULT now() NOT NULL,
    bytes bigint,
    fault text
);

ALTER TABLE public.backups ALTER COLUMN id ADD GENERATED ALWAYS AS IDENTITY;

CREATE TABLE public.categories (
    id bigint NOT NULL,
    parent_id bigint,
    tag text NOT NULL,
    slug text NOT NULL,
    type text DEFAULT 'category'::text NOT NULL,
    color text,
    icon text DEFAULT 'tag'::text NOT NULL,
    description text,
    priority integer DEFAULT 99 NOT NULL,
    role text[],
    created timestamp with time zone DEFAULT now() NOT NULL,
    CONSTRAINT categories_type_check CHECK ((type = ANY (ARRAY['category'::text, 'status'::text])))
);

ALTER TABLE public.categories ALTER COLUMN id ADD GENERATED ALWAYS AS IDENTITY;

CREATE TABLE public.cleanup_posts (
    cleanup_id bigint NOT NULL,
    post_id bigint NOT NULL,
    status text NOT NULL
);

CREATE TABLE public.cleanups (
    id bigint NOT NULL,
    user_id bigint,
    created timestamp with time zone DEFAULT now() NOT NULL,
    undone timestamp with time zone
);

ALTER TABLE public.cleanups ALTER COLUMN id ADD GENERATED ALWAYS AS IDENTITY;

CREATE TABLE public.confirmation_codes (
    id bigint NOT NULL,
    contact_id bigint,
    user_id bigint,
    mac bytea NOT NULL,
    attempts integer DEFAULT 0 NOT NULL,
    sent timestamp with time zone DEFAULT now() NOT NULL,
    expires timestamp with time zone NOT NULL,
    CONSTRAINT confirmation_codes_check CHECK ((num_nonnulls(contact_id, user_id) = 1))
);

ALTER TABLE public.confirmation_codes ALTER COLUMN id ADD GENERATED ALWAYS AS IDENTITY;

CREATE TABLE public.contacts (
    id bigint NOT NULL,
    user_id bigint,
    data_source text,
    type text NOT NULL,
    contact text NOT NULL,
    can_notify boolean DEFAULT true NOT NULL,
    created timestamp with time zone DEFAULT now() NOT NULL,
    updated timestamp with time zone,
    reach text GENERATED ALWAYS AS (public.reach_of(type, contact)) STORED,
    stopped timestamp with time zone,
    seen_message_id bigint,
    confirmed timestamp with time zone,
    CONSTRAINT contacts_confirmed_has_owner CHECK (((confirmed IS NULL) OR (user_id IS NOT NULL))),
    CONSTRAINT contacts_type_check CHECK ((type = ANY (ARRAY['email'::text, 'phone'::text, 'twitter'::text])))
);

ALTER TABLE public.contacts ALTER COLUMN id ADD GENERATED ALWAYS AS IDENTITY;

CREATE TABLE public.post_cells (
    level smallint NOT NULL,
    audience text NOT NULL,
    cell bigint NOT NULL,
    survey_id bigint NOT NULL,
    n bigint NOT NULL,
    ids bigint NOT NULL,
    places bigint NOT NULL,
    first bigint NOT NULL,
    last bigint NOT NULL,
    topic bigint NOT NULL
);

CREATE TABLE public.post_changes (
    audience text NOT NULL,
    post_id bigint NOT NULL,
    survey_id bigint NOT NULL,
    source text NOT NULL,
    cell bigint,
    created integer NOT NULL,
    post_date integer NOT NULL,
    n integer NOT NULL,
    categories bigint[]
)
WITH (autovacuum_vacuum_threshold='2000', autovacuum_vacuum_scale_factor='0');

CREATE TABLE public.text_changes (
    topic bigint NOT NULL,
    post_id bigint NOT NULL,
    survey_id bigint NOT NULL,
    cell bigint,
    post_date integer NOT NULL,
    n integer NOT NULL
)
WITH (autovacuum_vacuum_threshold='2000', autovacuum_vacuum_scale_factor='0');

CREATE VIEW public.counted_cells AS
 SELECT post_cells.level,
    post_cells.audience,
    post_cells.topic,
    post_cells.cell,
    post_cells.survey_id,
    post_cells.n,
    post_cells.ids,
    post_cells.places,
    post_cells.first,
    post_cells.last
   FROM public.post_cells
UNION ALL
 SELECT of.level,
    post_changes.audience,
    topic.topic,
    (post_changes.cell >> (52 - (2 * of.level))) AS cell,
    post_changes.survey_id,
    post_changes.n,
    post_changes.post_id AS ids,
    post_changes.cell AS places,
    post_changes.cell AS first,
    post_changes.cell AS last
   FROM ((public.post_changes
     CROSS JOIN ( VALUES ((8)::smallint), ((12)::smallint)) of(level))
     CROSS JOIN LATERAL public.topics_of(post_changes.categories) topic(topic))
  WHERE (post_changes.cell IS NOT NULL)
UNION ALL
 SELECT of.level,
    'everyone'::text AS audience,
    text_changes.topic,
    (text_changes.cell >> (52 - (2 * of.level))) AS cell,
    text_changes.survey_id,
    text_changes.n,
    text_changes.post_id AS ids,
    text_changes.cell AS places,
    text_changes.cell AS first,
    text_changes.cell AS last
   FROM (public.text_changes
     CROSS JOIN ( VALUES ((8)::smallint), ((12)::smallint)) of(level))
  WHERE (text_changes.cell IS NOT NULL);

CREATE TABLE public.post_days (
    kind text NOT NULL,
    audience text NOT NULL,
    day integer NOT NULL,
    survey_id bigint NOT NULL,
    source text NOT NULL,
    is_mapped boolean NOT NULL,
    n bigint NOT NULL,
    topic bigint NOT NULL,
    CONSTRAINT post_days_kind_check CHECK ((kind = ANY (ARRAY['created'::text, 'post_date'::text])))
);

CREATE VIEW public.counted_days AS
 SELECT post_days.kind,
    post_days.audience,
    post_days.topic,
    post_days.day,
    post_days.survey_id,
    post_days.source,
    post_days.is_mapped,
    post_days.n
   FROM public.post_days
UNION ALL
 SELECT of.kind,
    post_changes.audience,
    topic.topic,
        CASE of.kind
            WHEN 'created'::text THEN post_changes.created
            ELSE post_changes.post_date
        END AS day,
    post_changes.survey_id,
    post_changes.source,
    (post_changes.cell IS NOT NULL) AS is_mapped,
    post_changes.n
   FROM ((public.post_changes
     CROSS JOIN ( VALUES ('created'::text), ('post_date'::text)) of(kind))
     CROSS JOIN LATERAL public.topics_of(post_changes.categories) topic(topic))
UNION ALL
 SELECT 'post_date'::text AS kind,
    'everyone'::text AS audience,
    text_changes.topic,
    text_changes.post_date AS day,
    text_changes.survey_id,
    ''::text AS source,
    (text_changes.cell IS NOT NULL) AS is_mapped,
    text_changes.n
   FROM public.text_changes;

CREATE TABLE public.counted_texts (
    id bigint NOT NULL,
    query tsquery NOT NULL,
    asked date DEFAULT CURRENT_DATE NOT NULL
);

ALTER TABLE public.counted_texts ALTER COLUMN id ADD GENERATED ALWAYS AS IDENTITY (START WITH 1099511627776);

CREATE TABLE public.data_changes (
    n bigint NOT NULL
)
WITH (autovacuum_vacuum_threshold='2000', autovacuum_vacuum_scale_factor='0');

CREATE TABLE public.data_identity (
    id uuid DEFAULT gen_random_uuid() NOT NULL
);

CREATE TABLE public.data_sources (
    id text NOT NULL,
    account text,
    state jsonb,
    polled timestamp with time zone,
    heard timestamp with time zone,
    fault text,
    next_send timestamp with time zone DEFAULT now() NOT NULL
);

CREATE TABLE public.export_jobs (
    id bigint NOT NULL,
    user_id bigint,
    format text NOT NULL,
    fields text[] NOT NULL,
    filters jsonb NOT NULL,
    include_hxl boolean NOT NULL,
    send_to_browser boolean NOT NULL,
    send_to_hdx boolean NOT NULL,
    hxl_choices jsonb NOT NULL,
    hxl_metadata_id bigint,
    status text NOT NULL,
    fault jsonb,
    job uuid,
    file text NOT NULL,
    file_size bigint,
    header_row text[],
    hxl_heading_row text[],
    done_rows bigint DEFAULT 0 NOT NULL,
    total_rows bigint,
    dataset_url text,
    created timestamp with time zone DEFAULT now() NOT NULL,
    updated timestamp with time zone,
    expires timestamp with time zone,
    include_unpublished boolean DEFAULT false NOT NULL,
    include_personal text[] DEFAULT '{}'::text[] NOT NULL
);

ALTER TABLE public.export_jobs ALTER COLUMN id ADD GENERATED ALWAYS AS IDENTITY;

CREATE TABLE public.held_posts (
    post_id bigint NOT NULL,
    why text NOT NULL,
    CONSTRAINT held_posts_why_check CHECK ((why = ANY (ARRAY['trap'::text, 'pressure'::text, 'always'::text])))
);

CREATE TABLE public.hxl_metadata (
    id bigint NOT NULL,
    user_id bigint NOT NULL,
    private boolean NOT NULL,
    dataset_title text NOT NULL,
    organisation_id text NOT NULL,
    organisation_name text NOT NULL,
    source text NOT NULL,
    license_id bigint NOT NULL,
    created timestamp with time zone DEFAULT now() NOT NULL,
    updated timestamp with time zone
);

ALTER TABLE public.hxl_metadata ALTER COLUMN id ADD GENERATED ALWAYS AS IDENTITY;

CREATE TABLE public.import_posts (
    post_id bigint NOT NULL,
    import_id bigint,
    survey_id bigint NOT NULL,
    external_id text
);

CREATE TABLE public.import_rows (
    import_id bigint NOT NULL,
    "row" bigint NOT NULL,
    line bigint NOT NULL,
    cells text[] NOT NULL,
    faults jsonb NOT NULL
);

CREATE TABLE public.imports (
    id bigint NOT NULL,
    user_id bigint,
    name text NOT NULL,
    file text,
    mime text NOT NULL,
    size bigint NOT NULL,
    columns text[] NOT NULL,
    maps_to jsonb,
    fixed jsonb,
    options jsonb DEFAULT '{}'::jsonb NOT NULL,
    status text,
    failure text,
    last_row bigint DEFAULT 0 NOT NULL,
    processed bigint DEFAULT 0 NOT NULL,
    errors bigint DEFAULT 0 NOT NULL,
    skipped bigint DEFAULT 0 NOT NULL,
    progress double precision DEFAULT 0 NOT NULL,
    collection_id bigint,
    created timestamp with time zone DEFAULT now() NOT NULL,
    updated timestamp with time zone,
    CONSTRAINT imports_status_check CHECK ((status = ANY (ARRAY['PENDING'::text, 'SUCCESS'::text, 'FAILED'::text, 'UNDOING'::text, 'UNDONE'::text])))
);

ALTER TABLE public.imports ALTER COLUMN id ADD GENERATED ALWAYS AS IDENTITY;

CREATE TABLE public.layers (
    id bigint NOT NULL,
    name text NOT NULL,
    data_url text,
    media_id bigint,
    type text NOT NULL,
    options jsonb,
    active boolean NOT NULL,
    visible_by_default boolean NOT NULL,
    created timestamp with time zone DEFAULT now() NOT NULL,
    updated timestamp with time zone,
    CONSTRAINT layers_one_source CHECK (((data_url IS NULL) OR (media_id IS NULL))),
    CONSTRAINT layers_type_check CHECK ((type = ANY (ARRAY['geojson'::text, 'wms'::text, 'tile'::text])))
);

ALTER TABLE public.layers ALTER COLUMN id ADD GENERATED ALWAYS AS IDENTITY;

CREATE TABLE public.login_devices (
    id bigint NOT NULL,
    user_id bigint NOT NULL,
    hash bytea NOT NULL,
    created timestamp with time zone DEFAULT now() NOT NULL,
    last_used timestamp with time zone DEFAULT now() NOT NULL
);

ALTER TABLE public.login_devices ALTER COLUMN id ADD GENERATED ALWAYS AS IDENTITY;

CREATE TABLE public.media (
    id bigint NOT NULL,
    user_id bigint,
    caption text,
    mime text NOT NULL,
    file text NOT NULL,
    thumbnail text NOT NULL,
    size integer NOT NULL,
    width integer NOT NULL,
    height integer NOT NULL,
    created timestamp with time zone DEFAULT now() NOT NULL,
    updated timestamp with time zone,
    attached boolean DEFAULT false NOT NULL,
    post_id bigint,
    message_id bigint,
    visitor bytea,
    claim bytea,
    original_name text,
    file_hash text,
    thumbnail_hash text,
    hide_uploader boolean DEFAULT true NOT NULL,
    hide_time boolean DEFAULT true NOT NULL
);

ALTER TABLE public.media ALTER COLUMN id ADD GENERATED ALWAYS AS IDENTITY;

CREATE TABLE public.messages (
    id bigint NOT NULL,
    parent_id bigint,
    contact_id bigint,
    post_id bigint,
    user_id bigint,
    data_source text,
    data_source_message_id text,
    title text,
    message text NOT NULL,
    datetime timestamp with time zone,
    type text NOT NULL,
    status text NOT NULL,
    direction text NOT NULL,
    additional_data jsonb,
    notification_post_id bigint,
    outbox_id bigint,
    created timestamp with time zone DEFAULT now() NOT NULL,
    attempts integer DEFAULT 0 NOT NULL,
    due timestamp with time zone,
    taken timestamp with time zone,
    fault text,
    is_confirmation boolean DEFAULT false NOT NULL,
    CONSTRAINT messages_direction_check CHECK ((direction = ANY (ARRAY['incoming'::text, 'outgoing'::text]))),
    CONSTRAINT messages_status_check CHECK ((status = ANY (ARRAY['pending'::text, 'received'::text, 'expired'::text, 'cancelled'::text, 'failed'::text, 'unknown'::text, 'sent'::text, 'archived'::text]))),
    CONSTRAINT messages_type_check CHECK ((type = ANY (ARRAY['sms'::text, 'ivr'::text, 'email'::text, 'twitter'::text])))
);

ALTER TABLE public.messages ALTER COLUMN id ADD GENERATED ALWAYS AS IDENTITY;

CREATE TABLE public.migrations (
    name text NOT NULL,
    ran timestamp with time zone DEFAULT now() NOT NULL
);

CREATE TABLE public.notification_counts (
    day date NOT NULL,
    user_id bigint,
    sent integer DEFAULT 0 NOT NULL,
    paused timestamp with time zone
);

CREATE TABLE public.notifications (
    id bigint NOT NULL,
    user_id bigint NOT NULL,
    set_id bigint NOT NULL,
    created timestamp with time zone DEFAULT now() NOT NULL,
    updated timestamp with time zone,
    digest text DEFAULT 'at_once'::text NOT NULL,
    base text,
    CONSTRAINT notifications_digest_check CHECK ((digest = ANY (ARRAY['at_once'::text, 'hourly'::text, 'daily'::text])))
);

ALTER TABLE public.notifications ALTER COLUMN id ADD GENERATED ALWAYS AS IDENTITY;

CREATE TABLE public.outbox (
    id bigint NOT NULL,
    recipient text NOT NULL,
    subject text NOT NULL,
    text text,
    state text DEFAULT 'waiting'::text NOT NULL,
    attempts integer DEFAULT 0 NOT NULL,
    due timestamp with time zone DEFAULT now() NOT NULL,
    expires timestamp with time zone NOT NULL,
    fault text,
    created timestamp with time zone DEFAULT now() NOT NULL,
    sent timestamp with time zone,
    html text,
    headers jsonb,
    opens_account boolean DEFAULT false NOT NULL,
    way jsonb,
    CONSTRAINT outbox_state_check CHECK ((state = ANY (ARRAY['waiting'::text, 'sent'::text, 'failed'::text])))
);

ALTER TABLE public.outbox ALTER COLUMN id ADD GENERATED ALWAYS AS IDENTITY;

CREATE TABLE public.password_resets (
    hash bytea NOT NULL,
    user_id bigint NOT NULL,
    created timestamp with time zone DEFAULT now() NOT NULL,
    expires timestamp with time zone NOT NULL
);

CREATE TABLE public.place_files (
    sha256 text NOT NULL,
    loaded timestamp with time zone DEFAULT now() NOT NULL
);

CREATE TABLE public.place_keys (
    key text NOT NULL,
    place_id integer NOT NULL
);

CREATE TABLE public.place_names (
    place_id integer NOT NULL,
    language text NOT NULL,
    name text NOT NULL,
    folded text NOT NULL
);

CREATE TABLE public.places (
    id integer NOT NULL,
    name text NOT NULL,
    folded text NOT NULL,
    country text,
    population integer NOT NULL,
    lat double precision NOT NULL,
    lon double precision NOT NULL
);

CREATE TABLE public.post_categories (
    post_id bigint NOT NULL,
    attribute_id bigint NOT NULL,
    category_id bigint NOT NULL
);

CREATE TABLE public.post_locks (
    id bigint NOT NULL,
    post_id bigint NOT NULL,
    user_id bigint NOT NULL,
    expires timestamp with time zone NOT NULL,
    session_id bigint
);

ALTER TABLE public.post_locks ALTER COLUMN id ADD GENERATED BY DEFAULT AS IDENTITY;

CREATE TABLE public.post_media (
    media_id bigint NOT NULL,
    post_id bigint NOT NULL,
    shown boolean NOT NULL
);

CREATE TABLE public.post_news (
    id bigint NOT NULL,
    post_id bigint NOT NULL,
    set_id bigint,
    is_new boolean NOT NULL,
    at timestamp with time zone DEFAULT now() NOT NULL
);

ALTER TABLE public.post_news ALTER COLUMN id ADD GENERATED ALWAYS AS IDENTITY;

CREATE TABLE public.post_places (
    post_id bigint NOT NULL,
    attribute_id bigint NOT NULL,
    "position" integer NOT NULL,
    lat double precision NOT NULL,
    lon double precision NOT NULL,
    shown_lat double precision,
    shown_lon double precision
);

CREATE TABLE public.post_revisions (
    post_id bigint NOT NULL,
    revision integer NOT NULL,
    user_id bigint,
    created timestamp with time zone DEFAULT now() NOT NULL,
    replaced jsonb NOT NULL,
    restored integer
);

CREATE TABLE public.post_senders (
    post_id bigint NOT NULL,
    sender bytea NOT NULL,
    held text,
    created timestamp with time zone DEFAULT now() NOT NULL,
    CONSTRAINT post_senders_held_check CHECK ((held = ANY (ARRAY['trap'::text, 'pressure'::text, 'always'::text])))
);

CREATE TABLE public.posts (
    id bigint NOT NULL,
    survey_id bigint,
    user_id bigint,
    author_realname text,
    author_email text,
    status text DEFAULT 'draft'::text NOT NULL,
    title text,
    slug text,
    content text,
    locale text DEFAULT 'en_us'::text NOT NULL,
    source text,
    "values" jsonb DEFAULT '{}'::jsonb NOT NULL,
    completed_tasks bigint[] DEFAULT '{}'::bigint[] NOT NULL,
    published_to text[] DEFAULT '{}'::text[] NOT NULL,
    post_date timestamp with time zone DEFAULT now() NOT NULL,
    created timestamp with time zone DEFAULT now() NOT NULL,
    updated timestamp with time zone,
    cell bigint,
    shown_user_id bigint,
    shown_post_date timestamp with time zone DEFAULT now() NOT NULL,
    shown_created timestamp with time zone DEFAULT now() NOT NULL,
    shown_updated timestamp with time zone,
    shown_cell bigint,
    revision integer DEFAULT 1 NOT NULL,
    message_id bigint,
    contact_id bigint,
    data_source_message_id text,
    categories bigint[],
    shown_categories bigint[],
    CONSTRAINT posts_source_check CHECK ((source = ANY (ARRAY['sms'::text, 'email'::text, 'twitter'::text]))),
    CONSTRAINT posts_status_check CHECK ((status = ANY (ARRAY['published'::text, 'draft'::text, 'archived'::text])))
);

ALTER TABLE public.posts ALTER COLUMN id ADD GENERATED ALWAYS AS IDENTITY;

CREATE TABLE public.post_translations (
    id bigint DEFAULT nextval('public.posts_id_seq'::regclass) NOT NULL,
    parent_id bigint NOT NULL,
    user_id bigint,
    locale text NOT NULL,
    title text,
    content text,
    slug text,
    "values" jsonb DEFAULT '{}'::jsonb NOT NULL,
    created timestamp with time zone DEFAULT now() NOT NULL,
    updated timestamp with time zone
);

CREATE TABLE public.post_words (
    post_id bigint NOT NULL,
    status text NOT NULL,
    is_public boolean NOT NULL,
    shown tsvector NOT NULL,
    every tsvector,
    survey_id bigint,
    post_date timestamp with time zone DEFAULT now() NOT NULL,
    shown_post_date timestamp with time zone DEFAULT now() NOT NULL,
    cell bigint,
    shown_cell bigint
);

CREATE TABLE public.requests (
    key bytea NOT NULL,
    body bytea NOT NULL,
    made bigint,
    created timestamp with time zone DEFAULT now() NOT NULL
);

CREATE TABLE public.roles (
    id bigint NOT NULL,
    name text NOT NULL,
    display_name text,
    description text,
    protected boolean DEFAULT false NOT NULL,
    permissions text[] DEFAULT '{}'::text[] NOT NULL
);

ALTER TABLE public.roles ALTER COLUMN id ADD GENERATED ALWAYS AS IDENTITY;

CREATE TABLE public.sessions (
    id bigint NOT NULL,
    user_id bigint NOT NULL,
    client text NOT NULL,
    created timestamp with time zone DEFAULT now() NOT NULL,
    renewed timestamp with time zone DEFAULT now() NOT NULL,
    device_id bigint,
    browser text,
    system text,
    time_zone text,
    seen timestamp with time zone DEFAULT date_trunc('hour'::text, now()) NOT NULL
);

ALTER TABLE public.sessions ALTER COLUMN id ADD GENERATED ALWAYS AS IDENTITY;

CREATE TABLE public.set_posts (
    set_id bigint NOT NULL,
    post_id bigint NOT NULL
);

CREATE TABLE public.sets (
    id bigint NOT NULL,
    kind text NOT NULL,
    user_id bigint,
    name text NOT NULL,
    description text,
    view text DEFAULT 'map'::text NOT NULL,
    view_options jsonb,
    role text[],
    featured boolean DEFAULT false NOT NULL,
    filter jsonb,
    created timestamp with time zone DEFAULT now() NOT NULL,
    updated timestamp with time zone,
    CONSTRAINT sets_kind_check CHECK ((kind = ANY (ARRAY['collection'::text, 'savedsearch'::text])))
);

ALTER TABLE public.sets ALTER COLUMN id ADD GENERATED ALWAYS AS IDENTITY;

CREATE TABLE public.settings (
    name text NOT NULL,
    value jsonb NOT NULL,
    updated timestamp with time zone DEFAULT now() NOT NULL
);

CREATE TABLE public.silence_key (
    is_only boolean DEFAULT true NOT NULL,
    key bytea NOT NULL,
    CONSTRAINT silence_key_is_only_check CHECK (is_only)
);

CREATE TABLE public.silenced (
    hash bytea NOT NULL
);

CREATE TABLE public.survey_contacts (
    id bigint NOT NULL,
    survey_id bigint NOT NULL,
    contact_id bigint NOT NULL,
    post_id bigint,
    data_source text NOT NULL,
    country_code text NOT NULL,
    state text NOT NULL,
    moved_to bigint,
    attribute_id bigint,
    message_id bigint,
    asked timestamp with time zone DEFAULT now() NOT NULL,
    reminded boolean DEFAULT false NOT NULL,
    asked_again boolean DEFAULT false NOT NULL,
    created timestamp with time zone DEFAULT now() NOT NULL,
    CONSTRAINT survey_contacts_state_check CHECK ((state = ANY (ARRAY['waiting'::text, 'pending'::text, 'received'::text, 'finished'::text, 'moved'::text, 'stopped'::text, 'expired'::text])))
);

ALTER TABLE public.survey_contacts ALTER COLUMN id ADD GENERATED ALWAYS AS IDENTITY;

CREATE TABLE public.survey_replies (
    message_id bigint NOT NULL,
    survey_contact_id bigint NOT NULL,
    attribute_id bigint NOT NULL
);

CREATE TABLE public.survey_roles (
    survey_id bigint NOT NULL,
    role_id bigint NOT NULL
);

CREATE TABLE public.surveys (
    id bigint NOT NULL,
    name text NOT NULL,
    description text,
    color text,
    type text DEFAULT 'report'::text NOT NULL,
    disabled boolean DEFAULT false NOT NULL,
    hide_author boolean DEFAULT false NOT NULL,
    hide_time boolean DEFAULT false NOT NULL,
    hide_location boolean DEFAULT false NOT NULL,
    require_approval boolean DEFAULT true NOT NULL,
    everyone_can_create boolean DEFAULT true NOT NULL,
    targeted_survey boolean DEFAULT false NOT NULL,
    created timestamp with time zone DEFAULT now() NOT NULL,
    updated timestamp with time zone,
    quick_exit boolean DEFAULT false NOT NULL
);

ALTER TABLE public.surveys ALTER COLUMN id ADD GENERATED ALWAYS AS IDENTITY;

CREATE TABLE public.tasks (
    id bigint NOT NULL,
    survey_id bigint NOT NULL,
    label text NOT NULL,
    description text,
    priority integer DEFAULT 99 NOT NULL,
    icon text,
    type text DEFAULT 'task'::text NOT NULL,
    required boolean DEFAULT false NOT NULL,
    show_when_published boolean DEFAULT true NOT NULL,
    internal_only boolean DEFAULT true NOT NULL,
    CONSTRAINT tasks_type_check CHECK ((type = ANY (ARRAY['post'::text, 'task'::text])))
);

ALTER TABLE public.tasks ALTER COLUMN id ADD GENERATED ALWAYS AS IDENTITY;

CREATE TABLE public.throttle_keys (
    day date NOT NULL,
    key bytea NOT NULL
);

CREATE TABLE public.throttles (
    key bytea NOT NULL,
    count integer NOT NULL,
    ends timestamp with time zone NOT NULL
);

CREATE TABLE public.tokens (
    hash bytea NOT NULL,
    kind text NOT NULL,
    user_id bigint,
    client text NOT NULL,
    scopes text[] NOT NULL,
    created timestamp with time zone DEFAULT now() NOT NULL,
    expires timestamp with time zone NOT NULL,
    session_id bigint,
    CONSTRAINT tokens_kind_check CHECK ((kind = ANY (ARRAY['access'::text, 'refresh'::text])))
);

CREATE TABLE public.told_before (
    user_id bigint NOT NULL,
    block bigint NOT NULL,
    posts int8multirange NOT NULL
);

CREATE TABLE public.told_posts (
    user_id bigint NOT NULL,
    post_id bigint NOT NULL,
    notification_id bigint,
    told timestamp with time zone,
    others bigint[]
);

CREATE TABLE public.tos (
    id bigint NOT NULL,
    user_id bigint NOT NULL,
    tos_version_date timestamp with time zone NOT NULL,
    agreement_date timestamp with time zone DEFAULT now() NOT NULL
);

ALTER TABLE public.tos ALTER COLUMN id ADD GENERATED ALWAYS AS IDENTITY;

CREATE TABLE public.upload_pieces (
    upload_id text NOT NULL,
    begins integer NOT NULL,
    bytes bytea NOT NULL
);

CREATE TABLE public.uploads (
    id text NOT NULL,
    user_id bigint,
    name text NOT NULL,
    caption text,
    size integer NOT NULL,
    received integer DEFAULT 0 NOT NULL,
    media_id bigint,
    created timestamp with time zone DEFAULT now() NOT NULL
);

CREATE TABLE public.user_settings (
    id bigint NOT NULL,
    user_id bigint NOT NULL,
    config_key text NOT NULL,
    config_value text NOT NULL,
    created timestamp with time zone DEFAULT now() NOT NULL,
    updated timestamp with time zone,
    bound_to text
);

ALTER TABLE public.user_settings ALTER COLUMN id ADD GENERATED ALWAYS AS IDENTITY;

CREATE TABLE public.users (
    id bigint NOT NULL,
    email text NOT NULL,
    realname text,
    password_hash text NOT NULL,
    role text,
    language text,
    logins integer DEFAULT 0 NOT NULL,
    failed_attempts integer DEFAULT 0 NOT NULL,
    last_login timestamp with time zone,
    last_attempt timestamp with time zone,
    created timestamp with time zone DEFAULT now() NOT NULL,
    updated timestamp with time zone,
    email_confirmed timestamp with time zone
);

ALTER TABLE public.users ALTER COLUMN id ADD GENERATED ALWAYS AS IDENTITY;

CREATE TABLE public.webhook_deliveries (
    id bigint NOT NULL,
    webhook_id bigint NOT NULL,
    event text NOT NULL,
    post_id bigint NOT NULL,
    survey_id bigint,
    state text NOT NULL,
    attempts integer DEFAULT 0 NOT NULL,
    status integer,
    fault text,
    response text,
    created timestamp with time zone DEFAULT now() NOT NULL,
    tried timestamp with time zone,
    CONSTRAINT webhook_deliveries_state_check CHECK ((state = ANY (ARRAY['waiting'::text, 'held'::text, 'delivered'::text, 'failed'::text])))
);

ALTER TABLE public.webhook_deliveries ALTER COLUMN id ADD GENERATED ALWAYS AS IDENTITY;

CREATE TABLE public.webhook_events (
    id bigint NOT NULL,
    post_id bigint NOT NULL,
    survey_id bigint,
    event text NOT NULL,
    was_public boolean DEFAULT true NOT NULL,
    is_public boolean DEFAULT true NOT NULL
);

ALTER TABLE public.webhook_events ALTER COLUMN id ADD GENERATED ALWAYS AS IDENTITY;

CREATE TABLE public.webhooks (
    id bigint NOT NULL,
    user_id bigint,
    survey_id bigint,
    name text NOT NULL,
    url text NOT NULL,
    secret text NOT NULL,
    uuid uuid DEFAULT gen_random_uuid() NOT NULL,
    event text NOT NULL,
    source_key text,
    destination_key text,
    failures integer DEFAULT 0 NOT NULL,
    paused timestamp with time zone,
    created timestamp with time zone DEFAULT now() NOT NULL,
    updated timestamp with time zone,
    content text DEFAULT 'public'::text NOT NULL,
    CONSTRAINT webhooks_content_check CHECK ((content = ANY (ARRAY['public'::text, 'everything'::text]))),
    CONSTRAINT webhooks_event_check CHECK ((event = ANY (ARRAY['create'::text, 'update'::text, 'delete'::text])))
);

ALTER TABLE public.webhooks ALTER COLUMN id ADD GENERATED ALWAYS AS IDENTITY;

CREATE TABLE public.words (
    word text NOT NULL COLLATE pg_catalog."C"
);

ALTER TABLE public.api_keys ADD CONSTRAINT api_keys_once UNIQUE (hash);
ALTER TABLE public.api_keys ADD CONSTRAINT api_keys_pkey PRIMARY KEY (id);
ALTER TABLE public.arrivals ADD CONSTRAINT arrivals_once UNIQUE (data_source, key);
ALTER TABLE public.arrivals ADD CONSTRAINT arrivals_pkey PRIMARY KEY (id);
ALTER TABLE public.attributes ADD CONSTRAINT attributes_key_once UNIQUE (key);
ALTER TABLE public.attributes ADD CONSTRAINT attributes_pkey PRIMARY KEY (id);
ALTER TABLE public.audit ADD CONSTRAINT audit_pkey PRIMARY KEY (id);
ALTER TABLE public.backups ADD CONSTRAINT backups_pkey PRIMARY KEY (id);
ALTER TABLE public.categories ADD CONSTRAINT categories_pkey PRIMARY KEY (id);
ALTER TABLE public.categories ADD CONSTRAINT categories_slug_once UNIQUE (slug);
ALTER TABLE public.cleanup_posts ADD CONSTRAINT cleanup_posts_pkey PRIMARY KEY (cleanup_id, post_id);
ALTER TABLE public.cleanups ADD CONSTRAINT cleanups_pkey PRIMARY KEY (id);
ALTER TABLE public.confirmation_codes ADD CONSTRAINT confirmation_codes_of_account UNIQUE (user_id);
ALTER TABLE public.confirmation_codes ADD CONSTRAINT confirmation_codes_of_contact UNIQUE (contact_id);
ALTER TABLE public.confirmation_codes ADD CONSTRAINT confirmation_codes_pkey PRIMARY KEY (id);
ALTER TABLE public.contacts ADD CONSTRAINT contacts_once UNIQUE (user_id, type, reach);
ALTER TABLE public.contacts ADD CONSTRAINT contacts_pkey PRIMARY KEY (id);
ALTER TABLE public.counted_texts ADD CONSTRAINT counted_texts_pkey PRIMARY KEY (id);
ALTER TABLE public.counted_texts ADD CONSTRAINT counted_texts_query_key UNIQUE (query);
ALTER TABLE public.data_identity ADD CONSTRAINT data_identity_pkey PRIMARY KEY (id);
ALTER TABLE public.data_sources ADD CONSTRAINT data_sources_pkey PRIMARY KEY (id);
ALTER TABLE public.export_jobs ADD CONSTRAINT export_jobs_pkey PRIMARY KEY (id);
ALTER TABLE public.held_posts ADD CONSTRAINT held_posts_pkey PRIMARY KEY (post_id);
ALTER TABLE public.hxl_metadata ADD CONSTRAINT hxl_metadata_pkey PRIMARY KEY (id);
ALTER TABLE public.import_posts ADD CONSTRAINT import_posts_once UNIQUE (survey_id, external_id);
ALTER TABLE public.import_posts ADD CONSTRAINT import_posts_pkey PRIMARY KEY (post_id);
ALTER TABLE public.import_rows ADD CONSTRAINT import_rows_pkey PRIMARY KEY (import_id, "row");
ALTER TABLE public.imports ADD CONSTRAINT imports_pkey PRIMARY KEY (id);
ALTER TABLE public.layers ADD CONSTRAINT layers_pkey PRIMARY KEY (id);
ALTER TABLE public.login_devices ADD CONSTRAINT login_devices_hash_key UNIQUE (hash);
ALTER TABLE public.login_devices ADD CONSTRAINT login_devices_pkey PRIMARY KEY (id);
ALTER TABLE public.media ADD CONSTRAINT media_pkey PRIMARY KEY (id);
ALTER TABLE public.messages ADD CONSTRAINT messages_pkey PRIMARY KEY (id);
ALTER TABLE public.migrations ADD CONSTRAINT migrations_pkey PRIMARY KEY (name);
ALTER TABLE public.notification_counts ADD CONSTRAINT notification_counts_once UNIQUE NULLS NOT DISTINCT (day, user_id);
ALTER TABLE public.notifications ADD CONSTRAINT notifications_once UNIQUE (user_id, set_id);
ALTER TABLE public.notifications ADD CONSTRAINT notifications_pkey PRIMARY KEY (id);
ALTER TABLE public.outbox ADD CONSTRAINT outbox_pkey PRIMARY KEY (id);
ALTER TABLE public.password_resets ADD CONSTRAINT password_resets_pkey PRIMARY KEY (hash);
ALTER TABLE public.place_files ADD CONSTRAINT place_files_pkey PRIMARY KEY (sha256);
ALTER TABLE public.place_names ADD CONSTRAINT place_names_pkey PRIMARY KEY (place_id, language);
ALTER TABLE public.places ADD CONSTRAINT places_pkey PRIMARY KEY (id);
ALTER TABLE public.post_categories ADD CONSTRAINT post_categories_pkey PRIMARY KEY (post_id, attribute_id, category_id);
ALTER TABLE public.post_cells ADD CONSTRAINT post_cells_pkey PRIMARY KEY (level, audience, topic, cell, survey_id);
ALTER TABLE public.post_days ADD CONSTRAINT post_days_pkey PRIMARY KEY (kind, audience, topic, day, survey_id, source, is_mapped);
ALTER TABLE public.post_locks ADD CONSTRAINT post_locks_id_once UNIQUE (id);
ALTER TABLE public.post_locks ADD CONSTRAINT post_locks_pkey PRIMARY KEY (post_id);
ALTER TABLE public.post_media ADD CONSTRAINT post_media_pkey PRIMARY KEY (media_id, post_id);
ALTER TABLE public.post_news ADD CONSTRAINT post_news_pkey PRIMARY KEY (id);
ALTER TABLE public.post_places ADD CONSTRAINT post_places_pkey PRIMARY KEY (post_id, attribute_id, "position");
ALTER TABLE public.post_revisions ADD CONSTRAINT post_revisions_pkey PRIMARY KEY (post_id, revision);
ALTER TABLE public.post_senders ADD CONSTRAINT post_senders_pkey PRIMARY KEY (post_id);
ALTER TABLE public.post_translations ADD CONSTRAINT post_translations_locale_once UNIQUE (parent_id, locale);
ALTER TABLE public.post_translations ADD CONSTRAINT post_translations_pkey PRIMARY KEY (id);
ALTER TABLE public.post_translations ADD CONSTRAINT post_translations_slug_once UNIQUE (slug);
ALTER TABLE public.post_words ADD CONSTRAINT post_words_pkey PRIMARY KEY (post_id);
ALTER TABLE public.posts ADD CONSTRAINT posts_pkey PRIMARY KEY (id);
ALTER TABLE public.posts ADD CONSTRAINT posts_slug_once UNIQUE (slug);
ALTER TABLE public.requests ADD CONSTRAINT requests_pkey PRIMARY KEY (key);
ALTER TABLE public.roles ADD CONSTRAINT roles_name_once UNIQUE (name);
ALTER TABLE public.roles ADD CONSTRAINT roles_pkey PRIMARY KEY (id);
ALTER TABLE public.sessions ADD CONSTRAINT sessions_pkey PRIMARY KEY (id);
ALTER TABLE public.set_posts ADD CONSTRAINT set_posts_pkey PRIMARY KEY (set_id, post_id);
ALTER TABLE public.sets ADD CONSTRAINT sets_pkey PRIMARY KEY (id);
ALTER TABLE public.settings ADD CONSTRAINT settings_pkey PRIMARY KEY (name);
ALTER TABLE public.silence_key ADD CONSTRAINT silence_key_pkey PRIMARY KEY (is_only);
ALTER TABLE public.silenced ADD CONSTRAINT silenced_pkey PRIMARY KEY (hash);
ALTER TABLE public.survey_contacts ADD CONSTRAINT survey_contacts_once UNIQUE (survey_id, contact_id);
ALTER TABLE public.survey_contacts ADD CONSTRAINT survey_contacts_pkey PRIMARY KEY (id);
ALTER TABLE public.survey_replies ADD CONSTRAINT survey_replies_pkey PRIMARY KEY (message_id);
ALTER TABLE public.survey_roles ADD CONSTRAINT survey_roles_pkey PRIMARY KEY (survey_id, role_id);
ALTER TABLE public.surveys ADD CONSTRAINT surveys_pkey PRIMARY KEY (id);
ALTER TABLE public.tasks ADD CONSTRAINT tasks_pkey PRIMARY KEY (id);
ALTER TABLE public.throttle_keys ADD CONSTRAINT throttle_keys_pkey PRIMARY KEY (day);
ALTER TABLE public.throttles ADD CONSTRAINT throttles_pkey PRIMARY KEY (key);
ALTER TABLE public.tokens ADD CONSTRAINT tokens_pkey PRIMARY KEY (hash);
ALTER TABLE public.told_before ADD CONSTRAINT told_before_pkey PRIMARY KEY (user_id, block);
ALTER TABLE public.told_posts ADD CONSTRAINT told_posts_pkey PRIMARY KEY (user_id, post_id);
ALTER TABLE public.tos ADD CONSTRAINT tos_pkey PRIMARY KEY (id);
ALTER TABLE public.upload_pieces ADD CONSTRAINT upload_pieces_pkey PRIMARY KEY (upload_id, begins);
ALTER TABLE public.uploads ADD CONSTRAINT uploads_pkey PRIMARY KEY (id);
ALTER TABLE public.user_settings ADD CONSTRAINT user_settings_key_once UNIQUE (user_id, config_key);
ALTER TABLE public.user_settings ADD CONSTRAINT user_settings_pkey PRIMARY KEY (id);
ALTER TABLE public.users ADD CONSTRAINT users_pkey PRIMARY KEY (id);
ALTER TABLE public.webhook_deliveries ADD CONSTRAINT webhook_deliveries_pkey PRIMARY KEY (id);
ALTER TABLE public.webhook_events ADD CONSTRAINT webhook_events_pkey PRIMARY KEY (id);
ALTER TABLE public.webhooks ADD CONSTRAINT webhooks_pkey PRIMARY KEY (id);
ALTER TABLE public.words ADD CONSTRAINT words_pkey PRIMARY KEY (word);
CREATE INDEX arrivals_by_time ON public.arrivals USING btree (arrived) WHERE (payload IS NULL);
CREATE INDEX arrivals_waiting ON public.arrivals USING btree (due, id) WHERE (payload IS NOT NULL);
CREATE INDEX attributes_by_task ON public.attributes USING btree (task_id, priority, id);
CREATE INDEX audit_by_subject ON public.audit USING btree (subject, subject_id, id);
CREATE INDEX backups_by_end ON public.backups USING btree (ended);
CREATE INDEX categories_by_parent ON public.categories USING btree (parent_id);
CREATE INDEX cleanup_posts_by_post ON public.cleanup_posts USING btree (post_id);
CREATE INDEX cleanups_by_user ON public.cleanups USING btree (user_id);
CREATE INDEX contacts_by_contact ON public.contacts USING btree (type, contact);
CREATE INDEX contacts_by_reach ON public.contacts USING btree (type, reach);
CREATE UNIQUE INDEX contacts_confirmed_once ON public.contacts USING btree (type, reach) WHERE (confirmed IS NOT NULL);
CREATE UNIQUE INDEX contacts_of_nobody_once ON public.contacts USING btree (type, reach) WHERE (user_id IS NULL);
CREATE INDEX export_jobs_by_expiry ON public.export_jobs USING btree (expires);
CREATE INDEX export_jobs_by_user ON public.export_jobs USING btree (user_id, created);
CREATE INDEX hxl_metadata_by_user ON public.hxl_metadata USING btree (user_id);
CREATE INDEX import_posts_by_import ON public.import_posts USING btree (import_id, post_id) WHERE (import_id IS NOT NULL);
CREATE INDEX imports_by_collection ON public.imports USING btree (collection_id) WHERE (collection_id IS NOT NULL);
CREATE INDEX imports_by_user ON public.imports USING btree (user_id);
CREATE INDEX imports_with_file ON public.imports USING btree (created) WHERE (file IS NOT NULL);
CREATE INDEX layers_by_media ON public.layers USING btree (media_id) WHERE (media_id IS NOT NULL);
CREATE INDEX login_devices_by_use ON public.login_devices USING btree (last_used);
CREATE INDEX login_devices_by_user ON public.login_devices USING btree (user_id);
CREATE INDEX media_by_file ON public.media USING btree (file);
CREATE INDEX media_by_message ON public.media USING btree (message_id) WHERE (message_id IS NOT NULL);
CREATE INDEX media_by_post ON public.media USING btree (post_id) WHERE (post_id IS NOT NULL);
CREATE INDEX media_by_thumbnail ON public.media USING btree (thumbnail);
CREATE INDEX media_by_user ON public.media USING btree (user_id);
CREATE INDEX media_not_attached ON public.media USING btree (created) WHERE (NOT attached);
CREATE INDEX media_with_old_names ON public.media USING btree (id) WHERE (file ~ '^[0-9a-f]/[0-9a-f]/[0-9a-f]{32}-'::text);
CREATE INDEX messages_by_contact ON public.messages USING btree (contact_id, created, id);
CREATE INDEX messages_by_mail ON public.messages USING btree (outbox_id) WHERE (outbox_id IS NOT NULL);
CREATE INDEX messages_by_notified_post ON public.messages USING btree (notification_post_id) WHERE (notification_post_id IS NOT NULL);
CREATE INDEX messages_by_parent ON public.messages USING btree (parent_id) WHERE (parent_id IS NOT NULL);
CREATE INDEX messages_by_post ON public.messages USING btree (post_id) WHERE (post_id IS NOT NULL);
CREATE INDEX messages_by_receipt ON public.messages USING btree (data_source, data_source_message_id) WHERE ((direction = 'outgoing'::text) AND (data_source_message_id IS NOT NULL));
CREATE INDEX messages_by_user ON public.messages USING btree (user_id) WHERE (user_id IS NOT NULL);
CREATE INDEX messages_handed_out ON public.messages USING btree (data_source, taken) WHERE ((direction = 'outgoing'::text) AND (status = 'unknown'::text));
CREATE UNIQUE INDEX messages_received_once ON public.messages USING btree (data_source, data_source_message_id) WHERE ((direction = 'incoming'::text) AND (data_source_message_id IS NOT NULL));
CREATE INDEX messages_to_send ON public.messages USING btree (data_source, id) WHERE ((status = 'pending'::text) AND (direction = 'outgoing'::text));
CREATE INDEX messages_waiting ON public.messages USING btree (created, id) WHERE (status = 'pending'::text);
CREATE INDEX notification_counts_by_user ON public.notification_counts USING btree (user_id) WHERE (user_id IS NOT NULL);
CREATE INDEX notifications_by_set ON public.notifications USING btree (set_id);
CREATE INDEX outbox_waiting ON public.outbox USING btree (due, id) WHERE (state = 'waiting'::text);
CREATE INDEX password_resets_by_expiry ON public.password_resets USING btree (expires);
CREATE INDEX password_resets_by_user ON public.password_resets USING btree (user_id);
CREATE INDEX place_keys_by_beginning ON public.place_keys USING btree (key text_pattern_ops) INCLUDE (place_id);
CREATE INDEX place_keys_by_place ON public.place_keys USING btree (place_id);
CREATE INDEX place_names_by_name ON public.place_names USING btree (folded);
CREATE INDEX places_by_likeness ON public.places USING gin (folded public.gin_trgm_ops);
CREATE INDEX post_categories_by_category ON public.post_categories USING btree (category_id, post_id);
CREATE INDEX post_cells_empty ON public.post_cells USING btree (level) WHERE (n = 0);
CREATE INDEX post_days_empty ON public.post_days USING btree (kind) WHERE (n = 0);
CREATE INDEX post_locks_by_expiry ON public.post_locks USING btree (expires);
CREATE INDEX post_locks_by_session ON public.post_locks USING btree (session_id);
CREATE INDEX post_locks_by_user ON public.post_locks USING btree (user_id);
CREATE INDEX post_media_by_post ON public.post_media USING btree (post_id);
CREATE INDEX post_news_by_post ON public.post_news USING btree (post_id);
CREATE INDEX post_news_by_set ON public.post_news USING btree (set_id) WHERE (set_id IS NOT NULL);
CREATE INDEX post_places_lat_lon ON public.post_places USING btree (lat, lon);
CREATE INDEX post_places_shown ON public.post_places USING btree (shown_lat, shown_lon) WHERE (shown_lat IS NOT NULL);
CREATE INDEX post_revisions_by_user ON public.post_revisions USING btree (user_id) WHERE (user_id IS NOT NULL);
CREATE INDEX post_senders_by_sender ON public.post_senders USING btree (sender);
CREATE INDEX post_senders_by_time ON public.post_senders USING btree (created);
CREATE INDEX post_translations_by_user ON public.post_translations USING btree (user_id) WHERE (user_id IS NOT NULL);
CREATE INDEX post_words_every ON public.post_words USING gin (every) WITH (fastupdate=off) WHERE (every IS NOT NULL);
CREATE INDEX post_words_shown ON public.post_words USING gin (shown) WITH (fastupdate=off);
CREATE INDEX posts_by_author ON public.posts USING btree (user_id, status);
CREATE INDEX posts_by_contact ON public.posts USING btree (contact_id) WHERE (contact_id IS NOT NULL);
CREATE INDEX posts_by_created ON public.posts USING btree (created DESC, id DESC);
CREATE INDEX posts_by_date ON public.posts USING btree (post_date DESC, id DESC);
CREATE INDEX posts_by_message ON public.posts USING btree (message_id) WHERE (message_id IS NOT NULL);
CREATE INDEX posts_by_role ON public.posts USING gin (published_to) WHERE (published_to <> '{}'::text[]);
CREATE INDEX posts_by_survey ON public.posts USING btree (survey_id, status);
CREATE INDEX posts_cell ON public.posts USING btree (cell) INCLUDE (id, survey_id, status) WHERE (cell IS NOT NULL);
CREATE INDEX posts_public_cell ON public.posts USING btree (shown_cell) INCLUDE (id, survey_id) WHERE ((status = 'published'::text) AND (published_to = '{}'::text[]) AND (shown_cell IS NOT NULL));
CREATE INDEX posts_public_created ON public.posts USING btree (shown_created DESC, id DESC) INCLUDE (survey_id) WHERE ((status = 'published'::text) AND (published_to = '{}'::text[]));
CREATE INDEX posts_public_date ON public.posts USING btree (shown_post_date DESC, id DESC) INCLUDE (survey_id) WHERE ((status = 'published'::text) AND (published_to = '{}'::text[]));
CREATE INDEX posts_unpublished ON public.posts USING btree (created DESC, id DESC) WHERE (status <> 'published'::text);
CREATE INDEX requests_by_time ON public.requests USING btree (created);
CREATE INDEX sessions_by_device ON public.sessions USING btree (device_id);
CREATE INDEX sessions_by_user ON public.sessions USING btree (user_id);
CREATE INDEX set_posts_by_post ON public.set_posts USING btree (post_id);
CREATE INDEX sets_by_kind ON public.sets USING btree (kind, featured DESC, id);
CREATE INDEX sets_by_maker ON public.sets USING btree (user_id);
CREATE INDEX survey_contacts_by_contact ON public.survey_contacts USING btree (contact_id);
CREATE INDEX survey_contacts_by_post ON public.survey_contacts USING btree (post_id) WHERE (post_id IS NOT NULL);
CREATE UNIQUE INDEX survey_contacts_one_active ON public.survey_contacts USING btree (contact_id) WHERE (state = ANY (ARRAY['pending'::text, 'received'::text]));
CREATE INDEX survey_contacts_open ON public.survey_contacts USING btree (asked) WHERE (state = ANY (ARRAY['pending'::text, 'received'::text]));
CREATE INDEX survey_contacts_waiting ON public.survey_contacts USING btree (contact_id, id) WHERE (state = 'waiting'::text);
CREATE INDEX survey_replies_by_attribute ON public.survey_replies USING btree (attribute_id);
CREATE INDEX survey_replies_by_question ON public.survey_replies USING btree (survey_contact_id, attribute_id);
CREATE INDEX tasks_by_survey ON public.tasks USING btree (survey_id, priority, id);
CREATE INDEX throttles_by_end ON public.throttles USING btree (ends);
CREATE INDEX tokens_by_expiry ON public.tokens USING btree (expires);
CREATE INDEX tokens_by_session ON public.tokens USING btree (session_id);
CREATE INDEX tokens_by_user ON public.tokens USING btree (user_id);
CREATE INDEX told_posts_by_notification ON public.told_posts USING btree (notification_id) WHERE (notification_id IS NOT NULL);
CREATE INDEX told_posts_by_post ON public.told_posts USING btree (post_id);
CREATE INDEX told_posts_by_time ON public.told_posts USING btree (user_id, told) WHERE (told IS NOT NULL);
CREATE INDEX told_posts_waiting ON public.told_posts USING btree (user_id, notification_id) WHERE (told IS NULL);
CREATE INDEX tos_by_user ON public.tos USING btree (user_id, agreement_date DESC);
CREATE INDEX uploads_by_age ON public.uploads USING btree (created);
CREATE INDEX uploads_by_media ON public.uploads USING btree (media_id) WHERE (media_id IS NOT NULL);
CREATE INDEX uploads_by_user ON public.uploads USING btree (user_id) WHERE (user_id IS NOT NULL);
CREATE INDEX users_by_realname ON public.users USING btree (lower(realname), id);
CREATE INDEX users_by_role ON public.users USING btree (role);
CREATE UNIQUE INDEX users_email_once ON public.users USING btree (lower(email));
CREATE INDEX webhook_deliveries_by_time ON public.webhook_deliveries USING btree (created);
CREATE INDEX webhook_deliveries_by_webhook ON public.webhook_deliveries USING btree (webhook_id, id);
CREATE INDEX webhook_deliveries_held ON public.webhook_deliveries USING btree (webhook_id) WHERE (state = 'held'::text);
CREATE INDEX webhooks_by_survey ON public.webhooks USING btree (survey_id) WHERE (survey_id IS NOT NULL);
CREATE INDEX webhooks_by_user ON public.webhooks USING btree (user_id) WHERE (user_id IS NOT NULL);
CREATE INDEX words_by_likeness ON public.words USING gin (word public.gin_trgm_ops);
CREATE TRIGGER confirmation_codes_clear_texts AFTER DELETE OR UPDATE OF mac ON public.confirmation_codes FOR EACH ROW WHEN ((old.contact_id IS NOT NULL)) EXECUTE FUNCTION public.clear_texts_of_code();
CREATE TRIGGER contacts_end_silence AFTER UPDATE OF stopped ON public.contacts FOR EACH ROW WHEN (((old.stopped IS NOT NULL) AND (new.stopped IS NULL))) EXECUTE FUNCTION public.end_silence();
CREATE TRIGGER contacts_forget_confirmation BEFORE UPDATE OF user_id, type, contact ON public.contacts FOR EACH ROW EXECUTE FUNCTION public.forget_contact_confirmation();
CREATE TRIGGER contacts_keep_silence BEFORE INSERT ON public.contacts FOR EACH ROW EXECUTE FUNCTION public.keep_silence();
CREATE TRIGGER count_deleted AFTER DELETE ON public.posts REFERENCING OLD TABLE AS old_posts FOR EACH STATEMENT EXECUTE FUNCTION public.count_deleted();
CREATE TRIGGER count_inserted AFTER INSERT ON public.posts REFERENCING NEW TABLE AS new_posts FOR EACH STATEMENT EXECUTE FUNCTION public.count_inserted();
CREATE TRIGGER count_texts_deleted AFTER DELETE ON public.post_words REFERENCING OLD TABLE AS old_words FOR EACH STATEMENT EXECUTE FUNCTION public.count_texts_deleted();
CREATE TRIGGER count_texts_inserted AFTER INSERT ON public.post_words REFERENCING NEW TABLE AS new_words FOR EACH STATEMENT EXECUTE FUNCTION public.count_texts_inserted();
CREATE TRIGGER count_texts_updated AFTER UPDATE ON public.post_words REFERENCING OLD TABLE AS old_words NEW TABLE AS new_words FOR EACH STATEMENT EXECUTE FUNCTION public.count_texts_updated();
CREATE TRIGGER count_updated AFTER UPDATE ON public.posts REFERENCING OLD TABLE AS old_posts NEW TABLE AS new_posts FOR EACH STATEMENT EXECUTE FUNCTION public.count_updated();
CREATE TRIGGER list_categories_left AFTER DELETE ON public.post_categories REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION public.list_categories_left();
CREATE TRIGGER messages_clear_code_text BEFORE UPDATE OF status ON public.messages FOR EACH ROW WHEN ((new.is_confirmation AND (new.status <> 'pending'::text))) EXECUTE FUNCTION public.clear_code_text();
CREATE TRIGGER note_change AFTER INSERT OR DELETE OR UPDATE ON public.attributes FOR EACH STATEMENT EXECUTE FUNCTION public.note_change();
CREATE TRIGGER note_change AFTER INSERT OR DELETE OR UPDATE ON public.categories FOR EACH STATEMENT EXECUTE FUNCTION public.note_change();
CREATE TRIGGER note_change AFTER INSERT OR DELETE OR UPDATE ON public.post_categories FOR EACH STATEMENT EXECUTE FUNCTION public.note_change();
CREATE TRIGGER note_change AFTER INSERT OR DELETE OR UPDATE ON public.post_places FOR EACH STATEMENT EXECUTE FUNCTION public.note_change();
CREATE TRIGGER note_change AFTER INSERT OR DELETE OR UPDATE ON public.post_words FOR EACH STATEMENT EXECUTE FUNCTION public.note_change();
CREATE TRIGGER note_change AFTER INSERT OR DELETE OR UPDATE ON public.posts FOR EACH STATEMENT EXECUTE FUNCTION public.note_change();
CREATE TRIGGER note_change AFTER INSERT OR DELETE OR UPDATE ON public.set_posts FOR EACH STATEMENT EXECUTE FUNCTION public.note_change();
CREATE TRIGGER note_change AFTER INSERT OR DELETE OR UPDATE ON public.sets FOR EACH STATEMENT EXECUTE FUNCTION public.note_change();
CREATE TRIGGER note_change AFTER INSERT OR DELETE OR UPDATE ON public.settings FOR EACH STATEMENT EXECUTE FUNCTION public.note_change();
CREATE TRIGGER note_change AFTER INSERT OR DELETE OR UPDATE ON public.surveys FOR EACH STATEMENT EXECUTE FUNCTION public.note_change();
CREATE TRIGGER note_change AFTER INSERT OR DELETE OR UPDATE ON public.tasks FOR EACH STATEMENT EXECUTE FUNCTION public.note_change();
CREATE TRIGGER note_change AFTER INSERT OR DELETE OR UPDATE ON public.words FOR EACH STATEMENT EXECUTE FUNCTION public.note_change();
CREATE TRIGGER outbox_tells_message AFTER UPDATE OF state ON public.outbox FOR EACH ROW WHEN (((new.state IS DISTINCT FROM old.state) AND (new.state = ANY (ARRAY['sent'::text, 'failed'::text])))) EXECUTE FUNCTION public.tell_message_of_mail();
CREATE TRIGGER posts_note_changed AFTER UPDATE ON public.posts REFERENCING OLD TABLE AS before NEW TABLE AS after FOR EACH STATEMENT EXECUTE FUNCTION public.note_changed_posts();
CREATE TRIGGER posts_note_created AFTER INSERT ON public.posts REFERENCING NEW TABLE AS touched FOR EACH STATEMENT EXECUTE FUNCTION public.note_webhook_events('create');
CREATE TRIGGER posts_note_deleted AFTER DELETE ON public.posts REFERENCING OLD TABLE AS touched FOR EACH STATEMENT EXECUTE FUNCTION public.note_webhook_events('delete');
CREATE TRIGGER posts_note_new AFTER INSERT ON public.posts REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION public.note_new_posts();
CREATE TRIGGER posts_note_updated AFTER UPDATE ON public.posts REFERENCING OLD TABLE AS before NEW TABLE AS after FOR EACH STATEMENT EXECUTE FUNCTION public.note_webhook_events('update');
CREATE TRIGGER recount_deleted AFTER DELETE ON public.categories REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION public.recount_deleted();
CREATE TRIGGER recount_moved AFTER UPDATE ON public.categories REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION public.recount_moved();
CREATE TRIGGER set_posts_note AFTER INSERT ON public.set_posts REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION public.note_posts_of_sets();
CREATE TRIGGER users_forget_confirmation BEFORE UPDATE OF email ON public.users FOR EACH ROW EXECUTE FUNCTION public.forget_email_confirmation();
ALTER TABLE public.attributes ADD CONSTRAINT attributes_task_id_fkey FOREIGN KEY (task_id) REFERENCES public.tasks(id) ON DELETE CASCADE;
ALTER TABLE public.categories ADD CONSTRAINT categories_parent_exists FOREIGN KEY (parent_id) REFERENCES public.categories(id) ON DELETE SET NULL;
ALTER TABLE public.cleanup_posts ADD CONSTRAINT cleanup_posts_cleanup_id_fkey FOREIGN KEY (cleanup_id) REFERENCES public.cleanups(id) ON DELETE CASCADE;
ALTER TABLE public.cleanup_posts ADD CONSTRAINT cleanup_posts_post_id_fkey FOREIGN KEY (post_id) REFERENCES public.posts(id) ON DELETE CASCADE;
ALTER TABLE public.cleanups ADD CONSTRAINT cleanups_user_id_fkey FOREIGN KEY (user_id) REFERENCES public.users(id) ON DELETE SET NULL;
ALTER TABLE public.confirmation_codes ADD CONSTRAINT confirmation_codes_contact_id_fkey FOREIGN KEY (contact_id) REFERENCES public.contacts(id) ON DELETE CASCADE;
ALTER TABLE public.confirmation_codes ADD CONSTRAINT confirmation_codes_user_id_fkey FOREIGN KEY (user_id) REFERENCES public.users(id) ON DELETE CASCADE;
ALTER TABLE public.contacts ADD CONSTRAINT contacts_user_id_fkey FOREIGN KEY (user_id) REFERENCES public.users(id) ON DELETE CASCADE;
ALTER TABLE public.export_jobs ADD CONSTRAINT export_jobs_hxl_metadata_id_fkey FOREIGN KEY (hxl_metadata_id) REFERENCES public.hxl_metadata(id) ON DELETE SET NULL;
ALTER TABLE public.export_jobs ADD CONSTRAINT export_jobs_user_id_fkey FOREIGN KEY (user_id) REFERENCES public.users(id) ON DELETE SET NULL;
ALTER TABLE public.held_posts ADD CONSTRAINT held_posts_post_id_fkey FOREIGN KEY (post_id) REFERENCES public.posts(id) ON DELETE CASCADE;
ALTER TABLE public.hxl_metadata ADD CONSTRAINT hxl_metadata_user_id_fkey FOREIGN KEY (user_id) REFERENCES public.users(id) ON DELETE CASCADE;
ALTER TABLE public.import_posts ADD CONSTRAINT import_posts_import_id_fkey FOREIGN KEY (import_id) REFERENCES public.imports(id) ON DELETE SET NULL;
ALTER TABLE public.import_posts ADD CONSTRAINT import_posts_post_id_fkey FOREIGN KEY (post_id) REFERENCES public.posts(id) ON DELETE CASCADE;
ALTER TABLE public.import_posts ADD CONSTRAINT import_posts_survey_id_fkey FOREIGN KEY (survey_id) REFERENCES public.surveys(id) ON DELETE CASCADE;
ALTER TABLE public.import_rows ADD CONSTRAINT import_rows_import_id_fkey FOREIGN KEY (import_id) REFERENCES public.imports(id) ON DELETE CASCADE;
ALTER TABLE public.imports ADD CONSTRAINT imports_collection_id_fkey FOREIGN KEY (collection_id) REFERENCES public.sets(id) ON DELETE SET NULL;
ALTER TABLE public.imports ADD CONSTRAINT imports_user_id_fkey FOREIGN KEY (user_id) REFERENCES public.users(id) ON DELETE SET NULL;
ALTER TABLE public.layers ADD CONSTRAINT layers_media_id_fkey FOREIGN KEY (media_id) REFERENCES public.media(id) ON DELETE SET NULL;
ALTER TABLE public.login_devices ADD CONSTRAINT login_devices_user_id_fkey FOREIGN KEY (user_id) REFERENCES public.users(id) ON DELETE CASCADE;
ALTER TABLE public.media ADD CONSTRAINT media_message_id_fkey FOREIGN KEY (message_id) REFERENCES public.messages(id) ON DELETE SET NULL;
ALTER TABLE public.media ADD CONSTRAINT media_post_id_fkey FOREIGN KEY (post_id) REFERENCES public.posts(id) ON DELETE SET NULL DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE public.media ADD CONSTRAINT media_user_id_fkey FOREIGN KEY (user_id) REFERENCES public.users(id) ON DELETE SET NULL;
ALTER TABLE public.messages ADD CONSTRAINT messages_contact_exists FOREIGN KEY (contact_id) REFERENCES public.contacts(id) ON DELETE CASCADE;
ALTER TABLE public.messages ADD CONSTRAINT messages_notification_post_id_fkey FOREIGN KEY (notification_post_id) REFERENCES public.posts(id) ON DELETE SET NULL;
ALTER TABLE public.messages ADD CONSTRAINT messages_outbox_id_fkey FOREIGN KEY (outbox_id) REFERENCES public.outbox(id) ON DELETE SET NULL;
ALTER TABLE public.messages ADD CONSTRAINT messages_parent_exists FOREIGN KEY (parent_id) REFERENCES public.messages(id) ON DELETE SET NULL;
ALTER TABLE public.messages ADD CONSTRAINT messages_post_id_fkey FOREIGN KEY (post_id) REFERENCES public.posts(id) ON DELETE SET NULL;
ALTER TABLE public.messages ADD CONSTRAINT messages_user_id_fkey FOREIGN KEY (user_id) REFERENCES public.users(id) ON DELETE SET NULL;
ALTER TABLE public.notification_counts ADD CONSTRAINT notification_counts_user_id_fkey FOREIGN KEY (user_id) REFERENCES public.users(id) ON DELETE CASCADE;
ALTER TABLE public.notifications ADD CONSTRAINT notifications_set_id_fkey FOREIGN KEY (set_id) REFERENCES public.sets(id) ON DELETE CASCADE;
ALTER TABLE public.notifications ADD CONSTRAINT notifications_user_id_fkey FOREIGN KEY (user_id) REFERENCES public.users(id) ON DELETE CASCADE;
ALTER TABLE public.password_resets ADD CONSTRAINT password_resets_user_id_fkey FOREIGN KEY (user_id) REFERENCES public.users(id) ON DELETE CASCADE;
ALTER TABLE public.place_keys ADD CONSTRAINT place_keys_place_id_fkey FOREIGN KEY (place_id) REFERENCES public.places(id) ON DELETE CASCADE;
ALTER TABLE public.place_names ADD CONSTRAINT place_names_place_id_fkey FOREIGN KEY (place_id) REFERENCES public.places(id) ON DELETE CASCADE;
ALTER TABLE public.post_categories ADD CONSTRAINT post_categories_attribute_id_fkey FOREIGN KEY (attribute_id) REFERENCES public.attributes(id) ON DELETE CASCADE;
ALTER TABLE public.post_categories ADD CONSTRAINT post_categories_category_id_fkey FOREIGN KEY (category_id) REFERENCES public.categories(id) ON DELETE CASCADE;
ALTER TABLE public.post_categories ADD CONSTRAINT post_categories_post_id_fkey FOREIGN KEY (post_id) REFERENCES public.posts(id) ON DELETE CASCADE;
ALTER TABLE public.post_locks ADD CONSTRAINT post_locks_post_id_fkey FOREIGN KEY (post_id) REFERENCES public.posts(id) ON DELETE CASCADE;
ALTER TABLE public.post_locks ADD CONSTRAINT post_locks_session_id_fkey FOREIGN KEY (session_id) REFERENCES public.sessions(id) ON DELETE CASCADE;
ALTER TABLE public.post_locks ADD CONSTRAINT post_locks_user_id_fkey FOREIGN KEY (user_id) REFERENCES public.users(id) ON DELETE CASCADE;
ALTER TABLE public.post_media ADD CONSTRAINT post_media_media_id_fkey FOREIGN KEY (media_id) REFERENCES public.media(id) ON DELETE CASCADE;
ALTER TABLE public.post_media ADD CONSTRAINT post_media_post_id_fkey FOREIGN KEY (post_id) REFERENCES public.posts(id) ON DELETE CASCADE;
ALTER TABLE public.post_news ADD CONSTRAINT post_news_post_id_fkey FOREIGN KEY (post_id) REFERENCES public.posts(id) ON DELETE CASCADE;
ALTER TABLE public.post_news ADD CONSTRAINT post_news_set_id_fkey FOREIGN KEY (set_id) REFERENCES public.sets(id) ON DELETE CASCADE;
ALTER TABLE public.post_places ADD CONSTRAINT post_places_attribute_id_fkey FOREIGN KEY (attribute_id) REFERENCES public.attributes(id) ON DELETE CASCADE;
ALTER TABLE public.post_places ADD CONSTRAINT post_places_post_id_fkey FOREIGN KEY (post_id) REFERENCES public.posts(id) ON DELETE CASCADE;
ALTER TABLE public.post_revisions ADD CONSTRAINT post_revisions_post_id_fkey FOREIGN KEY (post_id) REFERENCES public.posts(id) ON DELETE CASCADE;
ALTER TABLE public.post_revisions ADD CONSTRAINT post_revisions_user_id_fkey FOREIGN KEY (user_id) REFERENCES public.users(id) ON DELETE SET NULL;
ALTER TABLE public.post_senders ADD CONSTRAINT post_senders_post_id_fkey FOREIGN KEY (post_id) REFERENCES public.posts(id) ON DELETE CASCADE;
ALTER TABLE public.post_translations ADD CONSTRAINT post_translations_parent_id_fkey FOREIGN KEY (parent_id) REFERENCES public.posts(id) ON DELETE CASCADE;
ALTER TABLE public.post_translations ADD CONSTRAINT post_translations_user_id_fkey FOREIGN KEY (user_id) REFERENCES public.users(id) ON DELETE SET NULL;
ALTER TABLE public.post_words ADD CONSTRAINT post_words_post_id_fkey FOREIGN KEY (post_id) REFERENCES public.posts(id) ON DELETE CASCADE;
ALTER TABLE public.posts ADD CONSTRAINT posts_contact_id_fkey FOREIGN KEY (contact_id) REFERENCES public.contacts(id) ON DELETE SET NULL;
ALTER TABLE public.posts ADD CONSTRAINT posts_message_id_fkey FOREIGN KEY (message_id) REFERENCES public.messages(id) ON DELETE SET NULL;
ALTER TABLE public.posts ADD CONSTRAINT posts_survey_id_fkey FOREIGN KEY (survey_id) REFERENCES public.surveys(id) ON DELETE CASCADE;
ALTER TABLE public.posts ADD CONSTRAINT posts_user_id_fkey FOREIGN KEY (user_id) REFERENCES public.users(id) ON DELETE SET NULL;
ALTER TABLE public.sessions ADD CONSTRAINT sessions_device_id_fkey FOREIGN KEY (device_id) REFERENCES public.login_devices(id) ON DELETE SET NULL;
ALTER TABLE public.sessions ADD CONSTRAINT sessions_user_id_fkey FOREIGN KEY (user_id) REFERENCES public.users(id) ON DELETE CASCADE;
ALTER TABLE public.set_posts ADD CONSTRAINT set_posts_post_id_fkey FOREIGN KEY (post_id) REFERENCES public.posts(id) ON DELETE CASCADE;
ALTER TABLE public.set_posts ADD CONSTRAINT set_posts_set_id_fkey FOREIGN KEY (set_id) REFERENCES public.sets(id) ON DELETE CASCADE;
ALTER TABLE public.sets ADD CONSTRAINT sets_user_id_fkey FOREIGN KEY (user_id) REFERENCES public.users(id) ON DELETE CASCADE;
ALTER TABLE public.survey_contacts ADD CONSTRAINT survey_contacts_attribute_id_fkey FOREIGN KEY (attribute_id) REFERENCES public.attributes(id) ON DELETE SET NULL;
ALTER TABLE public.survey_contacts ADD CONSTRAINT survey_contacts_contact_id_fkey FOREIGN KEY (contact_id) REFERENCES public.contacts(id) ON DELETE CASCADE;
ALTER TABLE public.survey_contacts ADD CONSTRAINT survey_contacts_message_id_fkey FOREIGN KEY (message_id) REFERENCES public.messages(id) ON DELETE SET NULL;
ALTER TABLE public.survey_contacts ADD CONSTRAINT survey_contacts_moved_to_fkey FOREIGN KEY (moved_to) REFERENCES public.surveys(id) ON DELETE SET NULL;
ALTER TABLE public.survey_contacts ADD CONSTRAINT survey_contacts_post_id_fkey FOREIGN KEY (post_id) REFERENCES public.posts(id) ON DELETE SET NULL;
ALTER TABLE public.survey_contacts ADD CONSTRAINT survey_contacts_survey_id_fkey FOREIGN KEY (survey_id) REFERENCES public.surveys(id) ON DELETE CASCADE;
ALTER TABLE public.survey_replies ADD CONSTRAINT survey_replies_attribute_id_fkey FOREIGN KEY (attribute_id) REFERENCES public.attributes(id) ON DELETE CASCADE;
ALTER TABLE public.survey_replies ADD CONSTRAINT survey_replies_message_id_fkey FOREIGN KEY (message_id) REFERENCES public.messages(id) ON DELETE CASCADE;
ALTER TABLE public.survey_replies ADD CONSTRAINT survey_replies_survey_contact_id_fkey FOREIGN KEY (survey_contact_id) REFERENCES public.survey_contacts(id) ON DELETE CASCADE;
ALTER TABLE public.survey_roles ADD CONSTRAINT survey_roles_role_id_fkey FOREIGN KEY (role_id) REFERENCES public.roles(id) ON DELETE CASCADE;
ALTER TABLE public.survey_roles ADD CONSTRAINT survey_roles_survey_id_fkey FOREIGN KEY (survey_id) REFERENCES public.surveys(id) ON DELETE CASCADE;
ALTER TABLE public.tasks ADD CONSTRAINT tasks_survey_id_fkey FOREIGN KEY (survey_id) REFERENCES public.surveys(id) ON DELETE CASCADE;
ALTER TABLE public.tokens ADD CONSTRAINT tokens_session_id_fkey FOREIGN KEY (session_id) REFERENCES public.sessions(id) ON DELETE CASCADE;
ALTER TABLE public.tokens ADD CONSTRAINT tokens_user_id_fkey FOREIGN KEY (user_id) REFERENCES public.users(id) ON DELETE CASCADE;
ALTER TABLE public.told_before ADD CONSTRAINT told_before_user_id_fkey FOREIGN KEY (user_id) REFERENCES public.users(id) ON DELETE CASCADE;
ALTER TABLE public.told_posts ADD CONSTRAINT told_posts_notification_id_fkey FOREIGN KEY (notification_id) REFERENCES public.notifications(id) ON DELETE SET NULL;
ALTER TABLE public.told_posts ADD CONSTRAINT told_posts_post_id_fkey FOREIGN KEY (post_id) REFERENCES public.posts(id) ON DELETE CASCADE;
ALTER TABLE public.told_posts ADD CONSTRAINT told_posts_user_id_fkey FOREIGN KEY (user_id) REFERENCES public.users(id) ON DELETE CASCADE;
ALTER TABLE public.tos ADD CONSTRAINT tos_user_id_fkey FOREIGN KEY (user_id) REFERENCES public.users(id) ON DELETE CASCADE;
ALTER TABLE public.upload_pieces ADD CONSTRAINT upload_pieces_upload_id_fkey FOREIGN KEY (upload_id) REFERENCES public.uploads(id) ON DELETE CASCADE;
ALTER TABLE public.uploads ADD CONSTRAINT uploads_media_id_fkey FOREIGN KEY (media_id) REFERENCES public.media(id) ON DELETE CASCADE;
ALTER TABLE public.uploads ADD CONSTRAINT uploads_user_id_fkey FOREIGN KEY (user_id) REFERENCES public.users(id) ON DELETE CASCADE;
ALTER TABLE public.user_settings ADD CONSTRAINT user_settings_user_id_fkey FOREIGN KEY (user_id) REFERENCES public.users(id) ON DELETE CASCADE;
ALTER TABLE public.users ADD CONSTRAINT users_role_exists FOREIGN KEY (role) REFERENCES public.roles(name) ON UPDATE CASCADE ON DELETE SET NULL;
ALTER TABLE public.webhook_deliveries ADD CONSTRAINT webhook_deliveries_webhook_id_fkey FOREIGN KEY (webhook_id) REFERENCES public.webhooks(id) ON DELETE CASCADE;
ALTER TABLE public.webhooks ADD CONSTRAINT webhooks_survey_id_fkey FOREIGN KEY (survey_id) REFERENCES public.surveys(id) ON DELETE CASCADE;
ALTER TABLE public.webhooks ADD CONSTRAINT webhooks_user_id_fkey FOREIGN KEY (user_id) REFERENCES public.users(id) ON DELETE SET NULL;

INSERT INTO public.migrations (name) VALUES
  ('0001-first-tables'),
  ('0002-masks'),
  ('0003-people'),
  ('0004-places'),
  ('0005-posts-whole'),
  ('0006-messages'),
  ('0008-stored-files'),
  ('0009-notifications'),
  ('0010-words'),
  ('0011-locks-of-sessions'),
  ('0012-telling-subscribers'),
  ('0013-counts'),
  ('0014-topics'),
  ('0018-api-keys'),
  ('0020-imports'),
  ('0022-exports'),
  ('0024-webhooks'),
  ('0025-more-counts'),
  ('0026-data-sources'),
  ('0030-targeted-surveys'),
  ('0032-uploads'),
  ('0036-backups'),
  ('0038-keys-of-throttles'),
  ('0042-surveys-in-turn'),
  ('0046-senders'),
  ('0047-quick-exit'),
  ('0049-silenced'),
  ('0050-held-posts'),
  ('0052-place-names'),
  ('0053-told-before'),
  ('0054-counted-texts'),
  ('0055-told-by-others'),
  ('0056-layers'),
  ('0057-translations'),
  ('0058-media-owners'),
  ('0060-contact-confirmation'),
  ('0061-notification-counts'),
  ('0062-outgoing-data'),
  ('0064-login-devices'),
  ('0065-code-texts'),
  ('0070-phone-contacts');
INSERT INTO public.data_identity DEFAULT VALUES;
INSERT INTO public.silence_key (key) VALUES ('\x00');
