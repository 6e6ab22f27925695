/** Jobs that an earlier version added run after the upgrade, under their new names. */
import { sql } from 'kysely';
import { PgBoss } from 'pg-boss';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { z } from 'zod';
import { defineJob } from '../kernel/jobs/job.ts';
import { JobQueue } from '../kernel/jobs/job-queue.ts';
import { startTestApp, type TestApp } from '../testing/app/test-app.ts';
import { renamedJobs, up } from './0082-job-names.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.close());

async function addJobOfEarlierVersion(): Promise<string | null> {
  const boss = new PgBoss({
    connectionString: app.databaseUrl,
    schema: 'jobs',
    max: 1,
    supervise: false,
    schedule: false,
  });
  boss.on('error', () => undefined);
  await boss.start();
  await boss.createQueue('tell-subscriber', { policy: 'short', retryLimit: 7 });
  await boss.createQueue('sweep-exports');
  await boss.schedule('sweep-exports', '41 * * * *');
  const id = await boss.send('tell-subscriber', { subscriber: 7 }, { singletonKey: '7' });
  await boss.stop({ graceful: false });
  return id;
}

test('waiting jobs of earlier versions run under their new names', async () => {
  const id = await addJobOfEarlierVersion();
  await app.db.transaction().execute(up);

  const jobs =
    await sql`select id, data, policy, retry_limit from jobs.job where name = 'deliver-notification'`.execute(
      app.db,
    );
  expect(jobs.rows).toEqual([{ id, data: { subscriber: 7 }, policy: 'short', retry_limit: 7 }]);
  const oldNames = Object.keys(renamedJobs);
  for (const table of ['queue', 'job', 'schedule'])
    expect(
      (
        await sql`select name from ${sql.table(`jobs.${table}`)} where name = any(${oldNames})`.execute(
          app.db,
        )
      ).rows,
    ).toEqual([]);

  const payloads: unknown[] = [];
  const queue = new JobQueue({ db: app.db, connectionString: app.databaseUrl, isWorker: true });
  const job = defineJob({ name: 'deliver-notification', payload: z.object({ subscriber: z.int() }) });
  queue.register(job, async (payload) => void payloads.push(payload));
  await queue.start();
  await expect.poll(() => payloads).toEqual([{ subscriber: 7 }]);
  await queue.close();
});
