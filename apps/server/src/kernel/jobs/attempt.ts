/** One attempt at a job, from the payload as it was kept to its end. */
import type { JobWithMetadata, PgBoss } from 'pg-boss';
import { fromKysely } from 'pg-boss';
import { type Db, inTransaction, type Tx } from '../db.ts';
import { type ToldFault, toldFault } from './fault.ts';
import { type JobDefinition, JobFault, JobGone, type JobHandler, type Run } from './job.ts';
import { type Attempt, letNoneFollow, noteProgress, putBack, reached } from './tables.sql.ts';

/** How an attempt ended. `returned`: it was given back, since the process is about to end. */
export type Outcome = 'done' | 'failed' | 'returned' | 'gone';

export interface Surroundings {
  db: Db;
  boss: PgBoss;
  /** Aborted when the process is about to end. */
  ending: AbortSignal;
  /** Told why an attempt failed. */
  tell: (job: JobDefinition, attempt: number, error: unknown) => void;
}

class LiveRun implements Run {
  readonly id: string;
  readonly attempt: number;
  readonly isLast: boolean;
  readonly signal: AbortSignal;
  readonly #around: Surroundings;
  readonly #attempt: Attempt;

  constructor(around: Surroundings, found: JobWithMetadata, attempt: Attempt) {
    this.id = found.id;
    this.attempt = found.retryCount + 1;
    this.isLast = found.retryCount >= found.retryLimit;
    this.signal = AbortSignal.any([around.ending, ...(found.signal ? [found.signal] : [])]);
    this.#around = around;
    this.#attempt = attempt;
  }

  async progress(done: number, total: number | null): Promise<void> {
    if (this.signal.aborted) throw new JobGone('aborted');
    if (!(await noteProgress(this.#around.db, this.#attempt, done, total))) throw new JobGone('taken away');
  }

  async finish(work: (tx: Tx) => Promise<void>): Promise<void> {
    const { boss, db } = this.#around;
    await inTransaction(db, 'writes', async (tx) => {
      await work(tx);
      const { name } = this.#attempt;
      const completed = await boss.complete(name, this.#attempt, null, { db: fromKysely(tx) });
      if (reached(completed) === 0) throw new JobGone('taken away');
    });
  }
}

async function noteFailure(
  { boss, db }: Surroundings,
  attempt: Attempt,
  error: unknown,
  told: ToldFault,
): Promise<void> {
  if (error instanceof JobFault && error.isFinal) await letNoneFollow(db, attempt);
  await boss.fail(attempt.name, attempt, { fault: told });
}

/**
 * Makes one attempt and writes down how it ended.
 * @throws nothing of the handler's; only when the queue itself cannot be written
 */
export async function attemptJob<J extends JobDefinition>(
  around: Surroundings,
  job: J,
  handler: JobHandler<J>,
  found: JobWithMetadata,
): Promise<Outcome> {
  const attempt: Attempt = { name: job.name, id: found.id, retryCount: found.retryCount };
  const run = new LiveRun(around, found, attempt);
  try {
    const payload = job.payload.safeParse(found.data);
    // Written by a version that is gone; no further attempt would understand it better.
    if (!payload.success) throw new JobFault('The payload is not understood', { isFinal: true });
    await handler(payload.data as Parameters<JobHandler<J>>[0], run);
    await around.boss.complete(job.name, attempt);
    return 'done';
  } catch (error) {
    if (around.ending.aborted) {
      await putBack(around.db, attempt);
      return 'returned';
    }
    if (error instanceof JobGone) return 'gone';
    around.tell(job, run.attempt, error);
    await noteFailure(around, attempt, error, toldFault(error));
    return 'failed';
  }
}
