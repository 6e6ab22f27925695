/** Creates the tables of the job queue in a database that no server has used yet, so that rows can be restored into them. */
import { PgBoss } from 'pg-boss';
import { jobsSchema } from './jobs.sql.ts';

/** Creates the tables as the installed version of pg-boss defines them. */
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
