/**
 * A lock for one Waypost process per database home. PostgreSQL protects its own files, but a second process would take the server
 * of the first for a leftover and stop it.
 */
import { link, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { EmbeddedPostgresError, hasCode } from './errors.ts';
import { processIdentity } from './processes.ts';

/** A lock that is held until released or until its process ends. */
export interface DirectoryLock {
  release: () => Promise<void>;
}

/** Content of the lock file. The identity distinguishes a process from a later one with the same pid. */
interface LockHolder {
  pid: number;
  identity: string | undefined;
  /** The real path of the locked directory, so that a copy of the directory is not locked. */
  home: string;
}

/**
 * Takes the lock of a directory.
 *
 * @throws EmbeddedPostgresError when a running process holds it; the lock of a dead process is taken over
 */
export async function acquireLock(home: string): Promise<DirectoryLock> {
  const path = join(home, 'waypost.lock');
  const ownFile = `${path}.${process.pid}`;
  const text = JSON.stringify({
    pid: process.pid,
    identity: await processIdentity(process.pid),
    home,
  } satisfies LockHolder);
  await writeFile(ownFile, text, { mode: 0o600 });
  try {
    // A link is created atomically, so that no process reads a partial lock.
    for (;;) {
      try {
        await link(ownFile, path);
        return { release: () => releaseIfMine(path, text) };
      } catch (error) {
        if (!hasCode(error, 'EEXIST')) throw error;
      }
      await clearStale(path, home);
    }
  } finally {
    await rm(ownFile, { force: true });
  }
}

/** Whether a running process holds the lock of a directory. */
export async function isLocked(home: string): Promise<boolean> {
  const text = await readFile(join(home, 'waypost.lock'), 'utf8').catch(() => '');
  const holder = parse(text);
  return holder !== undefined && holder.home === home && (await isHeldBy(holder));
}

async function clearStale(path: string, home: string): Promise<void> {
  const text = await readFile(path, 'utf8').catch(() => undefined);
  if (text === undefined) return;
  const holder = parse(text);
  if (holder && holder.home === home && (await isHeldBy(holder))) {
    throw new EmbeddedPostgresError(
      `Another Waypost (process ${holder.pid}) is running on the data in ${home}: stop it first.`,
    );
  }
  const aside = `${path}.stale.${process.pid}`;
  await rename(path, aside).catch(() => undefined);
  const moved = await readFile(aside, 'utf8').catch(() => undefined);
  // Another process may have replaced the stale lock between read and rename: restore it.
  if (moved !== undefined && moved !== text) await link(aside, path).catch(() => undefined);
  await rm(aside, { force: true });
}

async function isHeldBy(holder: LockHolder): Promise<boolean> {
  const identity = await processIdentity(holder.pid);
  return identity !== undefined && identity === holder.identity;
}

async function releaseIfMine(path: string, text: string): Promise<void> {
  if ((await readFile(path, 'utf8').catch(() => undefined)) === text) await rm(path, { force: true });
}

function parse(text: string): LockHolder | undefined {
  try {
    return JSON.parse(text) as LockHolder;
  } catch {
    return undefined;
  }
}
