/**
 * Where the database of a data directory lies, and who runs it.
 *
 * Normally the cluster is `<data directory>/postgres`. When root starts Waypost and the data directory is
 * out of reach for the account that runs PostgreSQL (a clone in a home of mode 0700), it lies under
 * `/var/lib/waypost` instead; a file in the data directory says where, so that moving the data directory
 * does not lose it.
 */
import { createHash } from 'node:crypto';
import { mkdir, readFile, realpath, rename, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type Account, canEnter, chooseAccount, readAccounts } from './accounts.ts';
import { EmbeddedPostgresError, hasCode } from './errors.ts';

/** The answer: paths are real and absolute. */
export interface Place {
  dataDir: string;
  /** Holds the cluster, its log, its lock and, where needed, a copy of the programs. */
  home: string;
  /** PostgreSQL's own directory. */
  clusterDir: string;
  /** Whom PostgreSQL runs as, when not as ourselves. */
  account: Account | undefined;
  /** False when nothing in the data directory refers to this home yet, whatever lies there. */
  known: boolean;
}

/** What the decision depends on besides the data directory; given in tests. */
export interface PlaceOptions {
  /** Accounts of the machine; read from it when absent. */
  accounts?: readonly Account[] | undefined;
  /** Where databases go that cannot lie in their data directory. */
  sharedHome?: string | undefined;
}

const POINTER = 'postgres-home';

/** Decides where the database lies, making the directories above it. */
export async function settlePlace(dataDir: string, options: PlaceOptions = {}): Promise<Place> {
  const root = process.getuid?.() === 0;
  await mkdir(dataDir, { recursive: true, mode: root ? 0o711 : 0o700 });
  const real = await realpath(dataDir);
  const pointed = (await readFile(join(real, POINTER), 'utf8').catch(() => '')).trim();
  if (root) return settleForRoot(real, pointed, options);
  const place = placeIn(real, real, undefined, true);
  await refuseForeign(place.clusterDir, pointed);
  return place;
}

async function settleForRoot(dataDir: string, pointed: string, options: PlaceOptions): Promise<Place> {
  const own = join(dataDir, 'postgres');
  const existing = pointed ? join(pointed, 'postgres') : own;
  const owner = await ownerOf(existing);
  if (pointed && owner === undefined) {
    throw new EmbeddedPostgresError(
      `The database of ${dataDir} should be in ${pointed} and is not: restore it, or remove ${join(dataDir, POINTER)} to start empty.`,
    );
  }
  const accounts = options.accounts ?? (await readAccounts());
  const account = accounts.find(({ uid }) => uid === owner && uid !== 0) ?? chooseAccount(accounts);
  if (!account) {
    throw new EmbeddedPostgresError(
      'PostgreSQL refuses to run as root and this machine has no account "postgres" or "nobody": start Waypost as an ordinary user, or set DATABASE_URL.',
    );
  }
  if (pointed) return placeIn(dataDir, pointed, account, true);
  if (await canEnter(account, dataDir)) return placeIn(dataDir, dataDir, account, true);
  if (owner !== undefined) {
    throw new EmbeddedPostgresError(
      `The account "${account.name}", which runs the database, cannot enter ${dataDir}: give the directories above it mode 0711.`,
    );
  }
  const name = createHash('sha256').update(dataDir).digest('hex').slice(0, 16);
  const home = join(options.sharedHome ?? '/var/lib/waypost', name);
  await mkdir(home, { recursive: true, mode: 0o711 });
  return placeIn(dataDir, await realpath(home), account, false);
}

/**
 * Writes down, once the cluster exists, that the data directory's database lies elsewhere.
 */
export async function rememberPlace(place: Place): Promise<void> {
  const pointer = join(place.dataDir, POINTER);
  const text = `${place.home}\n`;
  if (place.home === place.dataDir || (await readFile(pointer, 'utf8').catch(() => '')) === text) return;
  // Whole or not at all: with half of it, on a full disk, the next start would begin an empty database.
  await writeFile(`${pointer}.new`, text, { mode: 0o600, flush: true });
  await rename(`${pointer}.new`, pointer);
}

/**
 * A new data directory at the path of an earlier one must not come up with the earlier one's database, nor
 * delete it: it is set aside.
 *
 * @returns the path it has now, or undefined when there was none
 */
export async function setAsideUnknown(place: Place): Promise<string | undefined> {
  if (place.known) return undefined;
  const aside = `${place.clusterDir}.kept-${new Date().toISOString().replaceAll(/[:.]/g, '-')}`;
  return rename(place.clusterDir, aside).then(
    () => aside,
    (error: unknown) => {
      if (hasCode(error, 'ENOENT')) return undefined;
      throw error;
    },
  );
}

function placeIn(dataDir: string, home: string, account: Account | undefined, known: boolean): Place {
  return { dataDir, home, clusterDir: join(home, 'postgres'), account, known };
}

/** An ordinary user cannot go on with what root began: say so before PostgreSQL does, in riddles. */
async function refuseForeign(clusterDir: string, pointed: string): Promise<void> {
  const owner = await ownerOf(clusterDir);
  if (pointed || (owner !== undefined && owner !== process.getuid?.())) {
    throw new EmbeddedPostgresError(
      `The database in ${pointed || clusterDir} belongs to another account: start Waypost as the user who started it before.`,
    );
  }
}

async function ownerOf(directory: string): Promise<number | undefined> {
  return stat(directory).then(
    ({ uid }) => uid,
    () => undefined,
  );
}
