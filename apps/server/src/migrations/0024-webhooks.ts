/**
 * Webhooks: what happens to posts is noted by the database itself, whoever writes them and however many at once. A job makes
 * deliveries of the notes.
 */
import { sql } from 'kysely';
import type { Tx } from '../kernel/db/database.ts';

export const name = '0024-webhooks';

const tables = sql`
  create table webhooks (
    id bigint generated always as identity primary key,
    user_id bigint references users on delete set null,
    survey_id bigint constraint webhooks_survey_id_fkey references surveys on delete cascade,
    name text not null,
    url text not null,
    secret text not null,
    uuid uuid not null default gen_random_uuid(),
    event text not null check (event in ('create', 'update', 'delete')),
    source_key text,
    destination_key text,
    -- Deliveries in a row that failed for good.
    failures integer not null default 0,
    paused timestamptz,
    created timestamptz not null default now(),
    updated timestamptz
  );
  create index webhooks_by_survey on webhooks (survey_id) where survey_id is not null;
  create index webhooks_by_user on webhooks (user_id) where user_id is not null;
  create table webhook_events (
    id bigint generated always as identity primary key,
    -- No reference: a post that is gone is an event, too.
    post_id bigint not null,
    survey_id bigint,
    event text not null
  );
  create table webhook_deliveries (
    id bigint generated always as identity primary key,
    webhook_id bigint not null references webhooks on delete cascade,
    event text not null,
    post_id bigint not null,
    survey_id bigint,
    state text not null check (state in ('waiting', 'held', 'delivered', 'failed')),
    attempts integer not null default 0,
    status integer,
    fault text,
    response text,
    created timestamptz not null default now(),
    tried timestamptz
  );
  create index webhook_deliveries_by_webhook on webhook_deliveries (webhook_id, id);
  create index webhook_deliveries_held on webhook_deliveries (webhook_id) where state = 'held';
  create index webhook_deliveries_by_time on webhook_deliveries (created)`;

/** Nothing is noted while there are no webhooks. A save has a new revision; what is worked out from it has not. */
const notes = sql`
  create function note_webhook_events() returns trigger language plpgsql as $$
  begin
    if exists (select from webhooks where event = tg_argv[0]) then
      if tg_argv[0] = 'update' then
        insert into webhook_events (post_id, survey_id, event)
        select after.id, after.survey_id, 'update' from after join before on before.id = after.id
        where before.revision <> after.revision or before.status <> after.status
          or before.published_to <> after.published_to;
      else
        insert into webhook_events (post_id, survey_id, event) select id, survey_id, tg_argv[0] from touched;
      end if;
    end if;
    return null;
  end
  $$;
  create trigger posts_note_created after insert on posts
    referencing new table as touched for each statement execute function note_webhook_events('create');
  create trigger posts_note_updated after update on posts
    referencing old table as before new table as after for each statement execute function note_webhook_events('update');
  create trigger posts_note_deleted after delete on posts
    referencing old table as touched for each statement execute function note_webhook_events('delete')`;

export async function up(tx: Tx): Promise<void> {
  for (const step of [tables, notes]) await step.execute(tx);
}
