/** Reaching the embedded database from a second program: the server's that runs, else one started for the purpose. */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { ROLE } from './cluster.ts';
import { connectionString, type PostgresConnection } from './connection.ts';
import { EmbeddedPostgresError } from './errors.ts';
import { isLocked } from './lock.ts';
import { readPassword } from './password.ts';
import { settlePlace } from './place.ts';
import { startEmbeddedPostgres } from './start.ts';

/** A database that can be reached until it is let go. */
export interface AttachedPostgres {
  connectionString: string;
  /** Ends what was started for it. */
  letGo: () => Promise<void>;
}

/** The lines of `postmaster.pid` that say where a server listens. */
const lines = { port: 3, socket: 4, host: 5 } as const;

async function runningOn(dataDir: string): Promise<PostgresConnection | undefined> {
  const { home, clusterDir } = await settlePlace(dataDir);
  if (!(await isLocked(home))) return undefined;
  const said = (await readFile(join(clusterDir, 'postmaster.pid'), 'utf8').catch(() => '')).split('\n');
  const password = await readPassword(dataDir);
  const host = said[lines.socket]?.trim() || said[lines.host]?.trim();
  const port = Number(said[lines.port]);
  if (password === undefined || !host || !port)
    throw new EmbeddedPostgresError('The server is just starting or ending: try again in a moment.');
  return { host, port, user: ROLE, password, database: ROLE };
}

/** Whether a database was ever made in this data directory. */
export async function hasCluster(dataDir: string): Promise<boolean> {
  const { clusterDir } = await settlePlace(dataDir);
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
  const running = await runningOn(dataDir);
  if (running) return { connectionString: connectionString(running), letGo: () => Promise.resolve() };
  const quiet = () => undefined;
  const started = await startEmbeddedPostgres({ dataDir, log: { info: quiet, warn: quiet } });
  return { connectionString: started.connectionString, letGo: () => started.stop() };
}
