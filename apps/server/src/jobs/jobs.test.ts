import type { Job } from '@waypost/contract/jobs/jobs';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { z } from 'zod';
import { inTransaction } from '../kernel/db/database.ts';
import { defineJob } from '../kernel/jobs/job.ts';
import { startTestApp, type TestApp } from '../testing/app/test-app.ts';

const workJob = defineJob({ name: 'work', payload: z.object({ secret: z.string() }), maxAttempts: 1 });

let app: TestApp;
let isFailing = true;
beforeAll(async () => {
  app = await startTestApp({
    prepareJobs: (jobs) =>
      jobs.register(workJob, async ({ secret }, run) => {
        await run.reportProgress(3, 10);
        if (isFailing) throw new Error(`451 no room for member@example.org (${secret})`);
      }),
  });
});
afterAll(() => app.close());

const listJobs = async (group: string) => {
  const { body } = await app.send<{ results: Job[]; total_count: number }>(
    'admin',
    'GET',
    `/jobs?group=${group}`,
  );
  expect(body.total_count).toBe(body.results.length);
  return body.results;
};
const add = async () =>
  (await inTransaction(app.db, 'writes', (tx) =>
    app.jobs.add(tx, workJob, { secret: 'kept-between-us-0123456789' }),
  )) ?? '';

test('a failed job is listed without its payload, can be retried, and can be deleted', async () => {
  const id = await add();
  expect(await listJobs('waiting')).toMatchObject([
    { id, name: 'work', state: 'waiting', attempts: 0, fault: null },
  ]);
  await app.jobs.runPending();
  const [failed] = await listJobs('failed');
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
  const again = await app.send<Job>('admin', 'POST', `/jobs/${id}/retry`);
  expect([again.status, again.body]).toMatchObject([200, { id, state: 'waiting', attempts: 0, fault: null }]);
  expect((await app.send('admin', 'POST', `/jobs/${id}/retry`)).status).toBe(404);
  await app.jobs.runPending();
  expect((await app.send<Job>('admin', 'DELETE', `/jobs/${id}`)).body).toEqual({
    ...failed,
    started: expect.any(String),
    ended: expect.any(String),
    due: expect.any(String),
  });
  expect((await app.send('admin', 'DELETE', `/jobs/${id}`)).status).toBe(404);
  expect(await listJobs('failed')).toEqual([]);
});

test('a waiting job can be cancelled', async () => {
  isFailing = false;
  const id = await add();
  expect((await app.send('admin', 'DELETE', `/jobs/${id}`)).status).toBe(200);
  expect(await app.jobs.runPending()).toEqual([]);
  expect(await listJobs('waiting')).toEqual([]);
  expect((await app.send('admin', 'DELETE', `/jobs/${id}`)).status).toBe(404);
});

test('only administrators may manage jobs, and a malformed id is 404', async () => {
  const statuses = [];
  for (const kind of ['passer-by', 'visitor', 'member', 'settings manager', 'admin'] as const)
    for (const [method, path] of [
      ['GET', '/jobs'],
      ['POST', '/jobs/x/retry'],
      ['DELETE', `/jobs/${crypto.randomUUID()}`],
    ] as const)
      statuses.push((await app.send(kind, method, path)).status);
  expect(statuses).toEqual([401, 401, 401, 403, 403, 403, 403, 403, 403, 403, 403, 403, 200, 404, 404]);
});
