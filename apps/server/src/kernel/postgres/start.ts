/**
 * The embedded database: a real PostgreSQL as a child process, its data under the data directory.
 *
 * One call starts it, whatever the last run left behind; `stop` ends it with the server.
 */
import { prepareBinaries } from './binaries.ts';
import { ensureCluster, ROLE } from './cluster.ts';
import { connectionString, type PostgresConnection } from './connection.ts';
import { ensureDatabase } from './databases.ts';
import { keepRunning } from './keep-running.ts';
import { launch, logPath } from './launch.ts';
import { endLeftover } from './leftover.ts';
import { takeLock } from './lock.ts';
import { type Place, type PlaceOptions, rememberPlace, setAsideUnknown, settlePlace } from './place.ts';
import { type Settings, settingsFor } from './settings.ts';

/** What to start. */
export interface EmbeddedPostgresOptions extends PlaceOptions {
  /** Waypost's data directory; made when missing. */
  dataDir: string;
  /** Told, in one line each, what an operator should know. */
  log: { info(message: string): void; warn(message: string): void };
  /** PostgreSQL settings on top of ours; tests turn `fsync` off. */
  settings?: Settings;
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
  const place = await settlePlace(options.dataDir, options);
  const lock = await takeLock(place.home);
  try {
    const notes = await clearWay(place);
    const binaries = await prepareBinaries(place.home, place.account);
    const password = await ensureCluster(place, binaries);
    await rememberPlace(place);
    const settings = { ...settingsFor(), ...options.settings };
    const first = await launch(place, binaries, password, settings);
    const { connection } = first;
    const server = keepRunning(first, {
      start: async () => {
        await endLeftover(place.clusterDir);
        return launch(place, binaries, password, settings, connection);
      },
      log: options.log,
      logPath: logPath(place),
    });
    await ensureDatabase(connection, ROLE).catch(async (error: unknown) => {
      await server.end();
      throw error;
    });
    for (const note of notes) options.log.info(note);
    const own = { ...connection, database: ROLE };
    const stop = once(async () => {
      await server.end();
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

function once(work: () => Promise<void>): () => Promise<void> {
  let done: Promise<void> | undefined;
  return () => {
    done ??= work();
    return done;
  };
}

/** Clears what earlier runs left in the way, and says what an operator should know. */
async function clearWay(place: Place): Promise<string[]> {
  const notes: string[] = [];
  if (place.account) {
    notes.push(
      `PostgreSQL refuses to run as root: it runs as "${place.account.name}", its data is in ${place.clusterDir}`,
    );
  }
  const leftover = await endLeftover(place.clusterDir);
  if (leftover === 'server') notes.push('Stopped the database server that a killed Waypost had left running');
  if (leftover === 'other') notes.push('Removed the stale postmaster.pid of a killed database server');
  const aside = await setAsideUnknown(place);
  if (aside)
    notes.push(`The data directory is new: the database of an earlier one at its path is kept in ${aside}`);
  return notes;
}
