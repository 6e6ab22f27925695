/**
 * Decides where the database of a data directory is, and which account runs it.
 *
 * Normally the cluster is `<data directory>/postgres`. When root starts Waypost and the account that runs PostgreSQL cannot access
 * the data directory (a clone in a home of mode 0700), it is under `/var/lib/waypost` instead. A file in the data directory has the
 * path, so that moving the data directory does not lose the database.
 */
import { createHash } from 'node:crypto';
import { readFile, realpath, rename, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createDirectory } from '../files/create-directory.ts';
import { type Account, canEnter, chooseAccount, readAccounts } from './accounts.ts';
import { EmbeddedPostgresError, hasCode } from './errors.ts';

/** The location; paths are absolute and without symbolic links. */
export interface ClusterLocation {
  dataDir: string;
  /** Holds the cluster, its log, its lock and, where needed, a copy of the programs. */
  home: string;
  /** PostgreSQL's own directory. */
  clusterDir: string;
  /** The account that runs PostgreSQL; undefined: the one that runs Waypost. */
  account: Account | undefined;
  /** False when the data directory does not refer to this home yet, even if there is a database. */
  isRecorded: boolean;
}

/** What the decision depends on besides the data directory; set in tests. */
export interface ClusterLocationOptions {
  /** Accounts of the machine; read from it when absent. */
  accounts?: readonly Account[] | undefined;
  /** Parent directory of databases that cannot be in their data directory. */
  sharedHome?: string | undefined;
}

const POINTER_FILE = 'postgres-home';

/** Resolves the location and creates its parent directories. */
export async function resolveClusterLocation(
  dataDir: string,
  options: ClusterLocationOptions = {},
): Promise<ClusterLocation> {
  const root = process.getuid?.() === 0;
  await createDirectory(dataDir, root ? 0o711 : 0o700);
  const real = await realpath(dataDir);
  const recordedHome = (await readFile(join(real, POINTER_FILE), 'utf8').catch(() => '')).trim();
  if (root) return resolveForRoot(real, recordedHome, options);
  const location = buildClusterLocation(real, real, undefined, true);
  await requireOwnCluster(location.clusterDir, recordedHome);
  return location;
}

async function resolveForRoot(
  dataDir: string,
  recordedHome: string,
  options: ClusterLocationOptions,
): Promise<ClusterLocation> {
  const own = join(dataDir, 'postgres');
  const existing = recordedHome ? join(recordedHome, 'postgres') : own;
  const owner = await ownerOf(existing);
  if (recordedHome && owner === undefined) {
    throw new EmbeddedPostgresError(
      `The database of ${dataDir} should be in ${recordedHome} and is not: restore it, or remove ${join(dataDir, POINTER_FILE)} to start empty.`,
    );
  }
  const accounts = options.accounts ?? (await readAccounts());
  const account = accounts.find(({ uid }) => uid === owner && uid !== 0) ?? chooseAccount(accounts);
  if (!account) {
    throw new EmbeddedPostgresError(
      'PostgreSQL refuses to run as root and this machine has no account "postgres" or "nobody": start Waypost as an ordinary user, or set DATABASE_URL.',
    );
  }
  if (recordedHome) return buildClusterLocation(dataDir, recordedHome, account, true);
  if (await canEnter(account, dataDir)) return buildClusterLocation(dataDir, dataDir, account, true);
  if (owner !== undefined) {
    throw new EmbeddedPostgresError(
      `The account "${account.name}", which runs the database, cannot enter ${dataDir}: give the directories above it mode 0711.`,
    );
  }
  const name = createHash('sha256').update(dataDir).digest('hex').slice(0, 16);
  const home = join(options.sharedHome ?? '/var/lib/waypost', name);
  await createDirectory(home, 0o711);
  return buildClusterLocation(dataDir, await realpath(home), account, false);
}

/**
 * Records in the data directory where its database is, if it is elsewhere. Call it once the cluster exists.
 */
export async function recordClusterLocation(location: ClusterLocation): Promise<void> {
  const pointer = join(location.dataDir, POINTER_FILE);
  const text = `${location.home}\n`;
  if (location.home === location.dataDir || (await readFile(pointer, 'utf8').catch(() => '')) === text)
    return;
  // Atomic: with a truncated path, on a full disk, the next start would create an empty database.
  await writeFile(`${pointer}.new`, text, { mode: 0o600, flush: true });
  await rename(`${pointer}.new`, pointer);
}

/**
 * A new data directory at the path of an earlier one must neither use nor delete the database of the earlier one: it is renamed.
 *
 * @returns its new path; undefined when there was none
 */
export async function moveAsideUnknownCluster(location: ClusterLocation): Promise<string | undefined> {
  if (location.isRecorded) return undefined;
  const aside = `${location.clusterDir}.kept-${new Date().toISOString().replaceAll(/[:.]/g, '-')}`;
  return rename(location.clusterDir, aside).then(
    () => aside,
    (error: unknown) => {
      if (hasCode(error, 'ENOENT')) return undefined;
      throw error;
    },
  );
}

function buildClusterLocation(
  dataDir: string,
  home: string,
  account: Account | undefined,
  isRecorded: boolean,
): ClusterLocation {
  return { dataDir, home, clusterDir: join(home, 'postgres'), account, isRecorded };
}

/** An ordinary user cannot continue with a database of another account. PostgreSQL would report it in an unclear way. */
async function requireOwnCluster(clusterDir: string, recordedHome: string): Promise<void> {
  const owner = await ownerOf(clusterDir);
  if (recordedHome || (owner !== undefined && owner !== process.getuid?.())) {
    throw new EmbeddedPostgresError(
      `The database in ${recordedHome || clusterDir} belongs to another account: start Waypost as the user who started it before.`,
    );
  }
}

async function ownerOf(directory: string): Promise<number | undefined> {
  return stat(directory).then(
    ({ uid }) => uid,
    () => undefined,
  );
}
