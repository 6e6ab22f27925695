-- Imported posts.

-- What remains of the id that a post had in its source when the personal data in it is removed: a repeated import recognizes the row, and
-- without the key of the deployment nobody finds the record that it came from.
create function hash_external_id(survey_id bigint, external_id text) returns text language sql stable as $$
  select 'removed:' || encode(sha256(key || convert_to('import ' || survey_id || ' ' || external_id, 'UTF8')), 'hex') from opt_out_key
$$;
