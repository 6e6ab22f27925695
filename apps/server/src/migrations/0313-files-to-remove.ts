/**
 * Files whose rows are deleted, until they are removed from the store (docs/decisions/0106), and the result of the last check for files
 * without a row. Removals that earlier versions have postponed go on.
 */
import { sql } from 'kysely';
import type { Tx } from '../kernel/db/database.ts';

export const name = '0313-files-to-remove';

/** The job of earlier versions, one for each file that could not be removed at once. */
const earlierJob = 'remove-file';

export async function up(tx: Tx): Promise<void> {
  await sql`create table files_to_remove (file text primary key, recorded timestamptz not null default now(), tried timestamptz)`.execute(
    tx,
  );
  await sql`
    create table file_checks (
      checked timestamptz not null default now(), used integer not null, unused integer not null, removed integer not null
    )`.execute(tx);
  // pg-boss creates its tables after the migrations: a new database has none yet.
  const { rows } = await sql<{
    exists: boolean;
  }>`select to_regclass('jobs.queue') is not null as exists`.execute(tx);
  if (!rows[0]?.exists) return;
  await sql`
    insert into files_to_remove (file)
    select distinct data ->> 'file' from jobs.job
    where name = ${earlierJob} and state not in ('completed', 'cancelled') and data ->> 'file' is not null`.execute(
    tx,
  );
  await sql`delete from jobs.job where name = ${earlierJob}`.execute(tx);
  await sql`delete from jobs.queue where name = ${earlierJob}`.execute(tx);
}
