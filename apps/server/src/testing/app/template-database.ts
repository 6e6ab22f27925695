/** The template database that each test deployment clones. */
import { tmpdir } from 'node:os';
import { Client, escapeIdentifier } from 'pg';
import { buildApp } from '../../app.ts';
import { openDatabase } from '../../kernel/db/database.ts';
import { migrate } from '../../kernel/db/migrate.ts';
import { JobQueue } from '../../kernel/jobs/job-queue.ts';
import { connectionString, type PostgresConnection } from '../../kernel/postgres/connection.ts';
import { createScratchDatabase } from '../../kernel/postgres/databases.ts';
import { hasCode } from '../../kernel/postgres/errors.ts';
import { schema } from '../../migrations/schema.ts';
import { seedUsers } from './seed-users.ts';

/**
 * Copies the template database of the run. The process that needs it first creates it: it has loaded the app already, which takes
 * most of the time.
 * @param server where databases may be created
 * @param template its name
 * @param name of the copy, which the caller must drop
 * @returns the connection to the copy
 */
export async function cloneTemplate(
  server: PostgresConnection,
  template: string,
  name: string,
): Promise<PostgresConnection> {
  const clone = () => createScratchDatabase(server, name, { template });
  try {
    return await clone();
  } catch (error) {
    if (!hasCode(error, missingDatabase)) throw error;
    await createTemplateOnce(server, template);
    return clone();
  }
}

/** SQLSTATE of a database that does not exist. */
const missingDatabase = '3D000';

/** Creates the template unless another process of the run does so at the same time, and waits for that one. */
async function createTemplateOnce(server: PostgresConnection, template: string): Promise<void> {
  const client = new Client({ ...server, database: 'postgres' });
  await client.connect();
  try {
    // Until the connection ends.
    await client.query('select pg_advisory_lock(hashtext($1))', [template]);
    const existing = await client.query('select from pg_database where datname = $1', [template]);
    if (existing.rowCount) return;
    const unfinished = `${template}_new`;
    await fillDatabase(await createScratchDatabase(server, unfinished));
    await client.query(
      `alter database ${escapeIdentifier(unfinished)} rename to ${escapeIdentifier(template)}`,
    );
  } finally {
    await client.end();
  }
}

/**
 * Creates the current tables (including those of the job queue), the data of a first start, and one user of each kind. No
 * connection stays open.
 */
async function fillDatabase(connection: PostgresConnection): Promise<void> {
  const address = connectionString(connection);
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
}
