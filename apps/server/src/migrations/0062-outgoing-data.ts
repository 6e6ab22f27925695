/**
 * What leaves for others: a webhook's choice of content, an upload's choice beyond what the public sees, the way that a mail is
 * bound to, and the server that a person's key was entered for. Secrets themselves are encrypted at the start of the server,
 * which has the key (`encrypt-stored-secrets.ts`): a migration does not.
 */
import { sql } from 'kysely';
import type { Tx } from '../kernel/db/database.ts';

export const name = '0062-outgoing-data';

const tables = sql`
  -- Webhooks that were there keep what they get; new ones get what the public sees.
  alter table webhooks add column content text not null default 'everything' check (content in ('public', 'everything'));
  alter table webhooks alter column content set default 'public';
  alter table webhook_events
    add column was_public boolean not null default true,
    add column is_public boolean not null default true;
  alter table export_jobs
    add column include_unpublished boolean not null default false,
    add column include_personal text[] not null default '{}';
  alter table user_settings add column bound_to text;
  alter table outbox
    add column opens_account boolean not null default false,
    add column way jsonb`;

/** For the public a post comes when it is published, and goes when it is so no more: each such event is an update here. */
const notes = sql`
  create or replace function note_webhook_events() returns trigger language plpgsql as $$
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
  $$`;

export async function up(tx: Tx): Promise<void> {
  for (const step of [tables, notes]) await step.execute(tx);
}
