/** How data sources stand: when they were last asked, where to go on, and what went wrong. */
import { sql } from 'kysely';
import type { Db, Tx } from '../kernel/db/database.ts';

export interface SourceStateRow {
  id: string;
  account: string | null;
  state: unknown;
  polled: Date | null;
  heard: Date | null;
  fault: string | null;
}

export async function readSourceStates(tx: Tx): Promise<Map<string, SourceStateRow>> {
  const rows = await tx
    .selectFrom('data_sources')
    .select(['id', 'account', 'state', 'polled', 'heard', 'fault'])
    .execute();
  return new Map(rows.map((row) => [row.id, row]));
}

/** Where to go on the next time. */
export async function saveSourceState(tx: Tx, id: string, account: string, state: unknown): Promise<void> {
  await sql`
    insert into data_sources (id, account, state) values (${id}, ${account}, ${JSON.stringify(state ?? null)}::jsonb)
    on conflict (id) do update set account = excluded.account, state = excluded.state`.execute(tx);
}

/** @param errorCode a code; null when all went well */
export async function recordPoll(db: Db, id: string, errorCode: string | null): Promise<void> {
  await sql`
    insert into data_sources (id, polled, fault) values (${id}, now(), ${errorCode})
    on conflict (id) do update set polled = now(), fault = excluded.fault`.execute(db);
}
