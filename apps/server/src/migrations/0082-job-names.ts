/** Renames the jobs to plain technical terms. Waiting, active and failed jobs keep their ids, payloads and attempts. */
import { sql } from 'kysely';
import type { Tx } from '../kernel/db/database.ts';

export const name = '0082-job-names';

/** New names by old names. */
export const renamedJobs: Readonly<Record<string, string>> = {
  'back-up': 'create-backup',
  'forget-deliveries': 'delete-old-deliveries',
  'forget-senders': 'delete-old-senders',
  'keep-retention': 'apply-retention',
  'keep-words': 'prune-vocabulary',
  'look-after-messages': 'maintain-messages',
  'look-after-outbox': 'maintain-outbox',
  'pack-told-posts': 'compact-delivered-notifications',
  'spread-events': 'fan-out-events',
  'sweep-csv-files': 'delete-old-csv-files',
  'sweep-exports': 'delete-old-exports',
  'take-in-messages': 'process-incoming-messages',
  'tell-subscriber': 'deliver-notification',
  'tend-surveys': 'process-survey-timeouts',
  'tidy-queue': 'delete-finished-jobs',
};

export async function up(tx: Tx): Promise<void> {
  // pg-boss creates its tables after the migrations: a new database has none yet.
  const { rows } = await sql<{
    exists: boolean;
  }>`select to_regclass('jobs.queue') is not null as exists`.execute(tx);
  if (!rows[0]?.exists) return;
  for (const [before, after] of Object.entries(renamedJobs)) {
    // Jobs refer to their queue. The copy of its row has all columns, whatever the version of pg-boss.
    await sql`insert into jobs.queue
      select (jsonb_populate_record(queue, jsonb_build_object('name', ${after}::text))).* from jobs.queue as queue
      where name = ${before} on conflict do nothing`.execute(tx);
    await sql`update jobs.job set name = ${after} where name = ${before}`.execute(tx);
    // Its schedule goes with it; the server adds the schedules of its jobs when it starts.
    await sql`delete from jobs.queue where name = ${before}`.execute(tx);
  }
}
