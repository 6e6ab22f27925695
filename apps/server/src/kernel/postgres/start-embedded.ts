/**
 * The embedded database: a PostgreSQL server as a child process, with its data in the data directory.
 */
import { prepareBinaries } from './binaries.ts';
import { ensureCluster, OWNER_ROLE } from './cluster.ts';
import {
  type ClusterLocation,
  type ClusterLocationOptions,
  moveAsideUnknownCluster,
  recordClusterLocation,
  resolveClusterLocation,
} from './cluster-location.ts';
import { connectionString, type PostgresConnection } from './connection.ts';
import { ensureDatabase } from './databases.ts';
import { launchServer, logPathOf } from './launch-server.ts';
import { stopLeftoverServer } from './leftover-server.ts';
import { acquireLock } from './lock.ts';
import { defaultSettings, type PostgresSettings } from './settings.ts';
import { superviseServer } from './supervise-server.ts';

/** What to start. */
export interface EmbeddedPostgresOptions extends ClusterLocationOptions {
  /** The data directory of Waypost; created when missing. */
  dataDir: string;
  /** Messages for the operator, one line each. */
  log: { info(message: string): void; warn(message: string): void };
  /** Additional PostgreSQL settings; tests turn `fsync` off. */
  settings?: PostgresSettings;
}

/** The running database. */
export interface EmbeddedPostgres {
  connection: PostgresConnection;
  connectionString: string;
  /** Messages of the start, such as where the data are. */
  notes: string[];
  /** The PostgreSQL process; another one after a restart. */
  readonly pid: number;
  /** Stops PostgreSQL and waits for its exit. Close connection pools before. Safe to call twice. */
  stop(): Promise<void>;
}

/**
 * Starts the database, also after an unclean exit, and waits until it answers.
 *
 * @throws EmbeddedPostgresError when another Waypost uses the data directory, when there is no PostgreSQL package for this
 *   platform, or when PostgreSQL fails to start
 */
export async function startEmbeddedPostgres(options: EmbeddedPostgresOptions): Promise<EmbeddedPostgres> {
  const location = await resolveClusterLocation(options.dataDir, options);
  const lock = await acquireLock(location.home);
  try {
    const notes = await clearLeftovers(location);
    const binaries = await prepareBinaries(location.home, location.account);
    const password = await ensureCluster(location, binaries);
    await recordClusterLocation(location);
    const settings = { ...defaultSettings(), ...options.settings };
    const launched = await launchServer(location, binaries, password, settings);
    const { connection } = launched;
    const server = superviseServer(launched, {
      start: async () => {
        await stopLeftoverServer(location.clusterDir);
        return launchServer(location, binaries, password, settings, connection);
      },
      log: options.log,
      logPath: logPathOf(location),
    });
    await ensureDatabase(connection, OWNER_ROLE).catch(async (error: unknown) => {
      await server.stop();
      throw error;
    });
    for (const note of notes) options.log.info(note);
    const ownerConnection = { ...connection, database: OWNER_ROLE };
    const stop = runOnce(async () => {
      await server.stop();
      await lock.release();
    });
    return {
      connection: ownerConnection,
      connectionString: connectionString(ownerConnection),
      notes,
      get pid() {
        return server.pid;
      },
      stop,
    };
  } catch (error) {
    await lock.release();
    throw error;
  }
}

function runOnce(work: () => Promise<void>): () => Promise<void> {
  let result: Promise<void> | undefined;
  return () => {
    result ??= work();
    return result;
  };
}

/** Cleans up after earlier runs. @returns messages for the operator */
async function clearLeftovers(location: ClusterLocation): Promise<string[]> {
  const notes: string[] = [];
  if (location.account) {
    notes.push(
      `PostgreSQL refuses to run as root: it runs as "${location.account.name}", its data is in ${location.clusterDir}`,
    );
  }
  const leftover = await stopLeftoverServer(location.clusterDir);
  if (leftover === 'server') notes.push('Stopped the database server that a killed Waypost had left running');
  if (leftover === 'other') notes.push('Removed the stale postmaster.pid of a killed database server');
  const aside = await moveAsideUnknownCluster(location);
  if (aside)
    notes.push(`The data directory is new: the database of an earlier one at its path is kept in ${aside}`);
  return notes;
}
