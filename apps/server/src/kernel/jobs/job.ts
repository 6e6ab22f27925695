/**
 * Defines jobs. To add a job, write one file in its domain:
 *
 * ```ts
 * // exports/write-export.ts
 * export const writeExportJob = defineJob({
 *   name: 'write-export', // its label on screen: `jobs.name.write-export` in en.json
 *   payload: z.object({ export: z.int() }), // ids, never text of people: payloads are kept for weeks
 *   timeoutSeconds: 3600,
 * });
 * export const createExportWriter = (db: Db, store: FileStore): JobHandler<typeof writeExportJob> =>
 *   async (payload, run) => {
 *     for await (const batch of batches) await run.reportProgress(done, total); // throws once it is cancelled
 *     await run.complete((tx) => markExported(tx, payload.export)); // the last writes and the end of the job, in one transaction
 *   };
 * ```
 *
 * Register it in the domain's `*.http.ts`: `mount.jobs.register(writeExportJob, createExportWriter(mount.db, store))`. Add it in
 * the transaction that causes the work: `await jobs.add(tx, writeExportJob, { export: id })`. It runs after the commit, at
 * least once, and never when the transaction fails. When a process dies, another one runs its job again: work that must not
 * happen twice belongs into `run.complete`. A handler that throws is retried with growing delays; then the job is kept as
 * failed until an administrator retries or deletes it at `/settings/jobs`.
 */
import { z } from 'zod';
import type { Tx } from '../db/database.ts';

/** A kind of job. */
export interface JobDefinition<S extends z.ZodType = z.ZodType> {
  /** `write-export`: a verb and a noun; unique. */
  name: string;
  payload: S;
  /** Attempts before it is kept as failed. */
  maxAttempts: number;
  /** Delay before the second attempt, doubled before each further one, up to `max`. */
  retryDelaySeconds: { first: number; max: number };
  /** Jobs of this kind that run at once in one process. */
  concurrency: number;
  /** An attempt that takes longer is aborted. */
  timeoutSeconds: number;
  /** Adding a job while another with the same key is waiting has no effect. */
  isDeduplicated: boolean;
}

/** The payload of jobs without parameters, such as scheduled ones. */
export const EmptyPayload = z.object({});

const defaults = {
  maxAttempts: 5,
  retryDelaySeconds: { first: 10, max: 3600 },
  concurrency: 1,
  timeoutSeconds: 900,
  isDeduplicated: false,
};

/** Defines a job; omitted members have the values of `defaults`. */
export const defineJob = <S extends z.ZodType>(
  job: Pick<JobDefinition<S>, 'name' | 'payload'> & Partial<JobDefinition<S>>,
): JobDefinition<S> => ({ ...defaults, ...job });

/** One attempt at a job, passed to its handler. */
export interface JobRun {
  /** Id of the job. */
  id: string;
  /** 1 for the first attempt. */
  attemptNumber: number;
  /** No retry follows if this attempt fails: the handler may record the failure. */
  isLastAttempt: boolean;
  /** Aborted when the job is cancelled or takes too long, or when the process stops. */
  signal: AbortSignal;
  /**
   * Stores the progress.
   * @throws JobCancelledError when the attempt was cancelled or taken over: do not catch it
   */
  reportProgress: (done: number, total: number | null) => Promise<void>;
  /**
   * Runs the last writes in the transaction that marks the job as completed.
   * @throws JobCancelledError when the attempt was cancelled or taken over; nothing is written then
   */
  complete: (work: (tx: Tx) => Promise<void>) => Promise<void>;
}

/** Runs one attempt at a job. */
export type JobHandler<J extends JobDefinition> = (
  payload: z.output<J['payload']>,
  run: JobRun,
) => Promise<void>;

/** The reason of a failure, shown to administrators: no names, addresses or text of people. */
export class JobError extends Error {
  /** A retry cannot succeed. */
  readonly isFinal: boolean;

  constructor(message: string, { isFinal = false } = {}) {
    super(message);
    this.isFinal = isFinal;
  }
}

/** The attempt was cancelled, taken over by another process, or aborted. */
export class JobCancelledError extends Error {}
