import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, inject, test } from 'vitest';
import { z } from 'zod';
import { eventually, scaled } from '../../testing/time.ts';
import { type Db, inTransaction, openDatabase } from '../db.ts';
import { connectionString } from '../postgres/connection.ts';
import { createScratchDatabase, dropDatabase } from '../postgres/databases.ts';
import { count, counter } from './counting.fixture.ts';
import { defineJob, JobFault, type JobHandler } from './job.ts';
import { Jobs } from './jobs.ts';
import { discardJob, findJob, reviveJob, searchJobs } from './tables.sql.ts';

const database = `test_${crypto.randomUUID().replaceAll('-', '')}`;
let address: string;
let db: Db;
beforeAll(async () => {
  address = connectionString(await createScratchDatabase(inject('postgres'), database));
  db = openDatabase(address, { connections: 4 });
  await sql`create table counted (id bigint generated always as identity, name text not null)`.execute(db);
});
afterAll(async () => {
  await db.destroy();
  await dropDatabase(inject('postgres'), database);
});

const say = defineJob({
  name: 'say',
  payload: z.object({ word: z.string() }),
  attempts: 3,
  pause: { first: 60, most: 600 },
});
const tidy = defineJob({ name: 'tidy', payload: z.object({ of: z.int() }), oneWaiting: true });

let jobs: Jobs;
const said: string[] = [];
let fault: Error | undefined;
const sayer: JobHandler<typeof say> = async ({ word }, run) => {
  said.push(`${word} ${run.attempt}${run.isLast ? ', the last' : ''}`);
  if (fault) throw fault;
};

function open(works: boolean): Jobs {
  const opened = new Jobs({ db, connectionString: address, works });
  opened.handle(say, sayer);
  opened.handle(tidy, async ({ of }) => void said.push(`tidied ${of}`));
  opened.handle(
    count,
    counter((line) => said.push(line)),
  );
  return opened;
}

beforeEach(async () => {
  said.length = 0;
  fault = undefined;
  jobs = open(false);
  await jobs.prepare();
});
afterEach(async () => {
  await jobs.close();
  await sql`delete from jobs.job; delete from counted`.execute(db);
});

const inWrite = <T>(work: Parameters<typeof inTransaction<T>>[2]) => inTransaction(db, 'writes', work);
const add = (word: string) => inWrite((tx) => jobs.add(tx, say, { word }));
const page = { limit: 10, offset: 0 };
const listed = (group: 'failed' | 'running' | 'waiting') => inWrite((tx) => searchJobs(tx, group, page));
const counted = async () =>
  (await sql<{ name: string }>`select name from counted order by id`.execute(db)).rows;

describe('a job', () => {
  test('is done once the transaction that added it is committed, and never when it failed', async () => {
    await add('kept');
    const undone = inWrite(async (tx) => {
      await jobs.add(tx, say, { word: 'lost' });
      throw new Error('no');
    });
    await expect(undone).rejects.toThrow('no');
    await inWrite((tx) => jobs.addAll(tx, say, [{ word: 'a' }, { word: 'b' }]));
    expect(await jobs.workOff()).toEqual([
      ['say', 'done'],
      ['say', 'done'],
      ['say', 'done'],
    ]);
    expect(said.toSorted()).toEqual(['a 1', 'b 1', 'kept 1']);
  });

  test('that is one with another that waits is not added again', async () => {
    const put = (of: number) => inWrite((tx) => jobs.add(tx, tidy, { of }, { key: String(of) }));
    expect(await put(1)).toEqual(expect.any(String));
    expect(await put(1)).toBeNull();
    expect(await put(2)).toEqual(expect.any(String));
    await jobs.workOff();
    expect(said.toSorted()).toEqual(['tidied 1', 'tidied 2']);
    expect(await put(1)).toEqual(expect.any(String));
  });

  test('that is not due waits', async () => {
    await inWrite((tx) => jobs.add(tx, say, { word: 'later' }, { due: new Date(Date.now() + 60_000) }));
    expect(await jobs.workOff()).toEqual([]);
    expect((await listed('waiting')).total).toBe(1);
    expect(await jobs.workOff({ later: true })).toEqual([['say', 'done']]);
  });

  test('that fails is tried again later, kept as failed in the end, and begun anew when somebody says so', async () => {
    const id = (await add('word')) ?? '';
    fault = new Error('451 try later, member@example.org at +44 7700 900123');
    expect(await jobs.workOff()).toEqual([['say', 'failed']]);
    expect(await jobs.workOff()).toEqual([]);
    const [again] = (await listed('running')).results;
    expect(again).toMatchObject({ id, state: 'retry', attempts: 1, most: 3 });
    expect(again?.due.getTime()).toBeGreaterThan(Date.now() + 30_000);
    expect(await jobs.workOff({ later: true })).toHaveLength(2);
    expect(said).toEqual(['word 1', 'word 2', 'word 3, the last']);
    const [failed] = (await listed('failed')).results;
    expect(failed).toMatchObject({ id, name: 'say', state: 'failed', attempts: 3, ended: expect.any(Date) });
    // Nobody's address or number is kept with it.
    expect(failed?.output).toEqual({ fault: { message: '451 try later, … at …', code: null } });
    fault = undefined;
    expect(await inWrite((tx) => reviveJob(tx, id))).toBe(true);
    expect(await inWrite((tx) => reviveJob(tx, id))).toBe(false);
    expect(await jobs.workOff()).toEqual([['say', 'done']]);
    expect((await listed('failed')).total).toBe(0);
  });

  test('whose fault is final is not tried again, and can be discarded', async () => {
    const id = (await add('word')) ?? '';
    fault = new JobFault('The file is gone', { isFinal: true });
    expect(await jobs.workOff({ later: true })).toEqual([['say', 'failed']]);
    const [failed] = (await listed('failed')).results;
    expect(failed?.output).toEqual({ fault: { message: 'The file is gone', code: null } });
    expect(await inWrite((tx) => discardJob(tx, id))).toBe(true);
    expect(await inWrite((tx) => findJob(tx, id))).toBeUndefined();
  });
});

test('a process that works begins at once, goes through what waits without a rest, and tells how far it is', async () => {
  await jobs.close();
  jobs = open(true);
  await jobs.start();
  await inWrite((tx) =>
    jobs.addAll(
      tx,
      say,
      Array.from({ length: 30 }, (_, at) => ({ word: `w${at}` })),
    ),
  );
  await eventually(() => expect(said).toHaveLength(30), 5000);
  const id = (await inWrite((tx) => jobs.add(tx, count, { name: 'long', steps: 400 }))) ?? '';
  await eventually(async () => {
    const found = await inWrite((tx) => findJob(tx, id));
    expect(found).toMatchObject({ state: 'active', output: { progress: { total: 400 } } });
  });
  expect(await inWrite((tx) => jobs.cancel(tx, count, id))).toBe(true);
  // Its place is free again: called off, it does not count to the end.
  await inWrite((tx) =>
    jobs.addAll(
      tx,
      count,
      [1, 2, 3].map((at) => ({ name: `s${at}`, steps: 1 })),
    ),
  );
  await eventually(async () => expect(await counted()).toHaveLength(3), 5000);
  expect(said).not.toContain('long ends');
});

test('a process that is asked to end gives back what it cannot finish, and the attempt does not count', async () => {
  await jobs.close();
  jobs = open(true);
  await jobs.start();
  await inWrite((tx) => jobs.add(tx, count, { name: 'long', steps: 500 }));
  await eventually(() => expect(said).toEqual(['long begins']), 5000);
  await jobs.close();
  expect(await listed('waiting')).toMatchObject({ total: 1, results: [{ name: 'count', attempts: 0 }] });
  expect(await counted()).toEqual([]);
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
    await inWrite((tx) =>
      jobs.addAll(
        tx,
        count,
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
    await eventually(async () => expect(await counted()).toHaveLength(12), 30_000);
    await wait(300);
    last.kill('SIGTERM');
    expect(await once(last, 'exit')).toEqual([0, null]);
    expect((await counted()).map(({ name }) => name).toSorted()).toEqual(names.toSorted());
    expect((await listed('failed')).total).toBe(0);
  });
});
