import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
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

let jobs: JobQueue;
const said: string[] = [];
let failure: Error | undefined;
const sayHandler: JobHandler<typeof sayJob> = async ({ word }, run) => {
  said.push(`${word} ${run.attemptNumber}${run.isLastAttempt ? ', the last' : ''}`);
  if (failure) throw failure;
};

function openQueue(works: boolean): JobQueue {
  const opened = new JobQueue({ db, connectionString: address, isWorker: works });
  opened.register(sayJob, sayHandler);
  opened.register(tidyJob, async ({ of }) => void said.push(`tidied ${of}`));
  opened.register(
    countJob,
    countJobHandler((line) => said.push(line)),
  );
  return opened;
}

beforeEach(async () => {
  said.length = 0;
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
  test('is done once the transaction that added it is committed, and never when it failed', async () => {
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
    expect(said.toSorted()).toEqual(['a 1', 'b 1', 'kept 1']);
  });

  test('that is one with another that waits is not added again', async () => {
    const put = (of: number) =>
      inWriteTransaction((tx) => jobs.add(tx, tidyJob, { of }, { key: String(of) }));
    expect(await put(1)).toEqual(expect.any(String));
    expect(await put(1)).toBeNull();
    expect(await put(2)).toEqual(expect.any(String));
    await jobs.runPending();
    expect(said.toSorted()).toEqual(['tidied 1', 'tidied 2']);
    expect(await put(1)).toEqual(expect.any(String));
  });

  test('that is not due waits', async () => {
    await inWriteTransaction((tx) =>
      jobs.add(tx, sayJob, { word: 'later' }, { startAfter: new Date(Date.now() + 60_000) }),
    );
    expect(await jobs.runPending()).toEqual([]);
    expect((await listJobs('waiting')).total).toBe(1);
    expect(await jobs.runPending({ includeScheduled: true })).toEqual([['say', 'done']]);
  });

  test('that fails is tried again later, kept as failed in the end, and begun anew when somebody says so', async () => {
    const id = (await add('word')) ?? '';
    failure = new Error('451 try later, member@example.org at +44 7700 900123');
    expect(await jobs.runPending()).toEqual([['say', 'failed']]);
    expect(await jobs.runPending()).toEqual([]);
    const [again] = (await listJobs('running')).results;
    expect(again).toMatchObject({ id, state: 'retry', attempts: 1, maxAttempts: 3 });
    expect(again?.dueAt.getTime()).toBeGreaterThan(Date.now() + 30_000);
    expect(await jobs.runPending({ includeScheduled: true })).toHaveLength(2);
    expect(said).toEqual(['word 1', 'word 2', 'word 3, the last']);
    const [failed] = (await listJobs('failed')).results;
    expect(failed).toMatchObject({
      id,
      name: 'say',
      state: 'failed',
      attempts: 3,
      endedAt: expect.any(Date),
    });
    // Nobody's address or number is kept with it.
    expect(failed?.output).toEqual({ fault: { message: '451 try later, … at …', code: null } });
    failure = undefined;
    expect(await inWriteTransaction((tx) => restartFailedJob(tx, id))).toBe(true);
    expect(await inWriteTransaction((tx) => restartFailedJob(tx, id))).toBe(false);
    expect(await jobs.runPending()).toEqual([['say', 'done']]);
    expect((await listJobs('failed')).total).toBe(0);
  });

  test('whose fault is final is not tried again, and can be discarded', async () => {
    const id = (await add('word')) ?? '';
    failure = new JobError('The file is gone', { isFinal: true });
    expect(await jobs.runPending({ includeScheduled: true })).toEqual([['say', 'failed']]);
    const [failed] = (await listJobs('failed')).results;
    expect(failed?.output).toEqual({ fault: { message: 'The file is gone', code: null } });
    expect(await inWriteTransaction((tx) => deleteFailedJob(tx, id))).toBe(true);
    expect(await inWriteTransaction((tx) => findJob(tx, id))).toBeUndefined();
  });
});

test('a process that works begins at once, goes through what waits without a rest, and tells how far it is', async () => {
  await jobs.close();
  jobs = openQueue(true);
  await jobs.start();
  await inWriteTransaction((tx) =>
    jobs.addAll(
      tx,
      sayJob,
      Array.from({ length: 30 }, (_, at) => ({ word: `w${at}` })),
    ),
  );
  await eventually(() => expect(said).toHaveLength(30), 5000);
  const id = (await inWriteTransaction((tx) => jobs.add(tx, countJob, { name: 'long', steps: 400 }))) ?? '';
  await eventually(async () => {
    const found = await inWriteTransaction((tx) => findJob(tx, id));
    expect(found).toMatchObject({ state: 'active', output: { progress: { total: 400 } } });
  });
  expect(await inWriteTransaction((tx) => jobs.cancel(tx, countJob, id))).toBe(true);
  // Its place is free again: called off, it does not count to the end.
  await inWriteTransaction((tx) =>
    jobs.addAll(
      tx,
      countJob,
      [1, 2, 3].map((at) => ({ name: `s${at}`, steps: 1 })),
    ),
  );
  await eventually(async () => expect(await countedNames()).toHaveLength(3), 5000);
  expect(said).not.toContain('long ends');
});

test('a process that is asked to end gives back what it cannot finish, and the attempt does not count', async () => {
  await jobs.close();
  jobs = openQueue(true);
  await jobs.start();
  await inWriteTransaction((tx) => jobs.add(tx, countJob, { name: 'long', steps: 500 }));
  await eventually(() => expect(said).toEqual(['long begins']), 5000);
  await jobs.close();
  expect(await listJobs('waiting')).toMatchObject({ total: 1, results: [{ name: 'count', attempts: 0 }] });
  expect(await countedNames()).toEqual([]);
});

describe('a process that is killed', () => {
  const begin = (): ChildProcess => {
    const fixture = path.join(import.meta.dirname, 'counting.fixture.ts');
    return spawn(process.execPath, ['--import', 'tsx', fixture, address], {
      stdio: ['ignore', 'pipe', 'inherit'],
    });
  };

  test('loses no job and doubles none, however often', { timeout: scaled(90_000) }, async () => {
    const names = Array.from({ length: 12 }, (_, at) => `job ${at}`);
    await inWriteTransaction((tx) =>
      jobs.addAll(
        tx,
        countJob,
        names.map((name) => ({ name, steps: 4 })),
      ),
    );
    for (let kill = 0; kill < 3; kill++) {
      const child = begin();
      let lines = 0;
      child.stdout?.on('data', (chunk: Buffer) => (lines += chunk.toString().split('\n').length - 1));
      await eventually(() => expect(lines).toBeGreaterThan(2 + kill), 20_000);
      child.kill('SIGKILL');
      await once(child, 'exit');
    }
    const last = begin();
    await eventually(async () => expect(await countedNames()).toHaveLength(12), 30_000);
    await wait(300);
    last.kill('SIGTERM');
    expect(await once(last, 'exit')).toEqual([0, null]);
    expect((await countedNames()).map(({ name }) => name).toSorted()).toEqual(names.toSorted());
    expect((await listJobs('failed')).total).toBe(0);
  });
});
