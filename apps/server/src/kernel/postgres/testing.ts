/** Helpers for tests of the embedded database. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Client } from 'pg';
import { onTestFinished, vi } from 'vitest';
import type { PostgresConnection } from './connection.ts';
import {
  type EmbeddedPostgres,
  type EmbeddedPostgresOptions,
  startEmbeddedPostgres,
} from './start-embedded.ts';

// Creating and starting a database can take longer than the default five seconds on a busy machine.
vi.setConfig({ testTimeout: 60_000 });

/**
 * A path for a data directory, in a folder that is removed after the test.
 *
 * @param mode of that folder: 0o700 keeps other accounts out
 */
export async function createDataDir(mode = 0o755): Promise<string> {
  const parent = await mkdtemp(join(tmpdir(), 'waypost-pg-'));
  onTestFinished(() => rm(parent, { recursive: true, force: true }));
  await chmod(parent, mode);
  return join(parent, 'data');
}

/** Starts the database and stops it after the test. */
export async function startTestPostgres(
  dataDir: string,
  options: Partial<EmbeddedPostgresOptions> = {},
): Promise<EmbeddedPostgres> {
  const log = { info: () => undefined, warn: () => undefined };
  const database = await startEmbeddedPostgres({ dataDir, log, settings: { fsync: 'off' }, ...options });
  onTestFinished(() => database.stop());
  return database;
}

/** Runs one statement on a connection of its own and returns the rows. */
export async function runQuery(
  connection: PostgresConnection | { connectionString: string },
  text: string,
): Promise<unknown[]> {
  const client = new Client(connection);
  await client.connect();
  try {
    return (await client.query<Record<string, unknown>>(text)).rows;
  } finally {
    await client.end();
  }
}

/** Starts a second process that runs the database of this directory. */
export async function holdInOtherProcess(
  dataDir: string,
  mode: 'hang' | 'throw' = 'hang',
): Promise<{ holder: ChildProcess; postgresPid: number }> {
  const fixture = join(import.meta.dirname, 'hold.fixture.ts');
  const holder = spawn(process.execPath, ['--import', 'tsx', fixture, dataDir, mode], {
    stdio: ['ignore', 'pipe', mode === 'throw' ? 'ignore' : 'inherit'],
  });
  onTestFinished(() => void holder.kill('SIGKILL'));
  const [line] = (await once(holder.stdout, 'data')) as [Buffer];
  return { holder, postgresPid: Number(line.toString().split(' ')[1]) };
}
