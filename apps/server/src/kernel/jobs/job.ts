/**
 * What a job is. To add one, write one file in its domain:
 *
 * ```ts
 * // exports/write-export.ts
 * export const writeExportJob = defineJob({
 *   name: 'write-export', // and its words on screen: `jobs.name.write-export` in en.json
 *   payload: z.object({ export: z.int() }), // ids, never what people wrote: payloads are kept for weeks
 *   seconds: 3600,
 * });
 * export const createExportWriter = (db: Db, store: FileStore): JobHandler<typeof writeExportJob> =>
 *   async (payload, run) => {
 *     for await (const batch of batches) await run.progress(done, total); // throws once it is cancelled
 *     await run.finish((tx) => markExported(tx, payload.export)); // the last writes, and the job's end: both or neither
 *   };
 * ```
 *
 * then, in the domain's `*.http.ts`, `mount.jobs.handle(writeExportJob, createExportWriter(mount.db, store))`, and where the work is
 * caused, in the transaction that causes it, `await jobs.add(tx, writeExportJob, { export: id })`. It is done after the commit,
 * at least once, and never when the transaction fails. A process that dies in the middle leaves its job to the next one:
 * what must not happen twice goes into `run.finish`. Handlers that throw are tried again, later each time, then kept as
 * failed until an administrator tries or discards them at `/settings/jobs`.
 */
import { z } from 'zod';
import type { Tx } from '../db/database.ts';

export interface JobDefinition<S extends z.ZodType = z.ZodType> {
  /** `write-export`: a verb and a noun, no other job's. */
  name: string;
  payload: S;
  /** How often it is begun before it is kept as failed. */
  maxAttempts: number;
  /** Seconds before the second attempt, doubled before each further one, and what they never exceed. */
  retryDelaySeconds: { first: number; max: number };
  /** How many run at once in one process. */
  concurrency: number;
  /** An attempt that takes longer is given up. */
  timeoutSeconds: number;
  /** Adding one while another with the same key waits to begin adds nothing. */
  isDeduplicated: boolean;
}

/** Of jobs that say all by their name, as those of a schedule do. */
export const EmptyPayload = z.object({});

/** What most jobs are content with. */
const defaults = {
  maxAttempts: 5,
  retryDelaySeconds: { first: 10, max: 3600 },
  concurrency: 1,
  timeoutSeconds: 900,
  isDeduplicated: false,
};

/** Declares a job; what is left out is as with most jobs. */
export const defineJob = <S extends z.ZodType>(
  job: Pick<JobDefinition<S>, 'name' | 'payload'> & Partial<JobDefinition<S>>,
): JobDefinition<S> => ({ ...defaults, ...job });

/** One attempt at a job, as its handler sees it. */
export interface JobRun {
  /** The job's. */
  id: string;
  /** From 1. */
  attemptNumber: number;
  /** Nothing follows if this one fails: the time to write down that it did. */
  isLastAttempt: boolean;
  /** Aborted when the job is cancelled, takes too long, or the process is about to end. */
  signal: AbortSignal;
  /**
   * Tells how far it is.
   * @throws when there is no use in going on: let it through
   */
  reportProgress: (done: number, total: number | null) => Promise<void>;
  /**
   * Writes something in the very transaction that marks the job as done.
   * @throws when the job is not this attempt's any more; nothing is written then
   */
  complete: (work: (tx: Tx) => Promise<void>) => Promise<void>;
}

export type JobHandler<J extends JobDefinition> = (
  payload: z.output<J['payload']>,
  run: JobRun,
) => Promise<void>;

/** Why a job failed, in words that may be shown: no names, addresses or anything that people wrote. */
export class JobError extends Error {
  /** Trying again is of no use. */
  readonly isFinal: boolean;

  constructor(message: string, { isFinal = false } = {}) {
    super(message);
    this.isFinal = isFinal;
  }
}

/** The attempt is not wanted any more: cancelled, taken over by another process, or about to be cut off. */
export class JobCancelledError extends Error {}
