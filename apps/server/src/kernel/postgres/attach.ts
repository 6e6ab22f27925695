/** Connects a second program to the embedded database: to the running server, or to one that is started for it. */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { OWNER_ROLE } from './cluster.ts';
import { resolveClusterLocation } from './cluster-location.ts';
import { connectionString, type PostgresConnection } from './connection.ts';
import { EmbeddedPostgresError } from './errors.ts';
import { isLocked } from './lock.ts';
import { readPassword } from './password.ts';
import { startEmbeddedPostgres } from './start-embedded.ts';

/** A reachable database. */
export interface AttachedPostgres {
  connectionString: string;
  /** Stops the server if it was started by `attachPostgres`. */
  release: () => Promise<void>;
}

/** Lines of `postmaster.pid` with the address of the server. */
const pidFileLines = { port: 3, socket: 4, host: 5 } as const;

async function findRunningServer(dataDir: string): Promise<PostgresConnection | undefined> {
  const { home, clusterDir } = await resolveClusterLocation(dataDir);
  if (!(await isLocked(home))) return undefined;
  const pidFile = (await readFile(join(clusterDir, 'postmaster.pid'), 'utf8').catch(() => '')).split('\n');
  const password = await readPassword(dataDir);
  const host = pidFile[pidFileLines.socket]?.trim() || pidFile[pidFileLines.host]?.trim();
  const port = Number(pidFile[pidFileLines.port]);
  if (password === undefined || !host || !port)
    throw new EmbeddedPostgresError('The server is starting or stopping: try again in a moment.');
  return { host, port, user: OWNER_ROLE, password, database: OWNER_ROLE };
}

/** Whether a data directory has a database. */
export async function hasCluster(dataDir: string): Promise<boolean> {
  const { clusterDir } = await resolveClusterLocation(dataDir);
  return readFile(join(clusterDir, 'PG_VERSION')).then(
    () => true,
    () => false,
  );
}

/**
 * Connects to the database of a data directory, whether or not a server runs on it.
 * @throws EmbeddedPostgresError when it is not running and cannot be started
 */
export async function attachPostgres(dataDir: string): Promise<AttachedPostgres> {
  const running = await findRunningServer(dataDir);
  if (running) return { connectionString: connectionString(running), release: () => Promise.resolve() };
  const ignore = () => undefined;
  const started = await startEmbeddedPostgres({ dataDir, log: { info: ignore, warn: ignore } });
  return { connectionString: started.connectionString, release: () => started.stop() };
}
