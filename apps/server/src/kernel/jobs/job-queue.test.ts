import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, inject, test } from 'vitest';
import { z } from 'zod';
import { eventually, scaled } from '../../testing/time.ts';
import { type Db, inTransaction, openDatabase } from '../db/database.ts';
import { connectionString } from '../postgres/connection.ts';
import { createScratchDatabase, dropDatabase } from '../postgres/databases.ts';
import { countJob, countJobHandler } from './counting.fixture.ts';
import { defineJob, JobError, type JobHandler } from './job.ts';
import { JobQueue } from './job-queue.ts';
import { deleteFailedJob, findJob, restartFailedJob, searchJobs } from './jobs.sql.ts';

const database = `test_${crypto.randomUUID().replaceAll('-', '')}`;
let address: string;
let db: Db;
beforeAll(async () => {
  address = connectionString(await createScratchDatabase(inject('postgres'), database));
  db = openDatabase(address, { maxConnections: 4 });
  await sql`create table counted (id bigint generated always as identity, name text not null)`.execute(db);
});
afterAll(async () => {
  await db.destroy();
  await dropDatabase(inject('postgres'), database);
});

const sayJob = defineJob({
  name: 'say',
  payload: z.object({ word: z.string() }),
  maxAttempts: 3,
  retryDelaySeconds: { first: 60, max: 600 },
});
const tidyJob = defineJob({ name: 'tidy', payload: z.object({ of: z.int() }), isDeduplicated: true });

/** Steps of a job that does not end before somebody ends it. */
const endless = 1_000_000;

let jobs: JobQueue;
const runs: string[] = [];
let onRun: () => unknown = () => undefined;
let failure: Error | undefined;
const sayHandler: JobHandler<typeof sayJob> = async ({ word }, run) => {
  runs.push(`${word} ${run.attemptNumber}${run.isLastAttempt ? ', the last' : ''}`);
  onRun();
  if (failure) throw failure;
};

function openQueue(isWorker: boolean): JobQueue {
  const queue = new JobQueue({ db, connectionString: address, isWorker });
  queue.register(sayJob, sayHandler);
  queue.register(tidyJob, async ({ of }) => void runs.push(`tidied ${of}`));
  queue.register(
    countJob,
    countJobHandler((line) => runs.push(line)),
  );
  return queue;
}

beforeEach(async () => {
  runs.length = 0;
  failure = undefined;
  jobs = openQueue(false);
  await jobs.prepare();
});
afterEach(async () => {
  await jobs.close();
  await sql`delete from jobs.job; delete from counted`.execute(db);
});

const inWriteTransaction = <T>(work: Parameters<typeof inTransaction<T>>[2]) =>
  inTransaction(db, 'writes', work);
const add = (word: string) => inWriteTransaction((tx) => jobs.add(tx, sayJob, { word }));
const page = { limit: 10, offset: 0 };
const listJobs = (group: 'failed' | 'running' | 'waiting') =>
  inWriteTransaction((tx) => searchJobs(tx, group, page));
const countedNames = async () =>
  (await sql<{ name: string }>`select name from counted order by id`.execute(db)).rows;

describe('a job', () => {
  test('runs after the commit of the transaction that added it, and never when it failed', async () => {
    await add('kept');
    const undone = inWriteTransaction(async (tx) => {
      await jobs.add(tx, sayJob, { word: 'lost' });
      throw new Error('no');
    });
    await expect(undone).rejects.toThrow('no');
    await inWriteTransaction((tx) => jobs.addAll(tx, sayJob, [{ word: 'a' }, { word: 'b' }]));
    expect(await jobs.runPending()).toEqual([
      ['say', 'done'],
      ['say', 'done'],
      ['say', 'done'],
    ]);
    expect(runs.toSorted()).toEqual(['a 1', 'b 1', 'kept 1']);
  });

  test('with the key of a waiting job is not added again', async () => {
    const put = (of: number) =>
      inWriteTransaction((tx) => jobs.add(tx, tidyJob, { of }, { key: String(of) }));
    expect(await put(1)).toEqual(expect.any(String));
    expect(await put(1)).toBeNull();
    expect(await put(2)).toEqual(expect.any(String));
    await jobs.runPending();
    expect(runs.toSorted()).toEqual(['tidied 1', 'tidied 2']);
    expect(await put(1)).toEqual(expect.any(String));
  });

  test('with a later start waits', async () => {
    await inWriteTransaction((tx) =>
      jobs.add(tx, sayJob, { word: 'later' }, { startAfter: new Date(Date.now() + 60_000) }),
    );
    expect(await jobs.runPending()).toEqual([]);
    expect((await listJobs('waiting')).total).toBe(1);
    expect(await jobs.runPending({ includeScheduled: true })).toEqual([['say', 'done']]);
  });

  test('that fails is retried, then kept as failed, and can be restarted', async () => {
    const id = (await add('word')) ?? '';
    failure = new Error('451 try later, member@example.org at +44 7700 900123');
    expect(await jobs.runPending()).toEqual([['say', 'failed']]);
    expect(await jobs.runPending()).toEqual([]);
    const [retried] = (await listJobs('running')).results;
    expect(retried).toMatchObject({ id, state: 'retry', attempts: 1, maxAttempts: 3 });
    expect(retried?.dueAt.getTime()).toBeGreaterThan(Date.now() + 30_000);
    expect(await jobs.runPending({ includeScheduled: true })).toHaveLength(2);
    expect(runs).toEqual(['word 1', 'word 2', 'word 3, the last']);
    const [failed] = (await listJobs('failed')).results;
    expect(failed).toMatchObject({
      id,
      name: 'say',
      state: 'failed',
      attempts: 3,
      endedAt: expect.any(Date),
    });
    // Addresses and numbers are removed from the stored error.
    expect(failed?.output).toEqual({ fault: { message: '451 try later, … at …', code: null } });
    failure = undefined;
    expect(await inWriteTransaction((tx) => restartFailedJob(tx, id))).toBe(true);
    expect(await inWriteTransaction((tx) => restartFailedJob(tx, id))).toBe(false);
    expect(await jobs.runPending()).toEqual([['say', 'done']]);
    expect((await listJobs('failed')).total).toBe(0);
  });

  test('with a final error is not retried, and can be deleted', async () => {
    const id = (await add('word')) ?? '';
    failure = new JobError('The file is gone', { isFinal: true });
    expect(await jobs.runPending({ includeScheduled: true })).toEqual([['say', 'failed']]);
    const [failed] = (await listJobs('failed')).results;
    expect(failed?.output).toEqual({ fault: { message: 'The file is gone', code: null } });
    expect(await inWriteTransaction((tx) => deleteFailedJob(tx, id))).toBe(true);
    expect(await inWriteTransaction((tx) => findJob(tx, id))).toBeUndefined();
  });
});

test('a worker starts at once, runs waiting jobs without pauses, and stores the progress', async () => {
  await jobs.close();
  jobs = openQueue(true);
  await jobs.start();
  const allRan = new Promise<void>((resolve) => {
    onRun = () => runs.length === 30 && resolve();
  });
  await inWriteTransaction((tx) =>
    jobs.addAll(
      tx,
      sayJob,
      Array.from({ length: 30 }, (_, at) => ({ word: `w${at}` })),
    ),
  );
  await allRan;
  // Half of the pauses are shorter than that between two checks of the queue, however often the machine stands still.
  const { rows } = await sql<{ seconds: number }>`
    select percentile_cont(0.5) within group (order by pause) as seconds from (
      select extract(epoch from started_on - lag(started_on) over (order by started_on))::float8 as pause
      from jobs.job where name = 'say') as it`.execute(db);
  expect(rows[0]?.seconds).toBeLessThan(1);
  const id =
    (await inWriteTransaction((tx) => jobs.add(tx, countJob, { name: 'long', steps: endless }))) ?? '';
  await eventually(async () => {
    const row = await inWriteTransaction((tx) => findJob(tx, id));
    expect(row).toMatchObject({ state: 'active', output: { progress: { total: endless } } });
  });
  expect(await inWriteTransaction((tx) => jobs.cancel(tx, countJob, id))).toBe(true);
  // The cancelled job stops and frees its worker.
  await eventually(() => expect(runs).toContain('long stops'));
  await inWriteTransaction((tx) =>
    jobs.addAll(
      tx,
      countJob,
      [1, 2, 3].map((at) => ({ name: `s${at}`, steps: 1 })),
    ),
  );
  await eventually(async () => expect(await countedNames()).toHaveLength(3));
  expect(runs).not.toContain('long ends');
});

test('a worker runs a job soon after it becomes due, without waiting for its next poll', async () => {
  await jobs.close();
  jobs = openQueue(true);
  await jobs.start();
  const startAfter = new Date(Date.now() + 1000);
  await inWriteTransaction((tx) => jobs.add(tx, sayJob, { word: 'due' }, { startAfter }));
  await eventually(() => expect(runs).toEqual(['due 1']), 8000);
  expect(Date.now()).toBeGreaterThanOrEqual(startAfter.getTime());
});

test('a worker that stops returns unfinished jobs to the queue, and the attempt does not count', async () => {
  await jobs.close();
  jobs = openQueue(true);
  await jobs.start();
  await inWriteTransaction((tx) => jobs.add(tx, countJob, { name: 'long', steps: endless }));
  await eventually(() => expect(runs).toEqual(['long begins']));
  await jobs.close();
  expect(await listJobs('waiting')).toMatchObject({ total: 1, results: [{ name: 'count', attempts: 0 }] });
  expect(await countedNames()).toEqual([]);
});

describe('a worker that is killed', () => {
  const startWorker = (): ChildProcess => {
    const fixture = path.join(import.meta.dirname, 'counting.fixture.ts');
    return spawn(process.execPath, ['--import', 'tsx', fixture, address], {
      stdio: ['ignore', 'pipe', 'inherit'],
    });
  };

  /** Starts a worker and kills it as soon as it has written a number of lines. */
  async function killWorker(afterLines: number): Promise<void> {
    const child = startWorker();
    let lines = 0;
    child.stdout?.on('data', (chunk: Buffer) => {
      lines += chunk.toString().split('\n').length - 1;
      if (lines >= afterLines) child.kill('SIGKILL');
    });
    expect(await once(child, 'exit')).toEqual([null, 'SIGKILL']);
  }

  test('loses no job and runs none twice', { timeout: scaled(90_000) }, async () => {
    const names: string[] = [];
    for (let round = 1; round <= 3; round++) {
      // Each worker has something to do, also if the one before was killed late and has done everything.
      const added = [1, 2, 3, 4].map((at) => `job ${round}.${at}`);
      names.push(...added);
      await inWriteTransaction((tx) =>
        jobs.addAll(
          tx,
          countJob,
          added.map((name) => ({ name, steps: 4 })),
        ),
      );
      await killWorker(2 + round);
    }
    const last = startWorker();
    const exit = once(last, 'exit');
    const countUnfinished = async () => (await listJobs('waiting')).total + (await listJobs('running')).total;
    await eventually(async () => expect(await countUnfinished()).toBe(0), 30_000);
    last.kill('SIGTERM');
    expect(await exit).toEqual([0, null]);
    expect((await countedNames()).map(({ name }) => name).toSorted()).toEqual(names.toSorted());
    expect((await listJobs('failed')).total).toBe(0);
  });
});
