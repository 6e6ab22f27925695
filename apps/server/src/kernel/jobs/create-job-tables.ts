/** The queue's own tables, made where there are none: for what fills a database before a server runs on it. */
import { PgBoss } from 'pg-boss';
import { jobsSchema } from './jobs.sql.ts';

/** Makes them as the library of this version has them. */
export async function createJobTables(connectionString: string): Promise<void> {
  const boss = new PgBoss({
    connectionString,
    schema: jobsSchema,
    max: 1,
    supervise: false,
    schedule: false,
  });
  boss.on('error', () => undefined);
  await boss.start();
  await boss.stop({ graceful: false });
}
