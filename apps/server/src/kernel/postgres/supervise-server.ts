/**
 * A database server that is there as long as our process: one that ends unasked is started again, at the same address, and one
 * that cannot start, such as on a full disk, is tried again until it can.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import type { RunningServer } from './launch-server.ts';
import { sendSignal, stopProcess } from './leftover-server.ts';

/** Milliseconds before it is started again: parts of it are still ending. Twice as long after each vain try. */
const minRestartDelayMs = 100;
const maxRestartDelayMs = 5000;
/** Milliseconds within which an end is no accident: something here ends it each time. */
const quickExitMs = 1000;

export interface SupervisorOptions {
  /** Starts it again, once the traces of the one before are cleared. */
  start: () => Promise<RunningServer>;
  /** Told each reason once in a row. */
  log: { warn(message: string): void };
  /** Where PostgreSQL says why. */
  logPath: string;
}

export interface SupervisedServer {
  /** Of the process that runs now, or ran last. */
  readonly pid: number;
  /** Stops it for good. */
  stop(): Promise<void>;
}

const hasEnded = ({ child }: RunningServer) => child.exitCode !== null || child.signalCode !== null;

/**
 * Ties a server to our process: it is asked to stop when our process ends in any way that lets code run, an uncaught error
 * included. After a SIGKILL the next start ends it.
 */
export function superviseServer(
  first: RunningServer,
  { start, log, logPath }: SupervisorOptions,
): SupervisedServer {
  const ending = new AbortController();
  let restartDelay = minRestartDelayMs;
  let current = first;
  let exited = watch(first);
  let restart = Promise.resolve();

  function watch({ child, pid }: RunningServer): Promise<void> {
    const atExit = (): void => void sendSignal(pid, 'SIGINT');
    const since = Date.now();
    process.once('exit', atExit);
    child.unref(); // nothing but the pools and the door keep Waypost alive
    return new Promise((resolve) => {
      child.once('exit', () => {
        process.off('exit', atExit);
        if (Date.now() - since > quickExitMs) restartDelay = minRestartDelayMs;
        if (!ending.signal.aborted) restart = startAgain(pid);
        resolve();
      });
    });
  }

  async function startAgain(pid: number): Promise<void> {
    let lastReason = `PostgreSQL (process ${pid}) ended unasked; see ${logPath}`;
    log.warn(`${lastReason}. It is started again.`);
    for (;;) {
      await sleep(restartDelay, undefined, { signal: ending.signal }).catch(() => undefined);
      if (ending.signal.aborted) return;
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
      ending.abort();
      await restart;
      // Its number may be another's by now.
      if (hasEnded(current)) return;
      current.child.ref();
      await stopProcess(current.pid);
      await exited;
    },
  };
}
