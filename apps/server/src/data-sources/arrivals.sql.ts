/** Messages that were taken from gateways and are not posts yet. */
import { sql } from 'kysely';
import type { Db, Tx } from '../kernel/db.ts';

export interface Arrival {
  id: number;
  data_source: string;
  payload: unknown;
  attempts: number;
}

interface NewArrival {
  source: string;
  key: string;
  /** JSON. */
  payload: string;
  /** Seconds after which the same key is another message; null: never. */
  repeatedWithin: number | null;
}

/**
 * Takes a message for good, in a statement that commits by itself. One that is known already is left as it is.
 * @param theirId as the source counts it, to be found among messages that came long ago
 */
export async function insertArrival(
  db: Db,
  { source, key, payload, repeatedWithin }: NewArrival,
  theirId: string | null,
): Promise<void> {
  await sql`
    insert into arrivals (data_source, key, payload)
    select ${source}, ${key}, ${payload}::jsonb
    where not exists (
      select from messages
      where data_source = ${source} and data_source_message_id = ${theirId} and direction = 'incoming')
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

/** The next one, kept from other processes until the end of the transaction. */
export async function nextArrival(tx: Tx): Promise<Arrival | undefined> {
  const { rows } = await sql<Arrival>`
    select id, data_source, payload, attempts from arrivals
    where payload is not null and due <= now()
    order by due, id limit 1 for update skip locked`.execute(tx);
  return rows[0];
}

/** It is a message now. */
export async function markTakenIn(tx: Tx, id: number): Promise<void> {
  await sql`update arrivals set payload = null, fault = null where id = ${id}`.execute(tx);
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
