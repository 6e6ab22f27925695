/**
 * One PostgreSQL for a whole test run; each test file makes a database of its own in it. The embedded one, or the server that
 * `TEST_DATABASE_URL` names, whose role may create databases.
 */
import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { TestProject } from 'vitest/node';
import type { PostgresConnection } from '../kernel/postgres/connection.ts';
import { startEmbeddedPostgres } from '../kernel/postgres/start.ts';

declare module 'vitest' {
  interface ProvidedContext {
    postgres: PostgresConnection;
  }
}

function serverAt(address: string): PostgresConnection {
  const { hostname, port, username, password } = new URL(address);
  const [user, secret] = [username, password].map(decodeURIComponent) as [string, string];
  return { host: hostname, port: Number(port) || 5432, user, password: secret, database: 'postgres' };
}

export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const address = process.env['TEST_DATABASE_URL'];
  if (address) {
    project.provide('postgres', serverAt(address));
    return () => Promise.resolve();
  }
  const dataDir = await mkdtemp(path.join(tmpdir(), 'waypost-postgres-'));
  // Open to the account that the database runs as when the tests run as root.
  await chmod(dataDir, 0o755);
  const quiet = () => undefined;
  const postgres = await startEmbeddedPostgres({
    dataDir,
    log: { info: quiet, warn: quiet },
    // Nothing here outlives the run.
    settings: { fsync: 'off', synchronous_commit: 'off', full_page_writes: 'off', max_connections: '100' },
  });
  project.provide('postgres', postgres.connection);
  return async () => {
    await postgres.stop();
    await rm(dataDir, { recursive: true, force: true });
  };
}
