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
import { isAlive, isPostgresOn, waitForExit } from './processes.ts';

/** Fast shutdown: sessions end, everything is written out. The second signal does without the writing. */
const SHUTDOWN_SIGNALS = [
  { signal: 'SIGINT', wait: 60_000 },
  { signal: 'SIGQUIT', wait: 10_000 },
] as const;

/** What was found. `other` is a pid file whose pid belongs to some other process by now. */
export type LeftoverKind = 'nothing' | 'server' | 'dead server' | 'other';

/**
 * Ends a server left over on this cluster and clears its traces. The caller holds the lock, so that a
 * server found here belongs to no living Waypost.
 */
export async function stopLeftoverServer(clusterDir: string): Promise<LeftoverKind> {
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
  await stopProcess(pid);
  return 'server';
}

/** Stops a server and waits until it is gone. */
export async function stopProcess(pid: number): Promise<void> {
  for (const { signal, wait } of SHUTDOWN_SIGNALS) {
    if (!sendSignal(pid, signal) || (await waitForExit(pid, wait))) return;
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
