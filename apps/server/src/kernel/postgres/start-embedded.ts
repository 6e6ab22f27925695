/**
 * The embedded database: a real PostgreSQL as a child process, its data under the data directory.
 *
 * One call starts it, whatever the last run left behind; `stop` ends it with the server.
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
  /** Waypost's data directory; made when missing. */
  dataDir: string;
  /** Told, in one line each, what an operator should know. */
  log: { info(message: string): void; warn(message: string): void };
  /** PostgreSQL settings on top of ours; tests turn `fsync` off. */
  settings?: PostgresSettings;
}

/** The started database. */
export interface EmbeddedPostgres {
  connection: PostgresConnection;
  connectionString: string;
  /** What was logged at start: where the data went and why. */
  notes: string[];
  /** PostgreSQL's process; another one after it was started again. */
  readonly pid: number;
  /** Stops PostgreSQL and waits until it has. End connection pools first. Safe to call twice. */
  stop(): Promise<void>;
}

/**
 * Starts the database and waits until it answers.
 *
 * @throws EmbeddedPostgresError, whose one-line message says what to do, when another Waypost runs on this
 *   data, when this machine has no PostgreSQL packaged, or when PostgreSQL itself gives up
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
    const first = await launchServer(location, binaries, password, settings);
    const { connection } = first;
    const server = superviseServer(first, {
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
    const own = { ...connection, database: OWNER_ROLE };
    const stop = runOnce(async () => {
      await server.stop();
      await lock.release();
    });
    return {
      connection: own,
      connectionString: connectionString(own),
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
  let done: Promise<void> | undefined;
  return () => {
    done ??= work();
    return done;
  };
}

/** Clears what earlier runs left in the way, and says what an operator should know. */
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
