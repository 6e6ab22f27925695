/** The template database that each test deployment clones. */
import { randomUUID } from 'node:crypto';
import { tmpdir } from 'node:os';
import { buildApp } from '../../app.ts';
import { openDatabase } from '../../kernel/db/database.ts';
import { migrate } from '../../kernel/db/migrate.ts';
import { JobQueue } from '../../kernel/jobs/job-queue.ts';
import { connectionString, type PostgresConnection } from '../../kernel/postgres/connection.ts';
import { createScratchDatabase } from '../../kernel/postgres/databases.ts';
import { schema } from '../../migrations/schema.ts';
import { seedUsers } from './seed-users.ts';

/**
 * Creates a database with the current tables (including those of the job queue), the data of a first start, and one
 * user of each kind. Every run creates its own, so that it is never outdated. No connection to it stays open.
 * @param server where databases may be created
 * @returns the name of the database, which the caller must drop
 */
export async function createTemplateDatabase(server: PostgresConnection): Promise<string> {
  const name = `test_template_${randomUUID().replaceAll('-', '')}`;
  const address = connectionString(await createScratchDatabase(server, name));
  const db = openDatabase(address, { maxConnections: 2 });
  const jobs = new JobQueue({ db, connectionString: address, isWorker: false });
  try {
    await migrate(db, schema);
    await seedUsers(db);
    // Building the app registers the jobs, which creates their tables.
    const fastify = await buildApp({ db, jobs, webDist: '/nowhere', storageDir: tmpdir() });
    await fastify.close();
  } finally {
    await jobs.close();
    await db.destroy();
  }
  return name;
}
