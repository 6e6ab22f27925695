/** Reaching the embedded database from a second program: the server's that runs, else one started for the purpose. */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { OWNER_ROLE } from './cluster.ts';
import { resolveClusterLocation } from './cluster-location.ts';
import { connectionString, type PostgresConnection } from './connection.ts';
import { EmbeddedPostgresError } from './errors.ts';
import { isLocked } from './lock.ts';
import { readPassword } from './password.ts';
import { startEmbeddedPostgres } from './start-embedded.ts';

/** A database that can be reached until it is let go. */
export interface AttachedPostgres {
  connectionString: string;
  /** Ends what was started for it. */
  release: () => Promise<void>;
}

/** The lines of `postmaster.pid` that say where a server listens. */
const pidFileLines = { port: 3, socket: 4, host: 5 } as const;

async function findRunningServer(dataDir: string): Promise<PostgresConnection | undefined> {
  const { home, clusterDir } = await resolveClusterLocation(dataDir);
  if (!(await isLocked(home))) return undefined;
  const pidFile = (await readFile(join(clusterDir, 'postmaster.pid'), 'utf8').catch(() => '')).split('\n');
  const password = await readPassword(dataDir);
  const host = pidFile[pidFileLines.socket]?.trim() || pidFile[pidFileLines.host]?.trim();
  const port = Number(pidFile[pidFileLines.port]);
  if (password === undefined || !host || !port)
    throw new EmbeddedPostgresError('The server is just starting or ending: try again in a moment.');
  return { host, port, user: OWNER_ROLE, password, database: OWNER_ROLE };
}

/** Whether a database was ever made in this data directory. */
export async function hasCluster(dataDir: string): Promise<boolean> {
  const { clusterDir } = await resolveClusterLocation(dataDir);
  return readFile(join(clusterDir, 'PG_VERSION')).then(
    () => true,
    () => false,
  );
}

/**
 * Reaches the database of a data directory, whether or not a server runs on it.
 * @throws EmbeddedPostgresError when it is neither running nor can be started
 */
export async function attachPostgres(dataDir: string): Promise<AttachedPostgres> {
  const running = await findRunningServer(dataDir);
  if (running) return { connectionString: connectionString(running), release: () => Promise.resolve() };
  const quiet = () => undefined;
  const started = await startEmbeddedPostgres({ dataDir, log: { info: quiet, warn: quiet } });
  return { connectionString: started.connectionString, release: () => started.stop() };
}
