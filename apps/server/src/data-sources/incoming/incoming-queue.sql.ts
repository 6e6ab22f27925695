/** Queries of the queue of incoming messages: accepted from gateways, not processed yet. */
import { sql } from 'kysely';
import type { Db, Tx } from '../../kernel/db/database.ts';

/** A message in the queue. */
export interface QueuedMessage {
  id: number;
  data_source: string;
  dedup_key: string;
  payload: unknown;
  attempts: number;
}

/** A message to enqueue. */
export interface NewQueuedMessage {
  source: string;
  /** Identifies duplicates of the source. */
  key: string;
  /** Id at the source. With one, the key is compared with all stored messages; null: with those of the queue only. */
  externalId: string | null;
  /** JSON. */
  payload: string;
  /** Seconds after which an equal key is a new message; null: never. */
  dedupWindowSeconds: number | null;
}

/**
 * Stores messages durably, in one statement that commits by itself. Duplicates are ignored.
 * @param messages without duplicates of source and key, all with the same `dedupWindowSeconds`
 */
export async function enqueueMessages(
  db: Db,
  messages: readonly NewQueuedMessage[],
  dedupWindowSeconds: number | null,
): Promise<void> {
  await sql`
    insert into incoming_queue (data_source, dedup_key, payload)
    select source, key, payload::jsonb
    from unnest(${messages.map((message) => message.source)}::text[], ${messages.map((message) => message.key)}::text[],
      ${messages.map((message) => message.externalId)}::text[], ${messages.map((message) => message.payload)}::text[])
      with ordinality as incoming (source, key, external_id, payload, place)
    where (external_id is null or not exists (
      select from messages where data_source = source and received_key = key and direction = 'incoming'))
      -- Before the sender was part of the key, it was the id alone.
      and not exists (
        select from messages
        where data_source = source and received_key = external_id and direction = 'incoming'
          and created > now() - interval '30 days')
      and not exists (
        select from incoming_queue as earlier where earlier.data_source = source and earlier.dedup_key = external_id)
    order by place
    on conflict (data_source, dedup_key) do update
      set payload = excluded.payload, received = now(), attempts = 0, next_attempt = now(), fault = null
      where incoming_queue.payload is null
        and incoming_queue.received < now() - make_interval(secs => ${dedupWindowSeconds}::float8)`.execute(
    db,
  );
}

/** Whether messages are due. */
export async function hasQueuedMessages(tx: Tx): Promise<boolean> {
  const { rows } = await sql<{ has: boolean }>`
    select exists (select from incoming_queue where payload is not null and next_attempt <= now()) as has`.execute(
    tx,
  );
  return rows[0]?.has ?? false;
}

const isWaiting = sql`payload is not null and next_attempt <= now()`;

/** The next due messages, locked until the end of the transaction; messages locked by others are skipped. */
export async function claimNextMessages(tx: Tx, maxMessages: number): Promise<QueuedMessage[]> {
  const { rows } = await sql<QueuedMessage>`
    select id, data_source, dedup_key, payload, attempts from incoming_queue
    where ${isWaiting} order by next_attempt, id limit ${maxMessages} for update skip locked`.execute(tx);
  return rows;
}

/** One due message, locked; undefined if it is done or locked by another process. */
export async function claimMessage(tx: Tx, id: number): Promise<QueuedMessage | undefined> {
  const { rows } = await sql<QueuedMessage>`
    select id, data_source, dedup_key, payload, attempts from incoming_queue
    where id = ${id} and ${isWaiting} for update skip locked`.execute(tx);
  return rows[0];
}

/** Marks messages as processed. Their keys stay, to detect duplicates. */
export async function markProcessed(tx: Tx, ids: readonly number[]): Promise<void> {
  await sql`update incoming_queue set payload = null, fault = null where id = any(${ids}::bigint[])`.execute(
    tx,
  );
}

/**
 * Postpones a message with exponential backoff, at most an hour. It is never dropped, since it may be a report; the status names it
 * (`countFailingMessages`).
 */
export async function postponeMessage(tx: Tx, id: number, errorCode: string): Promise<void> {
  await sql`
    update incoming_queue set attempts = attempts + 1, fault = ${errorCode},
      next_attempt = now() + make_interval(secs => least(3600, 5 * power(2, least(attempts, 20))))
    where id = ${id}`.execute(tx);
}

/** Attempts after which the status reports a message: half a minute. */
const reportedAfterAttempts = 3;

/** Number of received messages that could not be processed several times and are retried. */
export async function countFailingMessages(tx: Tx): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from incoming_queue
    where payload is not null and attempts >= ${reportedAfterAttempts}`.execute(tx);
  return rows[0]?.count ?? 0;
}

/** Deletes processed entries after 30 days. Messages with an id at the source are still recognised as duplicates by that id. */
export async function deleteProcessedMessages(tx: Tx): Promise<void> {
  await sql`delete from incoming_queue where payload is null and received < now() - interval '30 days'`.execute(
    tx,
  );
}

/** Records the time at which a source last received a message. */
export async function recordLastReceived(tx: Tx, source: string): Promise<void> {
  await sql`
    insert into data_sources (id, last_received) values (${source}, now())
    on conflict (id) do update set last_received = now()`.execute(tx);
}
