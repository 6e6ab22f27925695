-- Which waiting posts are urgent, computed on write (docs/decisions/0063).

-- The query of words and sequences of words, any of which is enough; null without words.
create function build_words_query(words text[]) returns tsquery language sql stable as $$
  select string_agg('(' || entry.query || ')', ' | ')::tsquery
  from (
    -- Scripts without spaces are split into pairs, the last of which is a single letter: within a sentence it has a next one.
    select (
      select string_agg('''' || word || '''', ' & ') from unnest(split_search_words(typed)) as word
      where length(word) > 1 or cardinality(split_search_words(typed)) = 1
    ) as query
    from unnest(words) as typed
  ) as entry
  where entry.query is not null
$$;

-- Whether a rule matches a post. Subcategories belong to their category. A category that not everyone may see matches nothing, since
-- the order would reveal it.
create function matches_urgency_rule(post_id bigint, survey_id bigint, contact_id bigint, created timestamptz, rule urgency_rules)
returns boolean language sql stable as $$
  select case rule.kind
    when 'category' then exists (
      select from post_categories its
      join categories chosen on chosen.id = its.category_id
      join categories named on named.id = rule.category_id
      left join categories parent on parent.id = named.parent_id
      where its.post_id = $1 and rule.category_id in (chosen.id, chosen.parent_id)
        and coalesce(named.role, '{}') = '{}' and coalesce(parent.role, '{}') = '{}')
    when 'words' then exists (
      select from post_search_index texts where texts.post_id = $1 and texts.public_tsv @@ rule.words_query)
    when 'survey' then $2 = rule.survey_id
    when 'area' then exists (
      select from post_places place where place.post_id = $1
        and 2 * 6371 * asin(least(1, sqrt(
          sin(radians(place.lat - rule.lat) / 2) ^ 2 +
          cos(radians(place.lat)) * cos(radians(rule.lat)) * sin(radians(place.lon - rule.lon) / 2) ^ 2))) <= rule.radius_km)
    when 'age' then $4 <= now() - make_interval(hours => rule.hours)
    when 'sender' then exists (select from contacts where contacts.id = $3 and contacts.trusted)
    else false
  end
$$;

-- Called by mask_posts(), when rules change, and when posts reach the age of a rule.
create function update_urgency(ids bigint[]) returns void language sql as $$
  delete from post_urgency where post_id = any(ids);
  insert into post_urgency (post_id, score, rules, created)
  select p.id, sum(rule.weight), array_agg(rule.id order by rule.weight desc, rule.id), p.created
  from posts p
  join urgency_rules rule on matches_urgency_rule(p.id, p.survey_id, p.contact_id, p.created, rule)
  where p.id = any(ids) and p.status = 'draft'
  group by p.id, p.created
$$;

-- Waiting posts are checked again in the background, also when a rule is deleted with its category or survey. For each row, since
-- deleting any category or survey is a statement on this table, most often without rows.
create function record_urgency_change() returns trigger language plpgsql as $$
begin
  update urgency_state set changed = clock_timestamp();
  return null;
end
$$;
create trigger record_urgency_change after insert or delete
  or update of kind, weight, category_id, survey_id, words, lat, lon, radius_km, hours on urgency_rules
  for each row execute function record_urgency_change();
