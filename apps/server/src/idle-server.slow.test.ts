/** A server that nobody uses leaves the machine alone: small computers and batteries run it. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { type Db, openDatabase } from './kernel/db/database.ts';
import { attachPostgres } from './kernel/postgres/attach.ts';
import { eventually } from './testing/time.ts';

vi.setConfig({ testTimeout: 900_000, hookTimeout: 300_000 });

/** Transactions of all programs in a minute: 34 were measured. With polls every two seconds there were 160. */
const maxTransactionsPerMinute = 60;

let dataDir: string;
let server: ChildProcess;
let db: Db;
let release: () => Promise<void>;
beforeAll(async () => {
  dataDir = await mkdtemp(path.join(tmpdir(), 'waypost-idle-'));
  server = spawn(process.execPath, ['--import', 'tsx', path.join(import.meta.dirname, 'main.ts')], {
    env: { ...process.env, PORT: '0', HOST: '127.0.0.1', DATA_DIR: dataDir, JOBS: '', DATABASE_URL: '' },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  let output = '';
  server.stdout?.on('data', (chunk: Buffer) => (output += chunk.toString()));
  await eventually(() => expect(output).toContain('Waypost is ready'), 150_000);
  const postgres = await attachPostgres(dataDir);
  release = postgres.release;
  db = openDatabase(postgres.connectionString, { maxConnections: 1 });
});
afterAll(async () => {
  await db.destroy();
  await release();
  const exited = once(server, 'exit');
  server.kill('SIGTERM');
  await exited;
  await rm(dataDir, { recursive: true, force: true });
});

async function countTransactions(): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select (xact_commit + xact_rollback)::int as count from pg_stat_database where datname = current_database()`.execute(
    db,
  );
  return rows[0]?.count ?? 0;
}

test('an idle server hardly uses its database', async () => {
  // Right after its start it loads the names of places.
  const perMinute: number[] = [];
  do {
    const before = await countTransactions();
    await wait(60_000);
    perMinute.push((await countTransactions()) - before);
  } while (perMinute.length < 10 && Math.min(...perMinute) > maxTransactionsPerMinute);
  expect(Math.min(...perMinute)).toBeLessThanOrEqual(maxTransactionsPerMinute);
});
