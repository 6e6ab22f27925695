-- A row for each table that 0077-plain-names renames, or that has a column which it renames. For a database with the
-- migrations up to 0076.

insert into users (email, realname, password_hash) values ('mina@example.org', 'Mina', 'none');
insert into surveys (name) values ('Floods');
insert into tasks (survey_id, label, type) select id, 'Post', 'post' from surveys;
insert into attributes (task_id, key, label, input, type) select id, 'where', 'Where', 'location', 'point' from tasks;
insert into sets (kind, user_id, name, filter) select 'savedsearch', id, 'Bridges', '{"q": "bridge"}' from users;
insert into contacts (user_id, type, contact, confirmed, stopped)
  select id, 'phone', '+254 711 000 222', '2026-01-01', '2026-02-01' from users;
insert into notifications (user_id, set_id, base) select user_id, id, 'https://example.org' from sets;
insert into counted_texts (query, asked) values ('''flood''', '2026-02-03');
insert into webhooks (user_id, name, url, secret, event) select id, 'Hook', 'https://example.org', 'sealed', 'create' from users;
insert into posts (survey_id, user_id, status, title, cell, shown_cell, categories, shown_categories, shown_post_date)
  select surveys.id, users.id, 'published', 'Bridge under flood', 77, 76, '{1,2}', '{1}', '2026-01-02' from surveys, users;
insert into post_places (post_id, attribute_id, position, lat, lon, shown_lat, shown_lon)
  select posts.id, attributes.id, 0, 1.254, 36.512, 1.25, 36.51 from posts, attributes;
insert into post_words (post_id, status, is_public, shown, every, shown_post_date, cell, shown_cell)
  select id, 'published', true, '''bridge'' ''flood''', '''bridge'' ''flood'' ''secret''', '2026-01-02', 77, 76 from posts;
insert into words (word) values ('bridge'), ('flood');
insert into post_cells (level, audience, topic, cell, survey_id, n, ids, places, first, last)
  values (8, 'everyone', 0, 5, 6, 1, 3, 76, 76, 77);
insert into post_days (kind, audience, topic, day, survey_id, source, is_mapped, n)
  values ('created', 'everyone', 0, 20000, 6, 'web', true, 1);
insert into post_news (post_id, set_id, is_new, at) select posts.id, sets.id, true, '2026-01-03' from posts, sets;
insert into told_posts (user_id, post_id, notification_id, told, others)
  select users.id, posts.id, notifications.id, '2026-01-04', '{8,9}' from users, posts, notifications;
insert into told_before (user_id, block, posts) select id, 4, '{[40001,40003),[40007,40008)}' from users;
insert into silenced (hash, without_plus) values ('\x0102', true);
insert into requests (key, body, made) values ('\x0304', '\x0506', 12);
insert into throttles (key, count, ends) values ('\x0708', 3, '2026-01-05');
insert into held_posts (post_id, why) select id, 'pressure' from posts;
insert into post_senders (post_id, sender, held) select id, '\x0910', 'pressure' from posts;
insert into arrivals (data_source, key, payload, arrived, due)
  values ('smssync', 'from the gateway', '{"from": "+254711000333"}', '2026-01-06', '2026-01-07');
insert into messages (contact_id, message, type, status, direction, due, taken)
  select id, 'Are you safe?', 'sms', 'unknown', 'outgoing', '2026-01-08', '2026-01-09' from contacts;
insert into outbox (recipient, subject, due, expires, way, opens_account)
  values ('mina@example.org', 'Hello', '2026-01-10', '2026-01-11', '{"host": "mail"}', true);
insert into data_sources (id, polled, heard) values ('email', '2026-01-12', '2026-01-13');
insert into survey_contacts (survey_id, contact_id, data_source, country_code, state, moved_to, asked, asked_again)
  select surveys.id, contacts.id, 'smssync', 'KE', 'moved', surveys.id, '2026-01-14', true from surveys, contacts;
insert into webhook_deliveries (webhook_id, event, post_id, state, tried)
  select webhooks.id, 'create', posts.id, 'delivered', '2026-01-15' from webhooks, posts;
insert into uploads (id, name, size) values ('upload', 'bridge.jpg', 4);
insert into upload_pieces (upload_id, begins, bytes) values ('upload', 2, '\x1112');
insert into api_keys (hash, ending) values ('\x1314', 'abcd');
insert into audit (at, action, subject) values ('2026-01-16', 'update', 'settings');
insert into backups (began, bytes) values ('2026-01-17', 4096);
