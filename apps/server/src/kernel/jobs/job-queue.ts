/** The durable job queue: registers jobs, adds them in a transaction, and runs them. See `job.ts` for how to define one. */
import { setTimeout as wait } from 'node:timers/promises';
import { fromKysely, type JobWithMetadata, PgBoss } from 'pg-boss';
import type { z } from 'zod';
import { type Db, inTransaction, type Tx } from '../db/database.ts';
import { type Polling, pollAfterWrites } from '../db/poll-after-writes.ts';
import { defineJob, EmptyPayload, type JobDefinition, type JobHandler } from './job.ts';
import {
  affectedRows,
  deleteFinishedJobs,
  hasExpiredJobs,
  hasUnfinishedJob,
  jobsSchema,
  listWaitingQueues,
  requeueAll,
} from './jobs.sql.ts';
import { redactErrorForLog } from './redact-error.ts';
import { type AttemptResult, type JobDependencies, runJob } from './run-job.ts';

/** What a queue needs. */
export interface JobQueueOptions {
  db: Db;
  /** The same database, for the queue's own connections. */
  connectionString: string;
  /** Whether this process runs jobs, or only adds them. */
  isWorker: boolean;
  /** No other process runs jobs: active jobs at the start are left over from a process that died. */
  isOnlyWorker?: boolean;
}

/** Where the queue logs its errors. */
export interface JobQueueLogger {
  error: (details: object, line: string) => void;
  warn: (line: string) => void;
}

interface AddOptions {
  /** Deduplication key, for jobs with `isDeduplicated`. */
  key?: string;
  /** Earliest start. */
  startAfter?: Date;
}

interface RegisteredJob {
  job: JobDefinition;
  handler: JobHandler<JobDefinition>;
}

/** A job that is added whenever a check says that it is needed. */
interface WatchedJob {
  job: JobDefinition<typeof EmptyPayload>;
  isNeeded: (tx: Tx) => Promise<boolean>;
}

const daySeconds = 86_400;
/** A job whose process sends no heartbeat for this time is considered abandoned. */
const heartbeatSeconds = 20;
/** Time that handlers have to finish when the process stops. */
const shutdownTimeoutMs = 8000;
/** Pause after each check for due and needed jobs. Other processes may add some unnoticed. */
const minCheckPauseMs = 2000;
/** Pause of the only process, which notices its own writes: for what they do not announce, such as rows that become due. */
const maxCheckPauseMs = 10_000;
/**
 * Interval at which each worker looks for jobs by itself. Workers are woken when a job is added or becomes due: with the default of
 * half a minute, their polls alone were a query per second.
 */
const notifyPollingIntervalSeconds = 600;
/** Interval of the checks for abandoned and expired jobs. The library, which needs a dozen statements, is called only for such jobs. */
const monitorIntervalSeconds = 20;
/** Interval of the rest of the library's maintenance. */
const superviseIntervalSeconds = 600;
/** Interval of the library's work on dependent jobs, which Waypost has none of; the default is five seconds. */
const flowIntervalSeconds = daySeconds;
/** Interval of building indexes after an update of the library. */
const indexBuildIntervalSeconds = 600;
/** Interval of checking that notifications of new jobs arrive. A closed connection is noticed without it. */
const notifyHeartbeatIntervalMs = 60_000;
/** Interval of looking for due schedules, none of which is as frequent; each time a row is written. The library's maximum. */
const cronMonitorIntervalSeconds = 45;
/** The library's own queue, for the start of scheduled jobs: without notifications it is polled every five seconds. */
const scheduleQueue = '__pgboss__send-it';

const queueOptions = ({ maxAttempts, retryDelaySeconds, timeoutSeconds }: JobDefinition) => ({
  retryLimit: maxAttempts - 1,
  retryDelay: retryDelaySeconds.first,
  retryDelayMax: retryDelaySeconds.max,
  retryBackoff: true,
  expireInSeconds: timeoutSeconds,
  heartbeatSeconds,
  retentionSeconds: 30 * daySeconds,
  deleteAfterSeconds: 30 * daySeconds,
  notify: true,
});

/** Deletes completed and cancelled jobs after a day. */
const deleteFinishedJobsJob = defineJob({ name: 'delete-finished-jobs', payload: EmptyPayload });

/** The queue of one process. */
export class JobQueue {
  readonly #options: JobQueueOptions;
  readonly #boss: PgBoss;
  readonly #registered = new Map<string, RegisteredJob>();
  readonly #schedules = new Map<JobDefinition, string>();
  readonly #watched: WatchedJob[] = [];
  readonly #watchedEachMinute: WatchedJob[] = [];
  /** The library's ids of this process's workers, by the name of their job. */
  readonly #workers = new Map<string, string[]>();
  readonly #shutdown = new AbortController();
  readonly #running = new Set<Promise<unknown>>();
  #prepared: Promise<void> | undefined;
  #polling: Polling | undefined;
  #expiryCheckedAt = Number.NEGATIVE_INFINITY;
  /** Minute of the last check of `#watchedEachMinute`. */
  #checkedMinute = 0;
  #log: JobQueueLogger | undefined;

  constructor(options: JobQueueOptions) {
    this.#options = options;
    const { connectionString, isWorker } = options;
    // The library passes its options on to its connection pool, which closes idle connections after ten seconds by default.
    const poolOptions = { idleTimeoutMillis: 300_000 };
    this.#boss = new PgBoss({
      ...poolOptions,
      connectionString,
      schema: jobsSchema,
      max: 4,
      application_name: 'waypost jobs',
      useListenNotify: isWorker,
      supervise: isWorker,
      schedule: isWorker,
      superviseIntervalSeconds,
      monitorIntervalSeconds,
      flowIntervalSeconds,
      cronMonitorIntervalSeconds,
      bamIntervalSeconds: indexBuildIntervalSeconds,
      notifyHeartbeatIntervalMs,
    });
    this.#boss.on('error', (error) => this.#log?.error(redactErrorForLog(error), 'error in the job queue'));
    this.#boss.on('warning', ({ message }) => this.#log?.warn(`The job queue: ${message}`));
    this.register(deleteFinishedJobsJob, () => deleteFinishedJobs(options.db));
    this.schedule(deleteFinishedJobsJob, '17 * * * *');
  }

  /** Sets where errors are logged. */
  setLogger(log: JobQueueLogger): void {
    this.#log = log;
  }

  /** Registers the handler of a job. Processes that run no jobs register them too: it creates their queues. */
  register<J extends JobDefinition>(job: J, handler: JobHandler<J>): void {
    if (this.#registered.has(job.name)) throw new Error(`two jobs have the name "${job.name}"`);
    this.#registered.set(job.name, { job, handler });
  }

  /**
   * Adds a job on a schedule.
   * @param cron five fields, UTC; runs that were missed while no process ran are made up for once
   */
  schedule(job: JobDefinition<typeof EmptyPayload>, cron: string): void {
    this.#schedules.set(job, cron);
  }

  /**
   * Checks after each write transaction, and at the latest after ten seconds, whether a job is needed, for work that is recorded
   * in the database. There is one such job at a time; one that has failed finally is added again after ten minutes.
   */
  watch(job: JobDefinition<typeof EmptyPayload>, isNeeded: WatchedJob['isNeeded']): void {
    this.#watched.push({ job, isNeeded });
  }

  /**
   * Adds a job in each minute in which it is needed, once for all processes. A schedule would add it always, which costs twenty
   * statements and eight commits.
   */
  watchEachMinute(job: JobDefinition<typeof EmptyPayload>, isNeeded: WatchedJob['isNeeded']): void {
    this.#watchedEachMinute.push({ job, isNeeded });
  }

  /** Creates or updates the tables and queues. Call it before a job is added; a second call waits for the first. */
  prepare(): Promise<void> {
    this.#prepared ??= this.#prepare();
    return this.#prepared;
  }

  async #prepare(): Promise<void> {
    await this.#boss.start();
    if (this.#options.isWorker && this.#options.isOnlyWorker) await requeueAll(this.#options.db);
    if (this.#options.isWorker) await this.#boss.updateQueue(scheduleQueue, { notify: true });
    const existing = new Set((await this.#boss.getQueues()).map((queue) => queue.name));
    for (const { job } of this.#registered.values()) {
      const policy = job.isDeduplicated ? 'short' : 'standard';
      if (existing.has(job.name)) await this.#boss.updateQueue(job.name, queueOptions(job));
      else await this.#boss.createQueue(job.name, { ...queueOptions(job), policy });
    }
  }

  /**
   * Adds a job in the transaction that causes it: it runs after the commit, and never when the transaction fails.
   * @returns its id; null when one with the same key is waiting
   */
  add<J extends JobDefinition>(
    tx: Tx,
    job: J,
    payload: z.input<J['payload']>,
    { key, startAfter }: AddOptions = {},
  ): Promise<string | null> {
    return this.#boss.send(job.name, job.payload.parse(payload) as object, {
      db: fromKysely(tx),
      ...(key === undefined ? {} : { singletonKey: key }),
      ...(startAfter === undefined ? {} : { startAfter }),
    });
  }

  /** Adds several jobs of one kind. */
  async addAll<J extends JobDefinition>(
    tx: Tx,
    job: J,
    payloads: readonly z.input<J['payload']>[],
  ): Promise<void> {
    const jobs = payloads.map((payload) => ({ data: job.payload.parse(payload) as object }));
    if (jobs.length > 0) await this.#boss.insert(job.name, jobs, { db: fromKysely(tx) });
  }

  /** Cancels a waiting or active job. @returns whether it was waiting or active */
  async cancel(tx: Tx, job: Pick<JobDefinition, 'name'>, id: string): Promise<boolean> {
    return affectedRows(await this.#boss.cancel(job.name, id, { db: fromKysely(tx) })) > 0;
  }

  /** Starts running jobs. Only in a process with `isWorker`. */
  async start(): Promise<void> {
    await this.prepare();
    for (const registered of this.#registered.values())
      for (let worker = 0; worker < registered.job.concurrency; worker++) await this.#work(registered);
    await this.#syncSchedules();
    const maxMs = this.#options.isOnlyWorker ? maxCheckPauseMs : minCheckPauseMs;
    this.#polling = pollAfterWrites(this.#options.db, { minMs: minCheckPauseMs, maxMs }, () =>
      this.#poll().catch((error: unknown) => {
        this.#log?.error(redactErrorForLog(error), 'the check for due and needed jobs failed');
        return undefined;
      }),
    );
  }

  async #poll(): Promise<number | undefined> {
    const minute = Math.floor(Date.now() / 60_000);
    if (minute !== this.#checkedMinute) {
      this.#checkedMinute = minute;
      await this.#addJobsOfMinute();
    }
    return this.#checkForWork();
  }

  async #addJobsOfMinute(): Promise<void> {
    const { db } = this.#options;
    const needed = await inTransaction(db, 'reads', (tx) =>
      Promise.all(this.#watchedEachMinute.map(({ isNeeded }) => isNeeded(tx))),
    );
    for (const [at, { job }] of this.#watchedEachMinute.entries())
      if (needed[at]) await this.#boss.send(job.name, {}, { singletonSeconds: 60 });
  }

  async #work({ job, handler }: RegisteredJob): Promise<void> {
    const polling = { pollingIntervalSeconds: 2, notifyPollingIntervalSeconds };
    // One at a time: otherwise an error of a handler would fail all jobs that were fetched together.
    const options = { batchSize: 1, includeMetadata: true, ...polling } as const;
    const worker: string = await this.#boss.work<object, void, typeof options>(
      job.name,
      options,
      async ([stored]) => {
        if (!stored) return;
        await this.#track(runJob(this.#dependencies(), job, handler, stored));
        // A retry may be due later.
        this.#polling?.wake();
        // There may be more jobs; the library would wait for the next poll first.
        if (!this.#shutdown.signal.aborted) this.#boss.notifyWorker(worker);
      },
    );
    this.#workers.set(job.name, [...(this.#workers.get(job.name) ?? []), worker]);
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

  /** Schedules are stored in the database; removes those of earlier versions that no longer exist. */
  async #syncSchedules(): Promise<void> {
    const cronByName = new Map([...this.#schedules].map(([job, cron]) => [job.name, cron]));
    for (const { name } of await this.#boss.getSchedules())
      if (!cronByName.has(name)) await this.#boss.unschedule(name);
    for (const [name, cron] of cronByName)
      await this.#boss.schedule(name, cron, {}, { tz: 'UTC', missed: 'once' });
  }

  /**
   * Takes over abandoned jobs, adds watched jobs that are needed, and wakes the workers of due jobs; one round trip while there are
   * none.
   * @returns the time in ms until the next job is due; undefined when none waits
   */
  async #checkForWork(): Promise<number | undefined> {
    const { db } = this.#options;
    const [waitingQueues, hasExpired, neededJobs] = await inTransaction(db, 'reads', (tx) =>
      Promise.all([listWaitingQueues(tx), this.#hasExpiredJobs(tx), this.#findNeededJobs(tx)]),
    );
    if (hasExpired) await this.#boss.supervise();
    for (const job of neededJobs) await inTransaction(db, 'writes', (tx) => this.add(tx, job, {}));
    // The library wakes workers when a job is added, but not when it becomes due.
    for (const { name, dueInMs } of waitingQueues)
      if (dueInMs <= 0) for (const worker of this.#workers.get(name) ?? []) this.#boss.notifyWorker(worker);
    return waitingQueues.length > 0 ? Math.min(...waitingQueues.map(({ dueInMs }) => dueInMs)) : undefined;
  }

  async #hasExpiredJobs(tx: Tx): Promise<boolean> {
    const now = performance.now();
    if (now - this.#expiryCheckedAt < monitorIntervalSeconds * 1000) return false;
    this.#expiryCheckedAt = now;
    return hasExpiredJobs(tx);
  }

  /** Watched jobs that are needed and not in the queue yet. */
  async #findNeededJobs(tx: Tx): Promise<WatchedJob['job'][]> {
    const jobs = await Promise.all(
      this.#watched.map(async ({ job, isNeeded }) =>
        (await isNeeded(tx)) && !(await hasUnfinishedJob(tx, job.name)) ? [job] : [],
      ),
    );
    return jobs.flat();
  }

  /** Stops running jobs: handlers finish, or their jobs return to the queue. Jobs can still be added. */
  async stopWorking(): Promise<void> {
    this.#shutdown.abort();
    await this.#polling?.stop();
    for (const name of this.#registered.keys()) await this.#boss.offWork(name, { wait: false });
    const results = Promise.allSettled(this.#running);
    await Promise.race([results, wait(shutdownTimeoutMs, undefined, { ref: false })]);
  }

  /** Closes the connections of the queue. No jobs can be added after that. */
  async close(): Promise<void> {
    await this.stopWorking();
    await this.#prepared?.catch(() => undefined);
    await this.#boss.stop({ graceful: false });
  }

  /**
   * Runs all jobs in the queue, including those that they add, in the calling process: for tests.
   * @param includeScheduled also run jobs that are not due yet, such as retries
   * @returns the name and result of each attempt
   */
  async runPending({ includeScheduled = false } = {}): Promise<[name: string, outcome: AttemptResult][]> {
    await this.#checkForWork();
    const results: [string, AttemptResult][] = [];
    for (let previousCount = -1; previousCount < results.length; ) {
      previousCount = results.length;
      for (const { job, handler } of this.#registered.values())
        for (const stored of await this.#fetch(job, includeScheduled))
          results.push([job.name, await runJob(this.#dependencies(), job, handler, stored)]);
    }
    return results;
  }

  #fetch(job: JobDefinition, includeScheduled: boolean): Promise<JobWithMetadata[]> {
    return this.#boss.fetch(job.name, {
      includeMetadata: true,
      batchSize: 1,
      ignoreStartAfter: includeScheduled,
    });
  }
}
