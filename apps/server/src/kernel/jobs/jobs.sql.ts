/**
 * Queries on the tables of the job queue that its library does not offer. The library creates and migrates the tables, in their
 * own schema. Its version is pinned; an upgrade has to check these statements.
 */
import { type RawBuilder, sql } from 'kysely';
import type { Db, Tx } from '../db/database.ts';

/** The schema of the tables. */
export const jobsSchema = 'jobs';

/** Identifies an attempt. Statements about it have no effect once another attempt has begun. */
export interface Attempt {
  name: string;
  id: string;
  retryCount: number;
}

/** Number of jobs that a call of the library changed; its types lack this property. */
export const affectedRows = (result: object): number => ('affected' in result ? Number(result.affected) : 0);

/** States of the library. */
export type JobState = 'created' | 'retry' | 'active' | 'completed' | 'cancelled' | 'failed';

/** A job as the job list shows it. */
export interface JobRow {
  id: string;
  name: string;
  state: JobState;
  /** Attempts that have begun. */
  attempts: number;
  maxAttempts: number;
  createdAt: Date;
  /** When the last attempt began. */
  startedAt: Date | null;
  endedAt: Date | null;
  dueAt: Date;
  output: unknown;
}

const isSameAttempt = ({ name, id, retryCount }: Attempt): RawBuilder<boolean> =>
  sql`name = ${name} and id = ${id}::uuid and state = 'active' and retry_count = ${retryCount}`;

/** Stores the progress of an attempt. @returns false when it is no longer active */
export async function updateProgress(
  db: Db,
  attempt: Attempt,
  done: number,
  total: number | null,
): Promise<boolean> {
  const progress = JSON.stringify({ progress: { done, total } });
  const { rows } = await sql`
    update jobs.job set output = ${progress}::jsonb, heartbeat_on = now() where ${isSameAttempt(attempt)} returning id`.execute(
    db,
  );
  return rows.length > 0;
}

/** Returns the job of an attempt to the queue, as if the attempt had not begun. */
export async function returnToQueue(db: Db, attempt: Attempt): Promise<void> {
  await sql`
    update jobs.job set state = 'retry', output = null, started_on = null, heartbeat_on = null,
      start_after = now()
    where ${isSameAttempt(attempt)}`.execute(db);
}

/** Makes an attempt the last one. */
export async function preventRetries(db: Db, attempt: Attempt): Promise<void> {
  await sql`update jobs.job set retry_limit = retry_count where ${isSameAttempt(attempt)}`.execute(db);
}

/** Retries the active jobs of a process that has died. Jobs without further attempts are left to the library, which marks them as failed. */
export async function requeueAll(db: Db): Promise<void> {
  await sql`
    update jobs.job set state = 'retry', heartbeat_on = null, start_after = now()
    where state = 'active' and retry_count < retry_limit`.execute(db);
  await sql`
    update jobs.job set heartbeat_on = now() - interval '1 day' where state = 'active' and heartbeat_seconds is not null`.execute(
    db,
  );
}

const columns = sql`
  id, name, state, created_on as "createdAt", completed_on as "endedAt", start_after as "dueAt", output,
  case when state in ('active', 'completed', 'failed') or started_on is not null then retry_count + 1 else retry_count end as attempts,
  retry_limit + 1 as "maxAttempts", case when started_on <= now() then started_on end as "startedAt"`;

/** Excludes the library's internal queues. */
const isApplicationJob = sql<boolean>`name not like '\\_\\_pgboss%'`;

/** Groups of jobs: finally failed; active or waiting for a retry; waiting for the first attempt. */
const conditionByGroup = {
  failed: sql<boolean>`state = 'failed'`,
  running: sql<boolean>`(state = 'active' or (state = 'retry' and output is not null))`,
  waiting: sql<boolean>`(state = 'created' or (state = 'retry' and output is null))`,
};
/** A group of jobs in the job list. */
export type JobGroup = keyof typeof conditionByGroup;

/** A page of jobs, most recently changed first, and their total number. */
export async function searchJobs(
  tx: Tx,
  group: JobGroup,
  { limit, offset }: { limit: number; offset: number },
): Promise<{ results: JobRow[]; total: number }> {
  const condition = sql`${conditionByGroup[group]} and ${isApplicationJob}`;
  const { rows: results } = await sql<JobRow>`
    select ${columns} from jobs.job where ${condition}
    order by coalesce(completed_on, started_on, created_on) desc, id limit ${limit} offset ${offset}`.execute(
    tx,
  );
  const { rows } = await sql<{ total: number }>`
    select count(*) as total from jobs.job where ${condition}`.execute(tx);
  return { results, total: rows[0]?.total ?? 0 };
}

/** Number of jobs in each group. */
export async function countJobsByGroup(db: Db | Tx): Promise<Record<JobGroup, number>> {
  const { rows } = await sql<Record<JobGroup, number>>`
    select count(*) filter (where ${conditionByGroup.failed}) as failed,
      count(*) filter (where ${conditionByGroup.running}) as running,
      count(*) filter (where ${conditionByGroup.waiting}) as waiting
    from jobs.job where ${isApplicationJob} and state not in ('completed', 'cancelled')`.execute(db);
  return rows[0] ?? { failed: 0, running: 0, waiting: 0 };
}

/** When the job that has waited longest was due; null when no job is overdue. */
export async function findOldestDueDate(tx: Tx): Promise<Date | null> {
  const { rows } = await sql<{ oldest: Date | null }>`
    select min(start_after) as oldest from jobs.job
    where ${isApplicationJob} and state in ('created', 'retry') and start_after <= now()`.execute(tx);
  return rows[0]?.oldest ?? null;
}

/** Finds a job by its id. */
export async function findJob(tx: Tx, id: string): Promise<JobRow | undefined> {
  const { rows } = await sql<JobRow>`
    select ${columns} from jobs.job where id = ${id}::uuid and ${isApplicationJob}`.execute(tx);
  return rows[0];
}

/** The ids of those jobs that are waiting, active or to be retried. */
export async function findUnfinishedJobIds(db: Db, ids: readonly string[]): Promise<Set<string>> {
  const { rows } = await sql<{ id: string }>`
    select id from jobs.job where id = any(${ids}::uuid[]) and state in ('created', 'retry', 'active')`.execute(
    db,
  );
  return new Set(rows.map((row) => row.id));
}

/** Starts a failed job again with all its attempts. @returns false when there is no such failed job */
export async function restartFailedJob(tx: Tx, id: string): Promise<boolean> {
  const { rows } = await sql`
    update jobs.job set state = 'retry', retry_count = 0, started_on = null, completed_on = null, output = null,
      start_after = now(), keep_until = now() + interval '30 days'
    where id = ${id}::uuid and state = 'failed' and ${isApplicationJob} returning id`.execute(tx);
  return rows.length > 0;
}

/** Deletes a failed job. @returns false when there is no such failed job */
export async function deleteFailedJob(tx: Tx, id: string): Promise<boolean> {
  const { rows } = await sql`
    delete from jobs.job where id = ${id}::uuid and state = 'failed' and ${isApplicationJob} returning id`.execute(
    tx,
  );
  return rows.length > 0;
}

/** Whether a job of this name is waiting, active or to be retried, or has finally failed in the last ten minutes. */
export async function hasUnfinishedJob(tx: Tx, name: string): Promise<boolean> {
  const { rows } = await sql`
    select id from jobs.job where name = ${name}
      and (state < 'completed' or (state = 'failed' and completed_on > now() - interval '10 minutes')) limit 1`.execute(
    tx,
  );
  return rows.length > 0;
}

/** Queues with waiting jobs, and the time in ms until the first of them is due; negative when it is due already. */
export async function listWaitingQueues(tx: Tx): Promise<{ name: string; dueInMs: number }[]> {
  const { rows } = await sql<{ name: string; dueInMs: number }>`
    select name, extract(epoch from min(start_after) - now())::float8 * 1000 as "dueInMs"
    from jobs.job where state < 'active' group by name`.execute(tx);
  return rows;
}

/** Whether an active job has exceeded its time, or its process sends no heartbeat. */
export async function hasExpiredJobs(tx: Tx): Promise<boolean> {
  const { rows } = await sql`
    select id from jobs.job where state = 'active' and (
      started_on + expire_seconds * interval '1 second' < now()
      or heartbeat_on + heartbeat_seconds * interval '1 second' < now()) limit 1`.execute(tx);
  return rows.length > 0;
}

/** Keys of jobs of this name that are waiting, active or to be retried. */
export async function listUnfinishedKeys(tx: Tx, name: string): Promise<string[]> {
  const { rows } = await sql<{ key: string }>`
    select singleton_key as key from jobs.job
    where name = ${name} and state < 'completed' and singleton_key is not null`.execute(tx);
  return rows.map((row) => row.key);
}

/** Payloads of jobs of this name that are waiting, active or to be retried. */
export async function listUnfinishedPayloads(tx: Tx, name: string): Promise<unknown[]> {
  const { rows } = await sql<{ data: unknown }>`
    select data from jobs.job where name = ${name} and state < 'completed'`.execute(tx);
  return rows.map((row) => row.data);
}

/** Deletes jobs that were completed or cancelled a day ago. Failed ones stay for thirty days. */
export async function deleteFinishedJobs(db: Db): Promise<void> {
  await sql`
    delete from jobs.job where state in ('completed', 'cancelled') and completed_on < now() - interval '1 day'`.execute(
    db,
  );
}
