import type { Job } from '@waypost/contract/jobs';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { z } from 'zod';
import { inTransaction } from '../kernel/db.ts';
import { defineJob } from '../kernel/jobs/job.ts';
import { type Deployment, startDeployment } from '../testing/deployment.ts';

const work = defineJob({ name: 'work', payload: z.object({ secret: z.string() }), attempts: 1 });

let it: Deployment;
let fails = true;
beforeAll(async () => {
  it = await startDeployment({
    prepareJobs: (jobs) =>
      jobs.handle(work, async ({ secret }, run) => {
        await run.progress(3, 10);
        if (fails) throw new Error(`451 no room for member@example.org (${secret})`);
      }),
  });
});
afterAll(() => it.close());

const listed = async (group: string) => {
  const { body } = await it.send<{ results: Job[]; total_count: number }>(
    'admin',
    'GET',
    `/jobs?group=${group}`,
  );
  expect(body.total_count).toBe(body.results.length);
  return body.results;
};
const add = async () =>
  (await inTransaction(it.db, 'writes', (tx) =>
    it.jobs.add(tx, work, { secret: 'kept-between-us-0123456789' }),
  )) ?? '';

test('what failed is told without what it was about, begun anew, and forgotten', async () => {
  const id = await add();
  expect(await listed('waiting')).toMatchObject([
    { id, name: 'work', state: 'waiting', attempts: 0, fault: null },
  ]);
  await it.jobs.workOff();
  const [failed] = await listed('failed');
  expect(failed).toEqual({
    id,
    url: `https://report.example.org/api/v3/jobs/${id}`,
    name: 'work',
    state: 'failed',
    attempts: 1,
    attempts_allowed: 1,
    fault: { message: '451 no room for … (…)', code: null },
    progress: null,
    created: expect.any(String),
    started: expect.any(String),
    ended: expect.any(String),
    due: expect.any(String),
    allowed_privileges: ['read', 'update', 'delete', 'search'],
  });
  const again = await it.send<Job>('admin', 'POST', `/jobs/${id}/retry`);
  expect([again.status, again.body]).toMatchObject([200, { id, state: 'waiting', attempts: 0, fault: null }]);
  expect((await it.send('admin', 'POST', `/jobs/${id}/retry`)).status).toBe(404);
  await it.jobs.workOff();
  expect((await it.send<Job>('admin', 'DELETE', `/jobs/${id}`)).body).toEqual({
    ...failed,
    started: expect.any(String),
    ended: expect.any(String),
    due: expect.any(String),
  });
  expect((await it.send('admin', 'DELETE', `/jobs/${id}`)).status).toBe(404);
  expect(await listed('failed')).toEqual([]);
});

test('what waits is called off', async () => {
  fails = false;
  const id = await add();
  expect((await it.send('admin', 'DELETE', `/jobs/${id}`)).status).toBe(200);
  expect(await it.jobs.workOff()).toEqual([]);
  expect(await listed('waiting')).toEqual([]);
  expect((await it.send('admin', 'DELETE', `/jobs/${id}`)).status).toBe(404);
});

test('administrators look after it, nobody else, and an id of anything is no job', async () => {
  const statuses = [];
  for (const kind of ['passer-by', 'visitor', 'member', 'settings manager', 'admin'] as const)
    for (const [method, path] of [
      ['GET', '/jobs'],
      ['POST', '/jobs/x/retry'],
      ['DELETE', `/jobs/${crypto.randomUUID()}`],
    ] as const)
      statuses.push((await it.send(kind, method, path)).status);
  expect(statuses).toEqual([401, 401, 401, 403, 403, 403, 403, 403, 403, 403, 403, 403, 200, 404, 404]);
});
