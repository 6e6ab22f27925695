/** Runs one attempt at a job. */
import type { JobWithMetadata, PgBoss } from 'pg-boss';
import { fromKysely } from 'pg-boss';
import { type Db, inTransaction, type Tx } from '../db/database.ts';
import { JobCancelledError, type JobDefinition, JobError, type JobHandler, type JobRun } from './job.ts';
import { type Attempt, affectedRows, preventRetries, returnToQueue, updateProgress } from './jobs.sql.ts';
import { type RedactedError, redactError } from './redact-error.ts';

/** Result of an attempt. `returned`: the job is back in the queue, since the process stops. `gone`: it was cancelled or taken over. */
export type AttemptResult = 'done' | 'failed' | 'returned' | 'gone';

/** What running a job needs. */
export interface JobDependencies {
  db: Db;
  boss: PgBoss;
  /** Aborted when the process stops. */
  shutdownSignal: AbortSignal;
  /** Logs the error of a failed attempt. */
  logFailure: (job: JobDefinition, attempt: number, error: unknown) => void;
}

class ActiveJobRun implements JobRun {
  readonly id: string;
  readonly attemptNumber: number;
  readonly isLastAttempt: boolean;
  readonly signal: AbortSignal;
  readonly #dependencies: JobDependencies;
  readonly #attempt: Attempt;

  constructor(dependencies: JobDependencies, stored: JobWithMetadata, attempt: Attempt) {
    this.id = stored.id;
    this.attemptNumber = stored.retryCount + 1;
    this.isLastAttempt = stored.retryCount >= stored.retryLimit;
    this.signal = AbortSignal.any([dependencies.shutdownSignal, ...(stored.signal ? [stored.signal] : [])]);
    this.#dependencies = dependencies;
    this.#attempt = attempt;
  }

  async reportProgress(done: number, total: number | null): Promise<void> {
    if (this.signal.aborted) throw new JobCancelledError('aborted');
    if (!(await updateProgress(this.#dependencies.db, this.#attempt, done, total)))
      throw new JobCancelledError('taken over');
  }

  async complete(work: (tx: Tx) => Promise<void>): Promise<void> {
    const { boss, db } = this.#dependencies;
    await inTransaction(db, 'writes', async (tx) => {
      await work(tx);
      const { name } = this.#attempt;
      const completed = await boss.complete(name, this.#attempt, null, { db: fromKysely(tx) });
      if (affectedRows(completed) === 0) throw new JobCancelledError('taken over');
    });
  }
}

async function recordFailure(
  { boss, db }: JobDependencies,
  attempt: Attempt,
  error: unknown,
  failure: RedactedError,
): Promise<void> {
  if (error instanceof JobError && error.isFinal) await preventRetries(db, attempt);
  await boss.fail(attempt.name, attempt, { fault: failure });
}

/**
 * Makes one attempt and records its result. Errors of the handler are recorded, not thrown.
 * @throws when the tables of the queue cannot be written
 */
export async function runJob<J extends JobDefinition>(
  dependencies: JobDependencies,
  job: J,
  handler: JobHandler<J>,
  stored: JobWithMetadata,
): Promise<AttemptResult> {
  const attempt: Attempt = { name: job.name, id: stored.id, retryCount: stored.retryCount };
  const run = new ActiveJobRun(dependencies, stored, attempt);
  try {
    const payload = job.payload.safeParse(stored.data);
    // Written by another version: a retry cannot succeed.
    if (!payload.success) throw new JobError('The payload is invalid', { isFinal: true });
    await handler(payload.data as Parameters<JobHandler<J>>[0], run);
    await dependencies.boss.complete(job.name, attempt);
    return 'done';
  } catch (error) {
    if (dependencies.shutdownSignal.aborted) {
      await returnToQueue(dependencies.db, attempt);
      return 'returned';
    }
    if (error instanceof JobCancelledError) return 'gone';
    dependencies.logFailure(job, run.attemptNumber, error);
    await recordFailure(dependencies, attempt, error, redactError(error));
    return 'failed';
  }
}
