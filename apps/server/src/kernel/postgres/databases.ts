/** Creates and drops databases of a server: the application's, and temporary ones for tests. */
import { Client, escapeIdentifier } from 'pg';
import type { PostgresConnection } from './connection.ts';
import { hasCode } from './errors.ts';

/** Creates a database unless it exists. Safe to call concurrently. */
export async function ensureDatabase(connection: PostgresConnection, name: string): Promise<void> {
  await withMaintenanceClient(connection, async (client) => {
    const existing = await client.query('select from pg_database where datname = $1', [name]);
    if (existing.rowCount) return;
    await client.query(`create database ${escapeIdentifier(name)}`).catch((error: unknown) => {
      if (!hasCode(error, '42P04', '23505')) throw error; // created concurrently
    });
  });
}

/**
 * Creates a database for one test file, replacing one of that name.
 *
 * @param options.template a database to copy; nobody may be connected to it
 * @returns the connection to the new database
 */
export async function createScratchDatabase(
  connection: PostgresConnection,
  name: string,
  options: { template?: string } = {},
): Promise<PostgresConnection> {
  const template = escapeIdentifier(options.template ?? 'template1');
  await withMaintenanceClient(connection, async (client) => {
    await client.query(dropStatement(name));
    await client.query(`create database ${escapeIdentifier(name)} template ${template}`);
  });
  return { ...connection, database: name };
}

/** Drops a database if it exists, terminating its sessions. */
export async function dropDatabase(connection: PostgresConnection, name: string): Promise<void> {
  await withMaintenanceClient(connection, (client) => client.query(dropStatement(name)));
}

const dropStatement = (name: string) => `drop database if exists ${escapeIdentifier(name)} with (force)`;

/** Databases are created and dropped from another one: `postgres`, which every server has. */
async function withMaintenanceClient(
  connection: PostgresConnection,
  work: (client: Client) => Promise<unknown>,
): Promise<void> {
  const client = new Client({ ...connection, database: 'postgres' });
  await client.connect();
  try {
    await work(client);
  } finally {
    await client.end();
  }
}
