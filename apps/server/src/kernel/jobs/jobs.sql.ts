/**
 * What the queue's own tables are asked and told beside what its library does. The library makes and migrates them, in a
 * schema of their own; its version is pinned, and these few statements are all that would have to follow a change.
 */
import { type RawBuilder, sql } from 'kysely';
import type { Db, Tx } from '../db/database.ts';

/** Where the library keeps its tables. */
export const jobsSchema = 'jobs';

/** One attempt: once another has begun, nothing that names this one has any effect. */
export interface Attempt {
  name: string;
  id: string;
  retryCount: number;
}

/** How many jobs an order to the library reached; it answers so, but does not say that it does. */
export const affectedRows = (result: object): number => ('affected' in result ? Number(result.affected) : 0);

export type JobState = 'created' | 'retry' | 'active' | 'completed' | 'cancelled' | 'failed';

export interface JobRow {
  id: string;
  name: string;
  state: JobState;
  /** Attempts that have begun. */
  attempts: number;
  /** Attempts that there may be in all. */
  most: number;
  created: Date;
  /** When the last attempt began. */
  started: Date | null;
  /** When it came to its end. */
  ended: Date | null;
  /** When it is due. */
  due: Date;
  output: unknown;
}

const isSameAttempt = ({ name, id, retryCount }: Attempt): RawBuilder<boolean> =>
  sql`name = ${name} and id = ${id}::uuid and state = 'active' and retry_count = ${retryCount}`;

/** @returns false when the attempt is not under way any more */
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

/** Gives an attempt back as if it had never begun. */
export async function returnToQueue(db: Db, attempt: Attempt): Promise<void> {
  await sql`
    update jobs.job set state = 'retry', output = null, started_on = null, heartbeat_on = null,
      start_after = now()
    where ${isSameAttempt(attempt)}`.execute(db);
}

/** Lets no further attempt follow this one. */
export async function preventRetries(db: Db, attempt: Attempt): Promise<void> {
  await sql`update jobs.job set retry_limit = retry_count where ${isSameAttempt(attempt)}`.execute(db);
}

/** Attempts of a process that is surely dead, due at once. The last attempts are left to the library, which notes that they failed. */
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
  id, name, state, created_on as created, completed_on as ended, start_after as due, output,
  case when state in ('active', 'completed', 'failed') or started_on is not null then retry_count + 1 else retry_count end as attempts,
  retry_limit + 1 as most, case when started_on <= now() then started_on end as started`;

/** Of the library's own queues nobody need know. */
const isApplicationJob = sql<boolean>`name not like '\\_\\_pgboss%'`;

/** What a page of jobs is about: those that failed for good; those under way or to be tried again; those that wait. */
const conditionByGroup = {
  failed: sql<boolean>`state = 'failed'`,
  running: sql<boolean>`(state = 'active' or (state = 'retry' and output is not null))`,
  waiting: sql<boolean>`(state = 'created' or (state = 'retry' and output is null))`,
};
export type JobGroup = keyof typeof conditionByGroup;

/** A page of jobs, those of which something was heard last on top, and how many there are. */
export async function searchJobs(
  tx: Tx,
  group: JobGroup,
  { limit, offset }: { limit: number; offset: number },
): Promise<{ results: JobRow[]; total: number }> {
  const which = sql`${conditionByGroup[group]} and ${isApplicationJob}`;
  const { rows: results } = await sql<JobRow>`
    select ${columns} from jobs.job where ${which}
    order by coalesce(completed_on, started_on, created_on) desc, id limit ${limit} offset ${offset}`.execute(
    tx,
  );
  const { rows } = await sql<{ total: number }>`
    select count(*) as total from jobs.job where ${which}`.execute(tx);
  return { results, total: rows[0]?.total ?? 0 };
}

/** How many jobs there are of each group. */
export async function countJobsByGroup(db: Db | Tx): Promise<Record<JobGroup, number>> {
  const { rows } = await sql<Record<JobGroup, number>>`
    select count(*) filter (where ${conditionByGroup.failed}) as failed,
      count(*) filter (where ${conditionByGroup.running}) as running,
      count(*) filter (where ${conditionByGroup.waiting}) as waiting
    from jobs.job where ${isApplicationJob} and state not in ('completed', 'cancelled')`.execute(db);
  return rows[0] ?? { failed: 0, running: 0, waiting: 0 };
}

/** When the job was due that waits longest; null where none waits whose time has come. */
export async function findOldestDueDate(tx: Tx): Promise<Date | null> {
  const { rows } = await sql<{ oldest: Date | null }>`
    select min(start_after) as oldest from jobs.job
    where ${isApplicationJob} and state in ('created', 'retry') and start_after <= now()`.execute(tx);
  return rows[0]?.oldest ?? null;
}

export async function findJob(tx: Tx, id: string): Promise<JobRow | undefined> {
  const { rows } = await sql<JobRow>`
    select ${columns} from jobs.job where id = ${id}::uuid and ${isApplicationJob}`.execute(tx);
  return rows[0];
}

/** Which of these jobs wait, are under way or will be tried again. */
export async function findUnfinishedJobIds(db: Db, ids: readonly string[]): Promise<Set<string>> {
  const { rows } = await sql<{ id: string }>`
    select id from jobs.job where id = any(${ids}::uuid[]) and state in ('created', 'retry', 'active')`.execute(
    db,
  );
  return new Set(rows.map((row) => row.id));
}

/** Begins a job that failed anew, with all its attempts. @returns whether it had failed */
export async function restartFailedJob(tx: Tx, id: string): Promise<boolean> {
  const { rows } = await sql`
    update jobs.job set state = 'retry', retry_count = 0, started_on = null, completed_on = null, output = null,
      start_after = now(), keep_until = now() + interval '30 days'
    where id = ${id}::uuid and state = 'failed' and ${isApplicationJob} returning id`.execute(tx);
  return rows.length > 0;
}

/** Forgets a job that failed. @returns whether it had failed */
export async function deleteFailedJob(tx: Tx, id: string): Promise<boolean> {
  const { rows } = await sql`
    delete from jobs.job where id = ${id}::uuid and state = 'failed' and ${isApplicationJob} returning id`.execute(
    tx,
  );
  return rows.length > 0;
}

/** Whether a job of this name waits, is under way or to be tried again, or failed for good a moment ago. */
export async function hasUnfinishedJob(tx: Tx, name: string): Promise<boolean> {
  const { rows } = await sql`
    select id from jobs.job where name = ${name}
      and (state < 'completed' or (state = 'failed' and completed_on > now() - interval '10 minutes')) limit 1`.execute(
    tx,
  );
  return rows.length > 0;
}

/** Keys of jobs of this name that wait, are under way or to be tried again. */
export async function listUnfinishedKeys(tx: Tx, name: string): Promise<string[]> {
  const { rows } = await sql<{ key: string }>`
    select singleton_key as key from jobs.job
    where name = ${name} and state < 'completed' and singleton_key is not null`.execute(tx);
  return rows.map((row) => row.key);
}

/** What jobs of this name that wait, are under way or to be tried again are about. */
export async function listUnfinishedPayloads(tx: Tx, name: string): Promise<unknown[]> {
  const { rows } = await sql<{ data: unknown }>`
    select data from jobs.job where name = ${name} and state < 'completed'`.execute(tx);
  return rows.map((row) => row.data);
}

/** Forgets jobs that were done or cancelled a day ago. Those that failed stay for thirty days. */
export async function deleteFinishedJobs(db: Db): Promise<void> {
  await sql`
    delete from jobs.job where state in ('completed', 'cancelled') and completed_on < now() - interval '1 day'`.execute(
    db,
  );
}
