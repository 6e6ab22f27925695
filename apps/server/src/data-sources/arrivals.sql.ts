/** Messages that were taken from gateways and are not posts yet. */
import { sql } from 'kysely';
import type { Db, Tx } from '../kernel/db.ts';

export interface Arrival {
  id: number;
  data_source: string;
  payload: unknown;
  attempts: number;
}

export interface NewArrival {
  source: string;
  key: string;
  /** As the source counts it, to be found among messages that came long ago. */
  theirs: string | null;
  /** JSON. */
  payload: string;
  /** Seconds after which the same key is another message; null: never. */
  repeatedWithin: number | null;
}

/**
 * Takes messages for good, in a statement that commits by itself. What is known already is left as it is.
 * @param arrivals each key of a source once, all repeated within the same time
 */
export async function insertArrivals(
  db: Db,
  arrivals: readonly NewArrival[],
  repeatedWithin: number | null,
): Promise<void> {
  await sql`
    insert into arrivals (data_source, key, payload)
    select source, key, payload::jsonb
    from unnest(${arrivals.map((it) => it.source)}::text[], ${arrivals.map((it) => it.key)}::text[],
      ${arrivals.map((it) => it.theirs)}::text[], ${arrivals.map((it) => it.payload)}::text[])
      with ordinality as came (source, key, theirs, payload, place)
    where not exists (
      select from messages
      where data_source = source and data_source_message_id = theirs and direction = 'incoming')
    order by place
    on conflict (data_source, key) do update
      set payload = excluded.payload, arrived = now(), attempts = 0, due = now(), fault = null
      where arrivals.payload is null
        and arrivals.arrived < now() - make_interval(secs => ${repeatedWithin}::float8)`.execute(db);
}

export async function hasArrivals(tx: Tx): Promise<boolean> {
  const { rows } = await sql<{ has: boolean }>`
    select exists (select from arrivals where payload is not null and due <= now()) as has`.execute(tx);
  return rows[0]?.has ?? false;
}

const waiting = sql`payload is not null and due <= now()`;

/** The next ones, kept from other processes until the end of the transaction. */
export async function nextArrivals(tx: Tx, most: number): Promise<Arrival[]> {
  const { rows } = await sql<Arrival>`
    select id, data_source, payload, attempts from arrivals
    where ${waiting} order by due, id limit ${most} for update skip locked`.execute(tx);
  return rows;
}

/** One of them, if it still waits and no other process has it. */
export async function lockArrival(tx: Tx, id: number): Promise<Arrival | undefined> {
  const { rows } = await sql<Arrival>`
    select id, data_source, payload, attempts from arrivals
    where id = ${id} and ${waiting} for update skip locked`.execute(tx);
  return rows[0];
}

/** They are messages now. */
export async function markTakenIn(tx: Tx, ids: readonly number[]): Promise<void> {
  await sql`update arrivals set payload = null, fault = null where id = any(${ids}::bigint[])`.execute(tx);
}

/** It is tried again later, each time later, and never given up: what somebody reported is not thrown away. */
export async function putOff(tx: Tx, id: number, fault: string): Promise<void> {
  await sql`
    update arrivals set attempts = attempts + 1, fault = ${fault},
      due = now() + make_interval(secs => least(3600, 5 * power(2, least(attempts, 20))))
    where id = ${id}`.execute(tx);
}

/** Forgets which messages came more than thirty days ago. Those that the source counts are known by their message. */
export async function forgetArrivals(tx: Tx): Promise<void> {
  await sql`delete from arrivals where payload is null and arrived < now() - interval '30 days'`.execute(tx);
}

export async function noteHeard(tx: Tx, source: string): Promise<void> {
  await sql`
    insert into data_sources (id, heard) values (${source}, now())
    on conflict (id) do update set heard = now()`.execute(tx);
}
