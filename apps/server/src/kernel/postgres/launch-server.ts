/** Starting the server process and waiting until it answers. */
import { type ChildProcess, spawn } from 'node:child_process';
import { closeSync, openSync } from 'node:fs';
import { readFile, rename, stat } from 'node:fs/promises';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { Client } from 'pg';
import type { Binaries } from './binaries.ts';
import { OWNER_ROLE } from './cluster.ts';
import type { ClusterLocation } from './cluster-location.ts';
import type { PostgresConnection } from './connection.ts';
import { EmbeddedPostgresError, hasCode } from './errors.ts';
import { childEnvironment, spawnUserOptions } from './run-command.ts';
import type { PostgresSettings } from './settings.ts';

/** A server that answers. */
export interface RunningServer {
  child: ChildProcess;
  pid: number;
  /** Leads to the database `postgres`. */
  connection: PostgresConnection;
}

/** The shortest limit of any system for a socket's path is 104 bytes, with the closing zero. */
const MAX_SOCKET_PATH_BYTES = 100;
/** The log starts anew at a start that finds it larger than this; one old one is kept. */
const MAX_LOG_BYTES = 8 * 1024 * 1024;
const MAX_ATTEMPTS = 5;

/**
 * Starts the server on a Unix socket inside the cluster directory, or on a free loopback port where that
 * path is too long.
 *
 * @param previousConnection where it listened before, and is to be found again
 * @throws EmbeddedPostgresError with the log's last complaint when the server ends before it answers
 */
export async function launchServer(
  location: ClusterLocation,
  binaries: Binaries,
  password: string,
  settings: PostgresSettings,
  previousConnection?: PostgresConnection,
): Promise<RunningServer> {
  for (let attempt = 1; ; attempt++) {
    const {
      host,
      port,
      settings: listening,
    } = await chooseAddress(location.clusterDir, previousConnection?.port);
    const connection = { host, port, user: OWNER_ROLE, password, database: 'postgres' };
    const child = await spawnServer(location, binaries, { ...settings, ...listening });
    if (await waitForAnswer(child, connection)) return { child, pid: child.pid ?? 0, connection };
    // Another program may have taken the port, or parts of a killed server may still be ending.
    if (attempt === MAX_ATTEMPTS) {
      throw new EmbeddedPostgresError(
        `PostgreSQL did not start: ${await lastErrorLine(logPathOf(location))}`,
      );
    }
    await sleep(200 * attempt);
  }
}

/** The file that PostgreSQL's own log goes to. */
export function logPathOf(location: ClusterLocation): string {
  return join(location.home, 'postgres.log');
}

interface Address {
  host: string;
  port: number;
  settings: PostgresSettings;
}

async function chooseAddress(clusterDir: string, portBefore?: number): Promise<Address> {
  const port = 5432; // only names the socket's file
  if (Buffer.byteLength(join(clusterDir, `.s.PGSQL.${port}`)) < MAX_SOCKET_PATH_BYTES) {
    const settings = {
      unix_socket_directories: clusterDir,
      unix_socket_permissions: '0700',
      listen_addresses: '',
    };
    return { host: clusterDir, port, settings: { ...settings, port: String(port) } };
  }
  const free = portBefore ?? (await freePort());
  const settings = { unix_socket_directories: '', listen_addresses: '127.0.0.1', port: String(free) };
  return { host: '127.0.0.1', port: free, settings };
}

function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer();
    server.once('error', reject);
    server.listen(0, '127.0.0.1', () => {
      const address = server.address();
      server.close(() => resolve(typeof address === 'object' && address ? address.port : 0));
    });
  });
}

async function spawnServer(
  location: ClusterLocation,
  binaries: Binaries,
  settings: PostgresSettings,
): Promise<ChildProcess> {
  const path = logPathOf(location);
  const size = await stat(path).then(
    (found) => found.size,
    () => 0,
  );
  if (size > MAX_LOG_BYTES) await rename(path, `${path}.1`);
  const args = ['-D', location.clusterDir];
  for (const [name, value] of Object.entries(settings)) args.push('-c', `${name}=${value}`);
  // Opened by us: the account that runs the server need not be able to.
  const log = openSync(path, 'a', 0o600);
  try {
    return spawn(binaries.postgres, args, {
      cwd: location.home,
      env: childEnvironment(),
      stdio: ['ignore', log, log],
      // In a session of its own, so that ^C reaches Waypost alone and it can finish its requests first.
      detached: true,
      ...spawnUserOptions(location.account),
    });
  } finally {
    closeSync(log);
  }
}

/** True once the server answers, however long recovery after a crash takes; false when it ended. */
async function waitForAnswer(child: ChildProcess, connection: PostgresConnection): Promise<boolean> {
  child.once('error', () => undefined); // it has no pid then
  for (let pause = 15; isRunning(child); pause = Math.min(pause * 1.5, 250)) {
    await sleep(pause);
    const client = new Client({ ...connection, connectionTimeoutMillis: 5000 });
    try {
      await client.connect();
      return true;
    } catch (error) {
      if (isNotReady(error)) continue;
      child.kill('SIGINT');
      throw hasCode(error, WRONG_PASSWORD) ? new EmbeddedPostgresError(PASSWORD_ADVICE) : error;
    } finally {
      await client.end().catch(() => undefined);
    }
  }
  return false;
}

const WRONG_PASSWORD = '28P01';
const PASSWORD_ADVICE =
  'The database refuses the password in the data directory: restore the file postgres-password, or remove it to have a new one set.';

function isRunning(child: ChildProcess): boolean {
  return child.pid !== undefined && child.exitCode === null && child.signalCode === null;
}

/** No socket yet, or one that says that the server is starting up (57P03). */
function isNotReady(error: unknown): boolean {
  if (hasCode(error, 'ENOENT', 'ECONNREFUSED', 'ECONNRESET', 'EPIPE', '57P03')) return true;
  return error instanceof Error && /timeout|terminated/i.test(error.message);
}

async function lastErrorLine(path: string): Promise<string> {
  const lines = (await readFile(path, 'utf8').catch(() => '')).trim().split('\n');
  const fatal = lines.findLast((line) => /FATAL|PANIC/.test(line)) ?? lines.at(-1);
  return `${fatal ?? 'it said nothing'} (see ${path})`;
}
