/**
 * A slow counting job for tests. As a program it runs such jobs in a process of its own, which a test can kill:
 * `counting.fixture.ts <database URL>`.
 */
import { setTimeout as wait } from 'node:timers/promises';
import { sql } from 'kysely';
import { z } from 'zod';
import { openDatabase } from '../db/database.ts';
import { defineJob, type JobHandler } from './job.ts';
import { JobQueue } from './job-queue.ts';

export const countJob = defineJob({
  name: 'count',
  payload: z.object({ name: z.string(), steps: z.int() }),
  retryDelaySeconds: { first: 1, max: 2 },
  concurrency: 2,
});

/** Inserts its name into the table `counted` when it completes. */
export const countJobHandler =
  (log: (line: string) => void): JobHandler<typeof countJob> =>
  async ({ name, steps }, run) => {
    log(`${name} begins`);
    try {
      for (let step = 1; step <= steps; step++) {
        await run.reportProgress(step, steps);
        await wait(20);
      }
    } catch (error) {
      log(`${name} stops`);
      throw error;
    }
    await run.complete(async (tx) => {
      await sql`insert into counted (name) values (${name})`.execute(tx);
    });
    log(`${name} ends`);
  };

const [, program, address] = process.argv;
if (program === import.meta.filename && address !== undefined) {
  const db = openDatabase(address, { maxConnections: 2 });
  const jobs = new JobQueue({ db, connectionString: address, isWorker: true, isOnlyWorker: true });
  jobs.register(
    countJob,
    countJobHandler((line) => process.stdout.write(`${line}\n`)),
  );
  await jobs.start();
  process.on('SIGTERM', () => {
    void jobs
      .close()
      .then(() => db.destroy())
      .then(() => process.exit(0));
  });
}
