/** Messages from and to contacts, and the posts that came from them. */
import { sql } from 'kysely';
import type { Tx } from '../kernel/db/database.ts';

const messages = sql`
  create table messages (
    id bigint generated always as identity primary key,
    parent_id bigint constraint messages_parent_exists references messages on delete set null,
    contact_id bigint constraint messages_contact_exists references contacts on delete cascade,
    post_id bigint references posts on delete set null,
    -- Who of the team wrote it.
    user_id bigint references users on delete set null,
    data_source text,
    -- As the data source counts it.
    data_source_message_id text,
    title text,
    message text not null,
    -- When it was sent, as the data source says.
    datetime timestamptz,
    type text not null check (type in ('sms', 'ivr', 'email', 'twitter')),
    status text not null check (status in (
      'pending', 'received', 'expired', 'cancelled', 'failed', 'unknown', 'sent', 'archived')),
    direction text not null check (direction in ('incoming', 'outgoing')),
    additional_data jsonb,
    notification_post_id bigint references posts on delete set null,
    -- The mail that carries it, while the outbox remembers.
    outbox_id bigint references outbox on delete set null,
    created timestamptz not null default now()
  );
  create index messages_by_contact on messages (contact_id, created, id);
  create index messages_by_post on messages (post_id) where post_id is not null;
  create index messages_by_notified_post on messages (notification_post_id) where notification_post_id is not null;
  create index messages_by_parent on messages (parent_id) where parent_id is not null;
  create index messages_by_user on messages (user_id) where user_id is not null;
  create index messages_by_mail on messages (outbox_id) where outbox_id is not null;
  create index messages_waiting on messages (created, id) where status = 'pending';
  -- Data sources deliver some messages twice.
  create unique index messages_received_once on messages (data_source, data_source_message_id)
    where direction = 'incoming' and data_source_message_id is not null`;

const postsFromMessages = sql`
  alter table posts
    add column message_id bigint references messages on delete set null,
    add column contact_id bigint references contacts on delete set null,
    add column data_source_message_id text;
  create index posts_by_message on posts (message_id) where message_id is not null;
  create index posts_by_contact on posts (contact_id) where contact_id is not null;
  create unique index contacts_of_nobody_once on contacts (type, contact) where user_id is null`;

/** The outbox knows nothing of messages; what becomes of a mail becomes of the message in it, in the same transaction. */
const outcomeOfMail = sql`
  create function tell_message_of_mail() returns trigger language plpgsql as $$
  begin
    update messages set status = new.state where outbox_id = new.id and status = 'pending';
    return null;
  end
  $$;
  create trigger outbox_tells_message after update of state on outbox
    for each row when (new.state is distinct from old.state and new.state in ('sent', 'failed'))
    execute function tell_message_of_mail()`;

export const name = '0006-messages';

export async function up(tx: Tx): Promise<void> {
  for (const step of [messages, postsFromMessages, outcomeOfMail]) await step.execute(tx);
}
