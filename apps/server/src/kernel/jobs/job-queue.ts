/** The durable queue: which jobs there are, adding them in a transaction, and working them off. How to add one: `job.ts`. */
import { setTimeout as wait } from 'node:timers/promises';
import { fromKysely, type JobWithMetadata, PgBoss } from 'pg-boss';
import type { z } from 'zod';
import { type Db, inTransaction, type Tx } from '../db/database.ts';
import { defineJob, EmptyPayload, type JobDefinition, type JobHandler } from './job.ts';
import { affectedRows, deleteFinishedJobs, hasUnfinishedJob, jobsSchema, requeueAll } from './jobs.sql.ts';
import { redactErrorForLog } from './redact-error.ts';
import { type AttemptResult, type JobDependencies, runJob } from './run-job.ts';

export interface JobQueueOptions {
  db: Db;
  /** The same database, for a few connections of the queue's own. */
  connectionString: string;
  /** Whether this process works jobs off, or only adds them. */
  isWorker: boolean;
  /** No other process works on these jobs: what is under way at the start is left over from one that died. */
  isOnlyWorker?: boolean;
}

export interface JobQueueLogger {
  error: (about: object, line: string) => void;
  warn: (line: string) => void;
}

interface AddOptions {
  /** Of jobs with `isDeduplicated`: which of them are the same. */
  key?: string;
  /** Not before. */
  startAfter?: Date;
}

interface RegisteredJob {
  job: JobDefinition;
  handler: JobHandler<JobDefinition>;
}

/** Something that is looked at again and again, and made a job of when there is something to do. */
interface WatchedJob {
  job: JobDefinition<typeof EmptyPayload>;
  isNeeded: (tx: Tx) => Promise<boolean>;
}

/** Seconds. */
const daySeconds = 86_400;
/** Seconds. A process that says nothing of its job for so long is taken for dead. */
const heartbeatSeconds = 20;
/** Milliseconds that handlers have to come to an end when the process is told to. */
const shutdownTimeoutMs = 8000;
/** Milliseconds between looks at what is watched. */
const watchIntervalMs = 2000;

const queueOptions = ({
  maxAttempts: attempts,
  retryDelaySeconds: pause,
  timeoutSeconds: seconds,
}: JobDefinition) => ({
  retryLimit: attempts - 1,
  retryDelay: pause.first,
  retryDelayMax: pause.max,
  retryBackoff: true,
  expireInSeconds: seconds,
  heartbeatSeconds: heartbeatSeconds,
  retentionSeconds: 30 * daySeconds,
  deleteAfterSeconds: 30 * daySeconds,
  notify: true,
});

/** What was done or cancelled is of no use to anybody a day later. */
const tidyQueueJob = defineJob({ name: 'tidy-queue', payload: EmptyPayload });

export class JobQueue {
  readonly #options: JobQueueOptions;
  readonly #boss: PgBoss;
  readonly #registered = new Map<string, RegisteredJob>();
  readonly #schedules = new Map<JobDefinition, string>();
  readonly #watched: WatchedJob[] = [];
  readonly #shutdown = new AbortController();
  readonly #running = new Set<Promise<unknown>>();
  #prepared: Promise<void> | undefined;
  #watching: Promise<void> | undefined;
  #log: JobQueueLogger | undefined;

  constructor(options: JobQueueOptions) {
    this.#options = options;
    const { connectionString, isWorker: works } = options;
    this.#boss = new PgBoss({
      connectionString,
      schema: jobsSchema,
      max: 4,
      application_name: 'waypost jobs',
      useListenNotify: works,
      supervise: works,
      schedule: works,
      superviseIntervalSeconds: 10,
      monitorIntervalSeconds: 10,
    });
    this.#boss.on('error', (error) =>
      this.#log?.error(redactErrorForLog(error), 'the queue of jobs is in trouble'),
    );
    this.#boss.on('warning', ({ message }) => this.#log?.warn(`The queue of jobs: ${message}`));
    this.register(tidyQueueJob, () => deleteFinishedJobs(options.db));
    this.schedule(tidyQueueJob, '17 * * * *');
  }

  /** Where to tell what goes wrong. */
  setLogger(log: JobQueueLogger): void {
    this.#log = log;
  }

  /** Says who does a job. Every process says so, also one that does none: it is how jobs become known. */
  register<J extends JobDefinition>(job: J, handler: JobHandler<J>): void {
    if (this.#registered.has(job.name)) throw new Error(`two jobs are called "${job.name}"`);
    this.#registered.set(job.name, { job, handler });
  }

  /**
   * Does a job again and again.
   * @param cron five fields, UTC; one that came due while nothing ran is done once
   */
  schedule(job: JobDefinition<typeof EmptyPayload>, cron: string): void {
    this.#schedules.set(job, cron);
  }

  /**
   * Looks every two seconds whether a job is needed, for work that the database itself takes note of. There is one of it at
   * a time; one that fails for good is begun anew after ten minutes.
   */
  watch(job: JobDefinition<typeof EmptyPayload>, isNeeded: WatchedJob['isNeeded']): void {
    this.#watched.push({ job, isNeeded });
  }

  /** Makes or mends the queue's tables and queues. Before anything is added; a second call waits for the first. */
  prepare(): Promise<void> {
    this.#prepared ??= this.#prepare();
    return this.#prepared;
  }

  async #prepare(): Promise<void> {
    await this.#boss.start();
    if (this.#options.isWorker && this.#options.isOnlyWorker) await requeueAll(this.#options.db);
    const existing = new Set((await this.#boss.getQueues()).map((queue) => queue.name));
    for (const { job } of this.#registered.values()) {
      const policy = job.isDeduplicated ? 'short' : 'standard';
      if (existing.has(job.name)) await this.#boss.updateQueue(job.name, queueOptions(job));
      else await this.#boss.createQueue(job.name, { ...queueOptions(job), policy });
    }
  }

  /**
   * Adds a job to the transaction that causes it: it is done after the commit, and never when the transaction fails.
   * @returns its id; null when one with the same key waits already
   */
  add<J extends JobDefinition>(
    tx: Tx,
    job: J,
    payload: z.input<J['payload']>,
    { key, startAfter: due }: AddOptions = {},
  ): Promise<string | null> {
    return this.#boss.send(job.name, job.payload.parse(payload) as object, {
      db: fromKysely(tx),
      ...(key === undefined ? {} : { singletonKey: key }),
      ...(due === undefined ? {} : { startAfter: due }),
    });
  }

  /** Adds many of one kind at once. */
  async addAll<J extends JobDefinition>(
    tx: Tx,
    job: J,
    payloads: readonly z.input<J['payload']>[],
  ): Promise<void> {
    const jobs = payloads.map((payload) => ({ data: job.payload.parse(payload) as object }));
    if (jobs.length > 0) await this.#boss.insert(job.name, jobs, { db: fromKysely(tx) });
  }

  /** Calls a job off, whether it waits or is under way. @returns whether it was either */
  async cancel(tx: Tx, job: Pick<JobDefinition, 'name'>, id: string): Promise<boolean> {
    return affectedRows(await this.#boss.cancel(job.name, id, { db: fromKysely(tx) })) > 0;
  }

  /** Begins to work off what is there. Only in a process that `works`. */
  async start(): Promise<void> {
    await this.prepare();
    for (const registered of this.#registered.values())
      for (let at = 0; at < registered.job.concurrency; at++) await this.#work(registered);
    await this.#syncSchedules();
    this.#watching = this.#watchLoop();
  }

  async #work({ job, handler }: RegisteredJob): Promise<void> {
    const pace = { pollingIntervalSeconds: 2, notifyPollingIntervalSeconds: 5 };
    // One at a time: what a handler throws would otherwise count for all that were fetched together.
    const options = { batchSize: 1, includeMetadata: true, ...pace } as const;
    const worker: string = await this.#boss.work<object, void, typeof options>(
      job.name,
      options,
      async ([stored]) => {
        if (!stored) return;
        await this.#track(runJob(this.#dependencies(), job, handler, stored));
        // Where there was one there may be more; the library would rest first.
        if (!this.#shutdown.signal.aborted) this.#boss.notifyWorker(worker);
      },
    );
  }

  async #track<T>(work: Promise<T>): Promise<T> {
    this.#running.add(work);
    return work.finally(() => this.#running.delete(work));
  }

  #dependencies(): JobDependencies {
    return {
      db: this.#options.db,
      boss: this.#boss,
      shutdownSignal: this.#shutdown.signal,
      logFailure: (job, attempt, error) =>
        this.#log?.error(
          redactErrorForLog(error),
          `attempt ${attempt} of ${job.maxAttempts} at the job "${job.name}" failed`,
        ),
    };
  }

  /** Schedules live in the database; those of an earlier version that are gone would go on for ever. */
  async #syncSchedules(): Promise<void> {
    const wanted = new Map([...this.#schedules].map(([job, cron]) => [job.name, cron]));
    for (const { name } of await this.#boss.getSchedules())
      if (!wanted.has(name)) await this.#boss.unschedule(name);
    for (const [name, cron] of wanted)
      await this.#boss.schedule(name, cron, {}, { tz: 'UTC', missed: 'once' });
  }

  async #watchLoop(): Promise<void> {
    const { signal } = this.#shutdown;
    while (!signal.aborted) {
      await this.#addNeededJobs().catch((error: unknown) => {
        this.#log?.error(redactErrorForLog(error), 'what is watched could not be looked at');
      });
      await wait(watchIntervalMs, undefined, { signal, ref: false }).catch(() => undefined);
    }
  }

  async #addNeededJobs(): Promise<void> {
    const { db } = this.#options;
    for (const { job, isNeeded } of this.#watched)
      if (
        await inTransaction(
          db,
          'reads',
          async (tx) => (await isNeeded(tx)) && !(await hasUnfinishedJob(tx, job.name)),
        )
      )
        await inTransaction(db, 'writes', (tx) => this.add(tx, job, {}));
  }

  /** Stops working: handlers come to an end, or their jobs are given back as they were. Adding goes on. */
  async stopWorking(): Promise<void> {
    this.#shutdown.abort();
    await this.#watching;
    for (const name of this.#registered.keys()) await this.#boss.offWork(name, { wait: false });
    const results = Promise.allSettled(this.#running);
    await Promise.race([results, wait(shutdownTimeoutMs, undefined, { ref: false })]);
  }

  /** Ends the queue's connections. Nothing can be added any more. */
  async close(): Promise<void> {
    await this.stopWorking();
    await this.#prepared?.catch(() => undefined);
    await this.#boss.stop({ graceful: false });
  }

  /**
   * Works off everything that is there now, what that adds included, in the calling process: for tests.
   * @param later also what is not due yet, such as second attempts
   * @returns how each attempt ended, by the job's name
   */
  async runPending({ later = false } = {}): Promise<[name: string, outcome: AttemptResult][]> {
    await this.#addNeededJobs();
    const results: [string, AttemptResult][] = [];
    for (let before = -1; before < results.length; ) {
      before = results.length;
      for (const { job, handler } of this.#registered.values())
        for (const stored of await this.#fetch(job, later))
          results.push([job.name, await runJob(this.#dependencies(), job, handler, stored)]);
    }
    return results;
  }

  #fetch(job: JobDefinition, later: boolean): Promise<JobWithMetadata[]> {
    return this.#boss.fetch(job.name, { includeMetadata: true, batchSize: 1, ignoreStartAfter: later });
  }
}
