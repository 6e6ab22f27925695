/**
 * Telling subscribers: what came into view is noted by the database itself, whoever writes the post and however many at
 * once; a job reads the notes, and another tells each person of what is theirs.
 */
import { sql } from 'kysely';
import type { Tx } from '../kernel/db/database.ts';

const columns = sql`
  alter table notifications
    add column digest text not null default 'at_once' check (digest in ('at_once', 'hourly', 'daily')),
    -- The address by which the subscriber reached this server, for links where the operator has named none.
    add column base text;
  alter table outbox add column html text, add column headers jsonb`;

const tables = sql`
  create table post_news (
    id bigint generated always as identity primary key,
    post_id bigint not null references posts on delete cascade,
    -- The collection that it was put into; null when the post itself is the news.
    set_id bigint references sets on delete cascade,
    -- Whether somebody may see it who could not before; else it was changed.
    is_new boolean not null,
    at timestamptz not null default now()
  );
  create index post_news_by_post on post_news (post_id);
  create index post_news_by_set on post_news (set_id) where set_id is not null;
  create table told_posts (
    user_id bigint not null references users on delete cascade,
    post_id bigint not null references posts on delete cascade,
    notification_id bigint references notifications on delete set null,
    -- Null until it is told.
    told timestamptz,
    -- Nobody is told of a post twice, whatever it is in and fits.
    primary key (user_id, post_id)
  );
  create index told_posts_waiting on told_posts (user_id, notification_id) where told is null;
  create index told_posts_by_time on told_posts (user_id, told) where told is not null;
  create index told_posts_by_post on told_posts (post_id);
  create index told_posts_by_notification on told_posts (notification_id) where notification_id is not null`;

/** Nothing is noted while nobody subscribes. A save has a new revision; what is worked out from it has not. */
const notes = sql`
  create function note_new_posts() returns trigger language plpgsql as $$
  begin
    if exists (select from notifications) then
      insert into post_news (post_id, is_new) select id, true from added;
    end if;
    return null;
  end
  $$;
  create trigger posts_note_new after insert on posts
    referencing new table as added for each statement execute function note_new_posts();

  create function note_changed_posts() returns trigger language plpgsql as $$
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
  create trigger posts_note_changed after update on posts
    referencing old table as before new table as after for each statement execute function note_changed_posts();

  create function note_posts_of_sets() returns trigger language plpgsql as $$
  begin
    insert into post_news (post_id, set_id, is_new)
    select added.post_id, added.set_id, true from added
    where exists (select from notifications where notifications.set_id = added.set_id);
    return null;
  end
  $$;
  create trigger set_posts_note after insert on set_posts
    referencing new table as added for each statement execute function note_posts_of_sets()`;

export const name = '0012-telling-subscribers';

export async function up(tx: Tx): Promise<void> {
  for (const step of [columns, tables, notes]) await step.execute(tx);
}
