-- The search index (docs/decisions/0006): words of title, text and answers, normalized, and separate by who may read
-- them.

-- Lower case, without accents, one spelling for letters that mean the same. Marks that are part of a letter, as in
-- Hindi or Thai, stay.
create function fold_letters(text) returns text language plpgsql immutable strict parallel safe as $$
begin
  return normalize(regexp_replace(
    translate(
      replace(replace(replace(normalize(lower($1), NFKD), 'ß', 'ss'), 'æ', 'ae'), 'œ', 'oe'),
      'øłđðħıŋəɓɗٱىةکی', 'olddhinebdايهكي'),
    -- Accents, vowel points, joiners.
    '[\u0300-\u036f\u0483-\u0489\u0591-\u05bd\u05bf\u05c1\u05c2\u05c4\u05c5\u05c7\u0610-\u061a\u0640\u064b-\u065f\u0670\u06d6-\u06ed\u00ad\u200b-\u200f\u2060\ufe00-\ufe0f\ufeff]',
    '', 'g'), NFC);
end
$$;

-- A text as it is compared. `normalize` sorts the marks behind a letter in the square of their number: a text with a very long run
-- without spaces is folded in parts.
create function fold_text(text) returns text language plpgsql immutable strict parallel safe as $$
declare
  -- Two signs that are eighteen and eight letters each.
  short text := translate($1, E'\ufdfa\ufdfb', '  ');
begin
  if octet_length($1) = length($1) then return lower($1); end if;
  if short ~ '[^ \n]{250}' then
    return (
      select string_agg(fold_letters(part[1]), '' order by at)
      from regexp_matches(short, '.{1,100}', 'g') with ordinality as parts (part, at));
  end if;
  return fold_letters(short);
end
$$;

-- The words of a text. Scripts without spaces (Thai, Lao, Burmese, Khmer, Japanese, Chinese) yield pairs of letters.
-- Separators are listed, so that the locale of the database does not matter. A word is cut at 60 letters. Of scripts without spaces the first
-- 20,000 letters count: each is a word, and a report of 65,000 would cost what twenty others do.
create function split_search_words(text) returns text[] language plpgsql immutable strict parallel safe as $$
declare
  folded text := left(fold_text(left($1, 100000)), 100000);
  pairs text[] := '{}';
begin
  if octet_length(folded) > length(folded)
    and folded ~ '[\u0e00-\u0eff\u1000-\u109f\u1780-\u17ff\u3005\u3040-\u30ff\u3400-\u9fff\U00020000-\U0003ffff]' then
    -- In one pass: reading each pair out of the text would take time in the square of its length.
    pairs := array(
      select letter || coalesce(nullif(next, ' '), '')
      from (
        select letter, at, lead(letter) over (order by at) as next
        from unnest(string_to_array(left(regexp_replace(folded,
          '[^\u0e01-\u0e4e\u0e81-\u0eff\u1000-\u1049\u1050-\u109f\u1780-\u17d3\u3005\u3041-\u309f\u30a1-\u30fa\u30fc-\u30ff\u3400-\u9fff\U00020000-\U0003ffff]+',
          ' ', 'g'), 20000), null)) with ordinality as letters (letter, at)
      ) as each_letter
      where letter <> ' ' order by at);
    folded := regexp_replace(folded,
      '[\u0e00-\u0eff\u1000-\u109f\u1780-\u17ff\u3005\u3040-\u30ff\u3400-\u9fff\U00020000-\U0003ffff]+', ' ', 'g');
  end if;
  folded := btrim(regexp_replace(folded,
    '[\u0001-\u002f\u003a-\u0040\u005b-\u0060\u007b-\u00bf\u00d7\u00f7\u02b0-\u02ff\u055a-\u055f\u0589\u058a\u05be\u05c0\u05c3\u05c6\u05f3\u05f4\u060c\u061b\u061f\u066a-\u066d\u06d4\u0964\u0965\u0970\u0df4\u0f04-\u0f14\u10fb\u1361-\u1368\u1800-\u180a\u2000-\u206f\u20a0-\u20cf\u2190-\u2bff\u2e00-\u2e7f\u3000-\u3004\u3006-\u3020\u3030\ufe10-\ufe1f\ufe30-\ufe6f\ufff0-\uffff\U0001f000-\U0001faff]+',
    ' ', 'g'));
  if folded ~ '[^ ]{61}' then
    return pairs || array(select left(word, 60) from unnest(string_to_array(folded, ' ')) as word);
  end if;
  -- An empty text has no words, and not an empty one.
  return pairs || string_to_array(nullif(folded, ''), ' ');
end
$$;

-- The words of title and text, those of the title again with the prefix "^".
create function build_search_vector(title text, texts text) returns tsvector language plpgsql immutable parallel safe as $$
declare
  marked text := array_to_string(split_search_words(coalesce(title, '')), ' ^');
begin
  return array_to_tsvector(
    split_search_words(concat_ws(' ', title, texts)) || string_to_array('^' || nullif(marked, ''), ' '));
end
$$;

-- Called by mask_posts(). Posts that are merged into another one have no row.
create function update_search_index(ids bigint[]) returns void language sql as $$
  delete from post_search_index using posts merged
  where post_search_index.post_id = any(ids) and merged.id = post_search_index.post_id and merged.merged_into is not null;

  insert into post_search_index (post_id, status, is_public, public_tsv, full_tsv,
    survey_id, post_date, masked_post_date, cell, masked_cell)
  select p.id, p.status, p.status = 'published' and p.published_to = '{}' and p.public_from is null,
    build_search_vector(p.title, concat_ws(' ', p.content, answers.shown)),
    case when answers.hidden is not null
      then build_search_vector(p.title, concat_ws(' ', p.content, answers.shown, answers.hidden)) end,
    p.survey_id, p.post_date, p.masked_post_date, p.cell, p.masked_cell
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
      where task.survey_id = p.survey_id and attribute.type = any ({{searchable_types}})
    ) as each_answer
  ) as answers on true
  where p.id = any(ids) and p.merged_into is null
  on conflict (post_id) do update set status = excluded.status, is_public = excluded.is_public,
    public_tsv = excluded.public_tsv, full_tsv = excluded.full_tsv, survey_id = excluded.survey_id,
    post_date = excluded.post_date, masked_post_date = excluded.masked_post_date,
    cell = excluded.cell, masked_cell = excluded.masked_cell
    where (post_search_index.status, post_search_index.is_public, post_search_index.public_tsv,
        post_search_index.full_tsv, post_search_index.survey_id, post_search_index.post_date,
        post_search_index.masked_post_date, post_search_index.cell, post_search_index.masked_cell)
      is distinct from (excluded.status, excluded.is_public, excluded.public_tsv, excluded.full_tsv, excluded.survey_id,
        excluded.post_date, excluded.masked_post_date, excluded.cell, excluded.masked_cell);

  -- In order, so that two who bring the same new words wait for one another and not both.
  insert into search_vocabulary (word)
  select distinct word from (
    select unnest(tsvector_to_array(post_search_index.public_tsv)) as word
    from post_search_index where post_id = any(ids) and is_public
  ) as each_word
  where length(word) between 4 and 24 and word !~ '[0-9^]'
    and not exists (select from search_vocabulary stored where stored.word = each_word.word)
  order by word
  on conflict do nothing
$$;

-- Remembers the words of posts that were deleted, changed or unpublished, for the job that deletes those that no public
-- post has any more (browse/search/remove-words.ts).
create function record_removed_words() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' then
    insert into removed_words (word)
    select stored.word from search_vocabulary stored
    where stored.word in (select unnest(tsvector_to_array(public_tsv)) from old_rows where is_public);
  else
    insert into removed_words (word)
    select stored.word from search_vocabulary stored
    where stored.word in (
      select unnest(tsvector_to_array(old_rows.public_tsv)) from old_rows join new_rows using (post_id)
      where old_rows.is_public and (not new_rows.is_public or old_rows.public_tsv <> new_rows.public_tsv));
  end if;
  return null;
end
$$;
create trigger record_removed_words_on_delete after delete on post_search_index
  referencing old table as old_rows for each statement execute function record_removed_words();
create trigger record_removed_words_on_update after update on post_search_index
  referencing old table as old_rows new table as new_rows
  for each statement execute function record_removed_words();
