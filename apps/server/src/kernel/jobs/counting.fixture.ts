/**
 * A job for tests that counts, slowly. As a program it works such jobs off in a process of its own, to be killed:
 * `counting.fixture.ts <database address>`.
 */
import { setTimeout as wait } from 'node:timers/promises';
import { sql } from 'kysely';
import { z } from 'zod';
import { openDatabase } from '../db.ts';
import { defineJob, type JobHandler } from './job.ts';
import { Jobs } from './jobs.ts';

export const count = defineJob({
  name: 'count',
  payload: z.object({ name: z.string(), steps: z.int() }),
  pause: { first: 1, most: 2 },
  atOnce: 2,
});

/** Writes its name down in the table `counted` with its end. */
export const counter =
  (tell: (line: string) => void): JobHandler<typeof count> =>
  async ({ name, steps }, run) => {
    tell(`${name} begins`);
    for (let step = 1; step <= steps; step++) {
      await run.progress(step, steps);
      await wait(20);
    }
    await run.finish(async (tx) => {
      await sql`insert into counted (name) values (${name})`.execute(tx);
    });
    tell(`${name} ends`);
  };

const [, program, address] = process.argv;
if (program === import.meta.filename && address !== undefined) {
  const db = openDatabase(address, { connections: 2 });
  const jobs = new Jobs({ db, connectionString: address, works: true, isAlone: true });
  jobs.handle(
    count,
    counter((line) => process.stdout.write(`${line}\n`)),
  );
  await jobs.start();
  process.on('SIGTERM', () => {
    void jobs
      .close()
      .then(() => db.destroy())
      .then(() => process.exit(0));
  });
}
