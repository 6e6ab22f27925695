/**
 * Starts one PostgreSQL for a test run: the embedded one, or the server of `TEST_DATABASE_URL`, whose role must be allowed to
 * create databases. It does not load the app: `template-database.ts` creates the template database that test files clone.
 */
import { randomUUID } from 'node:crypto';
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
    /** Name of the template database, which the first test file that needs it creates. */
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
  started: Promise<TestServer>;
  template: string;
  users: number;
}

/** Several Vitest projects run in one process, each with its own copy of this module. They share one server. */
const sharedServerKey = Symbol.for('waypost: PostgreSQL of the test run');
const sharedGlobal = globalThis as { [sharedServerKey]?: SharedServer | undefined };

/** Vitest's global setup. Returns the teardown. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const run = (sharedGlobal[sharedServerKey] ??= {
    started: startServer(),
    template: `test_template_${randomUUID().replaceAll('-', '')}`,
    users: 0,
  });
  run.users++;
  const { connection, stop } = await run.started;
  project.provide('postgres', connection);
  project.provide('template', run.template);
  return async () => {
    if (--run.users > 0) return;
    sharedGlobal[sharedServerKey] = undefined;
    for (const name of [run.template, `${run.template}_new`]) await dropDatabase(connection, name);
    await stop();
  };
}
