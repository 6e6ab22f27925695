/** Queries for the status. */
import { sql } from 'kysely';
import type { Tx } from '../kernel/db/database.ts';

/** Version and size of the database; the size is null when the database role may not read it. */
export async function readDatabaseInfo(tx: Tx): Promise<{ version: string; bytes: number | null }> {
  const { rows } = await sql<{ version: string; bytes: number | null }>`
    select current_setting('server_version') as version,
      case when has_database_privilege(current_database(), 'connect') then pg_database_size(current_database()) end as bytes`.execute(
    tx,
  );
  return rows[0] ?? { version: '', bytes: null };
}

/** Number of text messages of the last day that could not be sent. */
export async function countFailedTexts(tx: Tx): Promise<number> {
  const { count } = await tx
    .selectFrom('messages')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('type', '=', 'sms')
    .where('direction', '=', 'outgoing')
    .where('status', '=', 'failed')
    .where('created', '>', sql<Date>`now() - interval '1 day'`)
    .executeTakeFirstOrThrow();
  return count;
}
