/** Starts the server process and waits until it answers. */
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

/** A running server. */
export interface RunningServer {
  child: ChildProcess;
  pid: number;
  /** Connection to the database `postgres`. */
  connection: PostgresConnection;
}

/** The lowest limit of all systems for the path of a socket is 104 bytes, with the terminating zero. */
const MAX_SOCKET_PATH_BYTES = 100;
/** A log that is larger at a start is rotated; one old log is kept. */
const MAX_LOG_BYTES = 8 * 1024 * 1024;
const MAX_ATTEMPTS = 5;

/**
 * Starts the server on a Unix socket inside the cluster directory, or on a free loopback port when that path is too long.
 *
 * @param previousConnection the address to listen on again after a restart
 * @throws EmbeddedPostgresError with the last error of the log when the server exits before it answers
 */
export async function launchServer(
  location: ClusterLocation,
  binaries: Binaries,
  password: string,
  settings: PostgresSettings,
  previousConnection?: PostgresConnection,
): Promise<RunningServer> {
  for (let attempt = 1; ; attempt++) {
    const { host, port, addressSettings } = await chooseAddress(
      location.clusterDir,
      previousConnection?.port,
    );
    const connection = { host, port, user: OWNER_ROLE, password, database: 'postgres' };
    const child = await spawnServer(location, binaries, { ...settings, ...addressSettings });
    if (await waitForAnswer(child, connection)) return { child, pid: child.pid ?? 0, connection };
    // Another program may have taken the port, or processes of a killed server may still be exiting.
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
  addressSettings: PostgresSettings;
}

async function chooseAddress(clusterDir: string, previousPort?: number): Promise<Address> {
  const port = 5432; // only names the socket's file
  if (Buffer.byteLength(join(clusterDir, `.s.PGSQL.${port}`)) < MAX_SOCKET_PATH_BYTES) {
    const addressSettings = {
      unix_socket_directories: clusterDir,
      unix_socket_permissions: '0700',
      listen_addresses: '',
      port: String(port),
    };
    return { host: clusterDir, port, addressSettings };
  }
  const tcpPort = previousPort ?? (await findFreePort());
  const addressSettings = {
    unix_socket_directories: '',
    listen_addresses: '127.0.0.1',
    port: String(tcpPort),
  };
  return { host: '127.0.0.1', port: tcpPort, addressSettings };
}

function findFreePort(): Promise<number> {
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
    (stats) => stats.size,
    () => 0,
  );
  if (size > MAX_LOG_BYTES) await rename(path, `${path}.1`);
  const args = ['-D', location.clusterDir];
  for (const [name, value] of Object.entries(settings)) args.push('-c', `${name}=${value}`);
  // Opened by this process: the account that runs the server may lack the right.
  const log = openSync(path, 'a', 0o600);
  try {
    return spawn(binaries.postgres, args, {
      cwd: location.home,
      env: childEnvironment(),
      stdio: ['ignore', log, log],
      // In a process group of its own, so that ^C reaches only Waypost, which finishes its requests first.
      detached: true,
      ...spawnUserOptions(location.account),
    });
  } finally {
    closeSync(log);
  }
}

/** True once the server answers, also after a long crash recovery; false when it has exited. */
async function waitForAnswer(child: ChildProcess, connection: PostgresConnection): Promise<boolean> {
  child.once('error', () => undefined); // child.pid is undefined then
  for (let delayMs = 15; isRunning(child); delayMs = Math.min(delayMs * 1.5, 250)) {
    await sleep(delayMs);
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

/** No socket yet, or a server that is starting up (57P03). */
function isNotReady(error: unknown): boolean {
  if (hasCode(error, 'ENOENT', 'ECONNREFUSED', 'ECONNRESET', 'EPIPE', '57P03')) return true;
  return error instanceof Error && /timeout|terminated/i.test(error.message);
}

async function lastErrorLine(path: string): Promise<string> {
  const lines = (await readFile(path, 'utf8').catch(() => '')).trim().split('\n');
  const fatal = lines.findLast((line) => /FATAL|PANIC/.test(line)) ?? lines.at(-1);
  return `${fatal ?? 'no output'} (see ${path})`;
}
