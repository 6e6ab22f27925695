/**
 * Cleans up after a Waypost that was killed: a PostgreSQL server that still runs, or its pid file.
 *
 * A server that still runs is stopped and started again. That aborts the transactions of the killed process and applies the
 * settings and the version of this start. It takes about 0.2 s.
 */
import { readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { EmbeddedPostgresError, hasCode } from './errors.ts';
import { isAlive, isPostgresOn, waitForExit } from './processes.ts';

/** Fast shutdown (SIGINT): terminates sessions and flushes. Immediate shutdown (SIGQUIT): without flushing. */
const SHUTDOWN_SIGNALS = [
  { signal: 'SIGINT', waitMs: 60_000 },
  { signal: 'SIGQUIT', waitMs: 10_000 },
] as const;

/** What was found. `other`: the pid file names another process, since the pid was reused. */
export type LeftoverKind = 'nothing' | 'server' | 'dead server' | 'other';

/**
 * Stops a leftover server of this cluster and removes its pid file. The caller holds the lock, so no running Waypost uses that
 * server.
 */
export async function stopLeftoverServer(clusterDir: string): Promise<LeftoverKind> {
  const pidFile = join(clusterDir, 'postmaster.pid');
  const pid = Number.parseInt(await readFile(pidFile, 'utf8').catch(() => ''), 10);
  if (!Number.isInteger(pid)) {
    await rm(pidFile, { force: true });
    return 'nothing';
  }
  // PostgreSQL itself checks whether processes of a dead server still hold its shared memory.
  if (!isAlive(pid)) return 'dead server';
  if (!(await isPostgresOn(pid, clusterDir))) {
    await rm(pidFile, { force: true });
    return 'other';
  }
  await stopProcess(pid);
  return 'server';
}

/** Stops a server and waits until it has exited. */
export async function stopProcess(pid: number): Promise<void> {
  for (const { signal, waitMs } of SHUTDOWN_SIGNALS) {
    if (!sendSignal(pid, signal) || (await waitForExit(pid, waitMs))) return;
  }
  throw new EmbeddedPostgresError(
    `PostgreSQL (process ${pid}) does not stop: stop it by hand, then start again.`,
  );
}

/** Sends a signal; false when the process has exited. */
export function sendSignal(pid: number, signal: NodeJS.Signals): boolean {
  try {
    return process.kill(pid, signal);
  } catch (error) {
    if (hasCode(error, 'ESRCH')) return false;
    throw error;
  }
}
