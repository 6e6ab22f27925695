-- Imported posts.

-- What is kept of the id and the content of a row, also when the personal data of its post is removed: a repeated import recognizes the row,
-- and without the key of the deployment nobody finds the record that it came from. Digests are SHA-256, in Node.
create function hash_import_row(survey_id bigint, digest bytea) returns bytea language sql stable as $$
  select sha256(key || convert_to('import ' || survey_id || ' ', 'UTF8') || digest) from opt_out_key
$$;
