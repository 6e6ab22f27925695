/** The database that each deployment under test is a clone of. */
import { randomUUID } from 'node:crypto';
import { tmpdir } from 'node:os';
import { buildApp } from '../../app.ts';
import { openDatabase } from '../../kernel/db/database.ts';
import { migrate } from '../../kernel/db/migrate.ts';
import { JobQueue } from '../../kernel/jobs/job-queue.ts';
import { connectionString, type PostgresConnection } from '../../kernel/postgres/connection.ts';
import { createScratchDatabase } from '../../kernel/postgres/databases.ts';
import { migrations } from '../../migrations/all.ts';
import { seedUsers } from './seed-users.ts';

/**
 * Makes a database with the present tables, the queue's ones included, after a first start, with one person of each kind. Every
 * run makes its own, so none is ever out of date. Nobody is connected to it afterwards.
 * @param server where databases may be made
 * @returns the name of the database, for the caller to drop
 */
export async function createTemplateDatabase(server: PostgresConnection): Promise<string> {
  const name = `test_template_${randomUUID().replaceAll('-', '')}`;
  const address = connectionString(await createScratchDatabase(server, name));
  const db = openDatabase(address, { maxConnections: 2 });
  const jobs = new JobQueue({ db, connectionString: address, isWorker: false });
  try {
    await migrate(db, migrations);
    await seedUsers(db);
    // Building the app declares the jobs, which makes their tables.
    const fastify = await buildApp({ db, jobs, webDist: '/nowhere', storageDir: tmpdir() });
    await fastify.close();
  } finally {
    await jobs.close();
    await db.destroy();
  }
  return name;
}
