/** Queries of the state of data sources: last poll, poll position, last error. */
import { sql } from 'kysely';
import type { Db, Tx } from '../kernel/db/database.ts';

/** The stored state of a data source. `account` is a fingerprint of its options, `state` its poll position. */
export interface SourceStateRow {
  id: string;
  account: string | null;
  state: unknown;
  last_polled: Date | null;
  last_received: Date | null;
  fault: string | null;
}

/** States of all data sources by id. */
export async function readSourceStates(tx: Tx): Promise<Map<string, SourceStateRow>> {
  const rows = await tx
    .selectFrom('data_sources')
    .select(['id', 'account', 'state', 'last_polled', 'last_received', 'fault'])
    .execute();
  return new Map(rows.map((row) => [row.id, row]));
}

/** Stores the position at which the next poll continues. */
export async function saveSourceState(tx: Tx, id: string, account: string, state: unknown): Promise<void> {
  await sql`
    insert into data_sources (id, account, state) values (${id}, ${account}, ${JSON.stringify(state ?? null)}::jsonb)
    on conflict (id) do update set account = excluded.account, state = excluded.state`.execute(tx);
}

/** Records the time and result of a poll. @param errorCode null if it succeeded */
export async function recordPoll(db: Db, id: string, errorCode: string | null): Promise<void> {
  await sql`
    insert into data_sources (id, last_polled, fault) values (${id}, now(), ${errorCode})
    on conflict (id) do update set last_polled = now(), fault = excluded.fault`.execute(db);
}
