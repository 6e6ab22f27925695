/**
 * What a Waypost that was killed leaves behind: a PostgreSQL that keeps running, or the file in which it
 * wrote its pid.
 *
 * A server still running is stopped and started anew rather than talked to: it aborts what the dead process
 * had under way, and takes up the settings and the version of this start. That costs about 0.2 s.
 */
import { readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { EmbeddedPostgresError, hasCode } from './errors.ts';
import { isAlive, isPostgresOn, waitUntilGone } from './processes.ts';

/** Fast shutdown: sessions end, everything is written out. The second signal does without the writing. */
const SHUTDOWN = [
  { signal: 'SIGINT', wait: 60_000 },
  { signal: 'SIGQUIT', wait: 10_000 },
] as const;

/** What was found. `other` is a pid file whose pid belongs to some other process by now. */
export type Leftover = 'nothing' | 'server' | 'dead server' | 'other';

/**
 * Ends a server left over on this cluster and clears its traces. The caller holds the lock, so that a
 * server found here belongs to no living Waypost.
 */
export async function endLeftover(clusterDir: string): Promise<Leftover> {
  const pidFile = join(clusterDir, 'postmaster.pid');
  const pid = Number.parseInt(await readFile(pidFile, 'utf8').catch(() => ''), 10);
  if (!Number.isInteger(pid)) {
    await rm(pidFile, { force: true });
    return 'nothing';
  }
  // Of a dead server PostgreSQL itself checks whether any part still holds the shared memory.
  if (!isAlive(pid)) return 'dead server';
  if (!(await isPostgresOn(pid, clusterDir))) {
    await rm(pidFile, { force: true });
    return 'other';
  }
  await shutDown(pid);
  return 'server';
}

/** Stops a server and waits until it is gone. */
export async function shutDown(pid: number): Promise<void> {
  for (const { signal, wait } of SHUTDOWN) {
    if (!sendSignal(pid, signal) || (await waitUntilGone(pid, wait))) return;
  }
  throw new EmbeddedPostgresError(
    `PostgreSQL (process ${pid}) does not stop: stop it by hand, then start again.`,
  );
}

/** Sends a signal; false when the process is gone already. */
export function sendSignal(pid: number, signal: NodeJS.Signals): boolean {
  try {
    return process.kill(pid, signal);
  } catch (error) {
    if (hasCode(error, 'ESRCH')) return false;
    throw error;
  }
}
