/**
 * Starts one PostgreSQL for a test run, with a template database that each test file clones: the embedded one, or the
 * server of `TEST_DATABASE_URL`, whose role must be allowed to create databases.
 */
import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { TestProject } from 'vitest/node';
import type { PostgresConnection } from '../../kernel/postgres/connection.ts';
import { dropDatabase } from '../../kernel/postgres/databases.ts';
import { startEmbeddedPostgres } from '../../kernel/postgres/start-embedded.ts';

declare module 'vitest' {
  interface ProvidedContext {
    postgres: PostgresConnection;
    /** Name of the template database. */
    template: string;
  }
}

function parseServerUrl(address: string): PostgresConnection {
  const { hostname, port, username, password } = new URL(address);
  const [user, secret] = [username, password].map(decodeURIComponent) as [string, string];
  return { host: hostname, port: Number(port) || 5432, user, password: secret, database: 'postgres' };
}

interface TestServer {
  connection: PostgresConnection;
  stop: () => Promise<void>;
}

async function startServer(): Promise<TestServer> {
  const address = process.env['TEST_DATABASE_URL'];
  if (address) return { connection: parseServerUrl(address), stop: () => Promise.resolve() };
  const dataDir = await mkdtemp(path.join(tmpdir(), 'waypost-postgres-'));
  // When the tests run as root, the database runs as another account, which needs access.
  await chmod(dataDir, 0o755);
  const quiet = () => undefined;
  const postgres = await startEmbeddedPostgres({
    dataDir,
    log: { info: quiet, warn: quiet },
    // The data does not need to survive the run.
    settings: { fsync: 'off', synchronous_commit: 'off', full_page_writes: 'off', max_connections: '100' },
  });
  return {
    connection: postgres.connection,
    async stop() {
      await postgres.stop();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}

interface SharedServer {
  started: Promise<TestServer & { template: string }>;
  users: number;
}

/** Several Vitest projects run in one process, each with its own copy of this module. They share one server. */
const sharedServerKey = Symbol.for('waypost: PostgreSQL of the test run');
const sharedGlobal = globalThis as { [sharedServerKey]?: SharedServer | undefined };

async function startWithTemplate(): Promise<TestServer & { template: string }> {
  const server = await startServer();
  // Loads the whole app: only in the project that is set up first.
  const { createTemplateDatabase } = await import('./template-database.ts');
  const template = await createTemplateDatabase(server.connection).catch(async (error: unknown) => {
    await server.stop();
    throw error;
  });
  return { ...server, template };
}

/** Vitest's global setup. Returns the teardown. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const run = (sharedGlobal[sharedServerKey] ??= { started: startWithTemplate(), users: 0 });
  run.users++;
  const { connection, template, stop } = await run.started;
  project.provide('postgres', connection);
  project.provide('template', template);
  return async () => {
    if (--run.users > 0) return;
    sharedGlobal[sharedServerKey] = undefined;
    await dropDatabase(connection, template);
    await stop();
  };
}
