/** Whole databases of a server: the one Waypost lives in, and throw-away ones for tests. */
import { Client, escapeIdentifier } from 'pg';
import type { PostgresConnection } from './connection.ts';
import { hasCode } from './errors.ts';

/** Makes a database unless it is there. Two callers at once are fine. */
export async function ensureDatabase(connection: PostgresConnection, name: string): Promise<void> {
  await withMaintenanceClient(connection, async (client) => {
    const found = await client.query('select from pg_database where datname = $1', [name]);
    if (found.rowCount) return;
    await client.query(`create database ${escapeIdentifier(name)}`).catch((error: unknown) => {
      if (!hasCode(error, '42P04', '23505')) throw error; // somebody else made it meanwhile
    });
  });
}

/**
 * Makes a database of its own for one test file, replacing one of that name.
 *
 * @param options.template a database to copy, migrations and all; nobody may be connected to it
 * @returns how to reach the new one
 */
export async function createScratchDatabase(
  connection: PostgresConnection,
  name: string,
  options: { template?: string } = {},
): Promise<PostgresConnection> {
  await dropDatabase(connection, name);
  const template = escapeIdentifier(options.template ?? 'template1');
  await withMaintenanceClient(connection, (client) =>
    client.query(`create database ${escapeIdentifier(name)} template ${template}`),
  );
  return { ...connection, database: name };
}

/** Removes a database if it is there, ending the sessions on it. */
export async function dropDatabase(connection: PostgresConnection, name: string): Promise<void> {
  await withMaintenanceClient(connection, (client) =>
    client.query(`drop database if exists ${escapeIdentifier(name)} with (force)`),
  );
}

/** Databases are made and removed from outside of them, over the one that every server has. */
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
