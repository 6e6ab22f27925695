/**
 * Keeps the database server running as long as our process: restarts it at the same address after an unexpected exit, and retries
 * while it cannot start, such as on a full disk.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import type { RunningServer } from './launch-server.ts';
import { sendSignal, stopProcess } from './leftover-server.ts';

/** Delay before a restart, since processes of the old server may still be exiting. Doubled after each failed attempt. */
const minRestartDelayMs = 100;
const maxRestartDelayMs = 5000;
/** An exit after less than this time does not reset the delay: the server fails at each start. */
const quickExitMs = 1000;

/** What the supervisor needs. */
export interface SupervisorOptions {
  /** Starts the server again after cleaning up. */
  start: () => Promise<RunningServer>;
  /** Gets each reason once until it changes. */
  log: { warn(message: string): void };
  /** Path of the PostgreSQL log. */
  logPath: string;
}

/** A server that is restarted when it exits. */
export interface SupervisedServer {
  /** Pid of the current process, or of the last one. */
  readonly pid: number;
  /** Stops the server without a restart. */
  stop(): Promise<void>;
}

const hasEnded = ({ child }: RunningServer) => child.exitCode !== null || child.signalCode !== null;

/**
 * Supervises a server. It gets SIGINT when our process exits in any way that still runs code, uncaught errors included; after a
 * SIGKILL the next start stops it.
 */
export function superviseServer(
  first: RunningServer,
  { start, log, logPath }: SupervisorOptions,
): SupervisedServer {
  const stopping = new AbortController();
  let restartDelay = minRestartDelayMs;
  let current = first;
  let exited = watch(first);
  let restart = Promise.resolve();

  function watch({ child, pid }: RunningServer): Promise<void> {
    const atExit = (): void => void sendSignal(pid, 'SIGINT');
    const startedAt = Date.now();
    process.once('exit', atExit);
    child.unref(); // only connection pools and the HTTP server keep Waypost alive
    return new Promise((resolve) => {
      child.once('exit', () => {
        process.off('exit', atExit);
        if (Date.now() - startedAt > quickExitMs) restartDelay = minRestartDelayMs;
        if (!stopping.signal.aborted) restart = restartServer(pid);
        resolve();
      });
    });
  }

  async function restartServer(pid: number): Promise<void> {
    let lastReason = `PostgreSQL (process ${pid}) ended unexpectedly; see ${logPath}`;
    log.warn(`${lastReason}. It is started again.`);
    for (;;) {
      await sleep(restartDelay, undefined, { signal: stopping.signal }).catch(() => undefined);
      if (stopping.signal.aborted) return;
      restartDelay = Math.min(restartDelay * 2, maxRestartDelayMs);
      try {
        current = await start();
        exited = watch(current);
        return;
      } catch (error) {
        const reason = error instanceof Error ? error.message : String(error);
        if (reason !== lastReason) log.warn(`${reason}. It is tried again until it starts.`);
        lastReason = reason;
      }
    }
  }

  return {
    get pid() {
      return current.pid;
    },
    async stop() {
      stopping.abort();
      await restart;
      // Its pid may have been reused.
      if (hasEnded(current)) return;
      current.child.ref();
      await stopProcess(current.pid);
      await exited;
    },
  };
}
