/** Messages that were taken from gateways and are not posts yet. */
import { sql } from 'kysely';
import type { Db, Tx } from '../../kernel/db/database.ts';

export interface QueuedMessage {
  id: number;
  data_source: string;
  payload: unknown;
  attempts: number;
}

export interface NewQueuedMessage {
  source: string;
  key: string;
  /** As the source counts it, to be found among messages that came long ago. */
  externalId: string | null;
  /** JSON. */
  payload: string;
  /** Seconds after which the same key is another message; null: never. */
  dedupWindowSeconds: number | null;
}

/**
 * Takes messages for good, in a statement that commits by itself. What is known already is left as it is.
 * @param messages each key of a source once, all repeated within the same time
 */
export async function enqueueMessages(
  db: Db,
  messages: readonly NewQueuedMessage[],
  dedupWindowSeconds: number | null,
): Promise<void> {
  await sql`
    insert into arrivals (data_source, key, payload)
    select source, key, payload::jsonb
    from unnest(${messages.map((it) => it.source)}::text[], ${messages.map((it) => it.key)}::text[],
      ${messages.map((it) => it.externalId)}::text[], ${messages.map((it) => it.payload)}::text[])
      with ordinality as came (source, key, theirs, payload, place)
    where not exists (
      select from messages
      where data_source = source and data_source_message_id = theirs and direction = 'incoming')
    order by place
    on conflict (data_source, key) do update
      set payload = excluded.payload, arrived = now(), attempts = 0, due = now(), fault = null
      where arrivals.payload is null
        and arrivals.arrived < now() - make_interval(secs => ${dedupWindowSeconds}::float8)`.execute(db);
}

export async function hasQueuedMessages(tx: Tx): Promise<boolean> {
  const { rows } = await sql<{ has: boolean }>`
    select exists (select from arrivals where payload is not null and due <= now()) as has`.execute(tx);
  return rows[0]?.has ?? false;
}

const isWaiting = sql`payload is not null and due <= now()`;

/** The next ones, kept from other processes until the end of the transaction. */
export async function claimNextMessages(tx: Tx, maxMessages: number): Promise<QueuedMessage[]> {
  const { rows } = await sql<QueuedMessage>`
    select id, data_source, payload, attempts from arrivals
    where ${isWaiting} order by due, id limit ${maxMessages} for update skip locked`.execute(tx);
  return rows;
}

/** One of them, if it still waits and no other process has it. */
export async function claimMessage(tx: Tx, id: number): Promise<QueuedMessage | undefined> {
  const { rows } = await sql<QueuedMessage>`
    select id, data_source, payload, attempts from arrivals
    where id = ${id} and ${isWaiting} for update skip locked`.execute(tx);
  return rows[0];
}

/** They are messages now. */
export async function markProcessed(tx: Tx, ids: readonly number[]): Promise<void> {
  await sql`update arrivals set payload = null, fault = null where id = any(${ids}::bigint[])`.execute(tx);
}

/** It is tried again later, each time later, and never given up: what somebody reported is not thrown away. */
export async function postponeMessage(tx: Tx, id: number, errorCode: string): Promise<void> {
  await sql`
    update arrivals set attempts = attempts + 1, fault = ${errorCode},
      due = now() + make_interval(secs => least(3600, 5 * power(2, least(attempts, 20))))
    where id = ${id}`.execute(tx);
}

/** Forgets which messages came more than thirty days ago. Those that the source counts are known by their message. */
export async function deleteProcessedMessages(tx: Tx): Promise<void> {
  await sql`delete from arrivals where payload is null and arrived < now() - interval '30 days'`.execute(tx);
}

export async function recordLastReceived(tx: Tx, source: string): Promise<void> {
  await sql`
    insert into data_sources (id, heard) values (${source}, now())
    on conflict (id) do update set heard = now()`.execute(tx);
}
