/** Messages between the moment that a gateway was told "taken" and the post, and those on their way to a gateway. */
import { sql } from 'kysely';
import type { Tx } from '../kernel/db/database.ts';

const arrivals = sql`
  create table arrivals (
    id bigint generated always as identity primary key,
    data_source text not null,
    -- As the source counts it, or what stands for the same text of the same sender.
    key text not null,
    -- Null once it is a message and a post; the row stays a while, so that what is brought again is known.
    payload jsonb,
    arrived timestamptz not null default now(),
    attempts integer not null default 0,
    due timestamptz not null default now(),
    fault text,
    constraint arrivals_once unique (data_source, key)
  );
  create index arrivals_waiting on arrivals (due, id) where payload is not null;
  create index arrivals_by_time on arrivals (arrived) where payload is null`;

const sources = sql`
  create table data_sources (
    id text primary key,
    -- A hash of what it is set to: a place to go on at is of no use in another account.
    account text,
    state jsonb,
    polled timestamptz,
    -- When something last came in by it.
    heard timestamptz,
    -- Why it could not be asked: a code.
    fault text,
    -- Before this nothing more is handed over to it.
    next_send timestamptz not null default now()
  )`;

const sending = sql`
  alter table messages
    add column attempts integer not null default 0,
    add column due timestamptz,
    add column taken timestamptz,
    add column fault text;
  create index messages_to_send on messages (data_source, id) where status = 'pending' and direction = 'outgoing';
  create index messages_by_receipt on messages (data_source, data_source_message_id)
    where direction = 'outgoing' and data_source_message_id is not null;
  create index messages_handed_out on messages (data_source, taken)
    where direction = 'outgoing' and status = 'unknown'`;

export const name = '0026-data-sources';

export async function up(tx: Tx): Promise<void> {
  for (const step of [arrivals, sources, sending]) await step.execute(tx);
}
