/** What the database tells of itself, and of what others handed over. */
import { sql } from 'kysely';
import type { Tx } from '../kernel/db/database.ts';

/** Version and size in bytes; the size is null where the role may not know. */
export async function readDatabaseInfo(tx: Tx): Promise<{ version: string; bytes: number | null }> {
  const { rows } = await sql<{ version: string; bytes: number | null }>`
    select current_setting('server_version') as version,
      case when has_database_privilege(current_database(), 'connect') then pg_database_size(current_database()) end as bytes`.execute(
    tx,
  );
  return rows[0] ?? { version: '', bytes: null };
}

/** Text messages that were not handed over within a day. */
export async function countFailedTexts(tx: Tx): Promise<number> {
  const { count } = await tx
    .selectFrom('messages')
    .select((of) => of.fn.countAll<number>().as('count'))
    .where('type', '=', 'sms')
    .where('direction', '=', 'outgoing')
    .where('status', '=', 'failed')
    .where('created', '>', sql<Date>`now() - interval '1 day'`)
    .executeTakeFirstOrThrow();
  return count;
}
