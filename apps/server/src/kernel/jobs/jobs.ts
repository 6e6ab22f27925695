/** The durable queue: which jobs there are, adding them in a transaction, and working them off. How to add one: `job.ts`. */
import { setTimeout as wait } from 'node:timers/promises';
import { fromKysely, type JobWithMetadata, PgBoss } from 'pg-boss';
import type { z } from 'zod';
import { type Db, inTransaction, type Tx } from '../db.ts';
import { attemptJob, type Outcome, type Surroundings } from './attempt.ts';
import { loggedFault } from './fault.ts';
import { defineJob, EmptyPayload, type JobDefinition, type JobHandler } from './job.ts';
import { isInHand, putBackAll, reached, schema, tidyJobs } from './tables.sql.ts';

export interface JobsOptions {
  db: Db;
  /** The same database, for a few connections of the queue's own. */
  connectionString: string;
  /** Whether this process works jobs off, or only adds them. */
  works: boolean;
  /** No other process works on these jobs: what is under way at the start is left over from one that died. */
  isAlone?: boolean;
}

export interface JobsLog {
  error: (about: object, line: string) => void;
  warn: (line: string) => void;
}

interface AddOptions {
  /** Of jobs with `oneWaiting`: which of them are the same. */
  key?: string;
  /** Not before. */
  due?: Date;
}

interface Declared {
  job: JobDefinition;
  handler: JobHandler<JobDefinition>;
}

/** Something that is looked at again and again, and made a job of when there is something to do. */
interface Watched {
  job: JobDefinition<typeof EmptyPayload>;
  isNeeded: (tx: Tx) => Promise<boolean>;
}

/** Seconds. */
const day = 86_400;
/** Seconds. A process that says nothing of its job for so long is taken for dead. */
const silence = 20;
/** Milliseconds that handlers have to come to an end when the process is told to. */
const patience = 8000;
/** Milliseconds between looks at what is watched. */
const watchPace = 2000;

const queueOptions = ({ attempts, pause, seconds }: JobDefinition) => ({
  retryLimit: attempts - 1,
  retryDelay: pause.first,
  retryDelayMax: pause.most,
  retryBackoff: true,
  expireInSeconds: seconds,
  heartbeatSeconds: silence,
  retentionSeconds: 30 * day,
  deleteAfterSeconds: 30 * day,
  notify: true,
});

/** What was done or cancelled is of no use to anybody a day later. */
const tidyQueue = defineJob({ name: 'tidy-queue', payload: EmptyPayload });

export class Jobs {
  readonly #options: JobsOptions;
  readonly #boss: PgBoss;
  readonly #declared = new Map<string, Declared>();
  readonly #schedules = new Map<JobDefinition, string>();
  readonly #watched: Watched[] = [];
  readonly #ending = new AbortController();
  readonly #running = new Set<Promise<unknown>>();
  #prepared: Promise<void> | undefined;
  #watching: Promise<void> | undefined;
  #log: JobsLog | undefined;

  constructor(options: JobsOptions) {
    this.#options = options;
    const { connectionString, works } = options;
    this.#boss = new PgBoss({
      connectionString,
      schema,
      max: 4,
      application_name: 'waypost jobs',
      useListenNotify: works,
      supervise: works,
      schedule: works,
      superviseIntervalSeconds: 10,
      monitorIntervalSeconds: 10,
    });
    this.#boss.on('error', (error) =>
      this.#log?.error(loggedFault(error), 'the queue of jobs is in trouble'),
    );
    this.#boss.on('warning', ({ message }) => this.#log?.warn(`The queue of jobs: ${message}`));
    this.handle(tidyQueue, () => tidyJobs(options.db));
    this.schedule(tidyQueue, '17 * * * *');
  }

  /** Where to tell what goes wrong. */
  tellTo(log: JobsLog): void {
    this.#log = log;
  }

  /** Says who does a job. Every process says so, also one that does none: it is how jobs become known. */
  handle<J extends JobDefinition>(job: J, handler: JobHandler<J>): void {
    if (this.#declared.has(job.name)) throw new Error(`two jobs are called "${job.name}"`);
    this.#declared.set(job.name, { job, handler });
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
  watch(job: JobDefinition<typeof EmptyPayload>, isNeeded: Watched['isNeeded']): void {
    this.#watched.push({ job, isNeeded });
  }

  /** Makes or mends the queue's tables and queues. Before anything is added; a second call waits for the first. */
  prepare(): Promise<void> {
    this.#prepared ??= this.#prepare();
    return this.#prepared;
  }

  async #prepare(): Promise<void> {
    await this.#boss.start();
    if (this.#options.works && this.#options.isAlone) await putBackAll(this.#options.db);
    const known = new Set((await this.#boss.getQueues()).map((queue) => queue.name));
    for (const { job } of this.#declared.values()) {
      const policy = job.oneWaiting ? 'short' : 'standard';
      if (known.has(job.name)) await this.#boss.updateQueue(job.name, queueOptions(job));
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
    { key, due }: AddOptions = {},
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
    return reached(await this.#boss.cancel(job.name, id, { db: fromKysely(tx) })) > 0;
  }

  /** Begins to work off what is there. Only in a process that `works`. */
  async start(): Promise<void> {
    await this.prepare();
    for (const declared of this.#declared.values())
      for (let at = 0; at < declared.job.atOnce; at++) await this.#work(declared);
    await this.#keepSchedules();
    this.#watching = this.#watch();
  }

  async #work({ job, handler }: Declared): Promise<void> {
    const pace = { pollingIntervalSeconds: 2, notifyPollingIntervalSeconds: 5 };
    // One at a time: what a handler throws would otherwise count for all that were fetched together.
    const options = { batchSize: 1, includeMetadata: true, ...pace } as const;
    const worker: string = await this.#boss.work<object, void, typeof options>(
      job.name,
      options,
      async ([found]) => {
        if (!found) return;
        await this.#track(attemptJob(this.#surroundings(), job, handler, found));
        // Where there was one there may be more; the library would rest first.
        if (!this.#ending.signal.aborted) this.#boss.notifyWorker(worker);
      },
    );
  }

  async #track<T>(work: Promise<T>): Promise<T> {
    this.#running.add(work);
    return work.finally(() => this.#running.delete(work));
  }

  #surroundings(): Surroundings {
    return {
      db: this.#options.db,
      boss: this.#boss,
      ending: this.#ending.signal,
      tell: (job, attempt, error) =>
        this.#log?.error(
          loggedFault(error),
          `attempt ${attempt} of ${job.attempts} at the job "${job.name}" failed`,
        ),
    };
  }

  /** Schedules live in the database; those of an earlier version that are gone would go on for ever. */
  async #keepSchedules(): Promise<void> {
    const wanted = new Map([...this.#schedules].map(([job, cron]) => [job.name, cron]));
    for (const { name } of await this.#boss.getSchedules())
      if (!wanted.has(name)) await this.#boss.unschedule(name);
    for (const [name, cron] of wanted)
      await this.#boss.schedule(name, cron, {}, { tz: 'UTC', missed: 'once' });
  }

  async #watch(): Promise<void> {
    const { signal } = this.#ending;
    while (!signal.aborted) {
      await this.#look().catch((error: unknown) => {
        this.#log?.error(loggedFault(error), 'what is watched could not be looked at');
      });
      await wait(watchPace, undefined, { signal, ref: false }).catch(() => undefined);
    }
  }

  async #look(): Promise<void> {
    const { db } = this.#options;
    for (const { job, isNeeded } of this.#watched)
      if (
        await inTransaction(
          db,
          'reads',
          async (tx) => (await isNeeded(tx)) && !(await isInHand(tx, job.name)),
        )
      )
        await inTransaction(db, 'writes', (tx) => this.add(tx, job, {}));
  }

  /** Stops working: handlers come to an end, or their jobs are given back as they were. Adding goes on. */
  async rest(): Promise<void> {
    this.#ending.abort();
    await this.#watching;
    for (const name of this.#declared.keys()) await this.#boss.offWork(name, { wait: false });
    const ended = Promise.allSettled(this.#running);
    await Promise.race([ended, wait(patience, undefined, { ref: false })]);
  }

  /** Ends the queue's connections. Nothing can be added any more. */
  async close(): Promise<void> {
    await this.rest();
    await this.#prepared?.catch(() => undefined);
    await this.#boss.stop({ graceful: false });
  }

  /**
   * Works off everything that is there now, what that adds included, in the calling process: for tests.
   * @param later also what is not due yet, such as second attempts
   * @returns how each attempt ended, by the job's name
   */
  async workOff({ later = false } = {}): Promise<[name: string, outcome: Outcome][]> {
    await this.#look();
    const ended: [string, Outcome][] = [];
    for (let before = -1; before < ended.length; ) {
      before = ended.length;
      for (const { job, handler } of this.#declared.values())
        for (const found of await this.#fetch(job, later))
          ended.push([job.name, await attemptJob(this.#surroundings(), job, handler, found)]);
    }
    return ended;
  }

  #fetch(job: JobDefinition, later: boolean): Promise<JobWithMetadata[]> {
    return this.#boss.fetch(job.name, { includeMetadata: true, batchSize: 1, ignoreStartAfter: later });
  }
}
