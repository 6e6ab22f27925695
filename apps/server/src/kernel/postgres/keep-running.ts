/** A database server that is there as long as our process: one that ends unasked is started again, at the same address. */
import { setTimeout as sleep } from 'node:timers/promises';
import type { RunningServer } from './launch.ts';
import { sendSignal, shutDown } from './leftover.ts';

/** So many ends within this time, in milliseconds, are no accident: something here ends it each time. */
const mostEnds = 5;
const period = 60_000;
/** Milliseconds before it is started again: parts of it are still ending. */
const pause = 100;

export interface Keeping {
  /** Starts it again, once the traces of the one before are cleared. */
  start: () => Promise<RunningServer>;
  log: { warn(message: string): void };
  /** Where PostgreSQL says why. */
  logPath: string;
  /** Told, in one line, that it is given up. */
  onLost?: ((reason: string) => void) | undefined;
}

export interface Kept {
  /** Of the process that runs now, or ran last. */
  readonly pid: number;
  /** Stops it for good. */
  end(): Promise<void>;
}

/**
 * Ties a server to our process: it is asked to stop when our process ends in any way that lets code run, an uncaught error
 * included. After a SIGKILL the next start ends it.
 */
export function keepRunning(first: RunningServer, { start, log, logPath, onLost }: Keeping): Kept {
  const ends: number[] = [];
  let asked = false;
  let current = first;
  let gone = watch(first);
  let restart = Promise.resolve();

  function watch({ child, pid }: RunningServer): Promise<void> {
    const atExit = (): void => void sendSignal(pid, 'SIGINT');
    process.once('exit', atExit);
    child.unref(); // nothing but the pools and the door keep Waypost alive
    return new Promise((resolve) => {
      child.once('exit', () => {
        process.off('exit', atExit);
        if (!asked) restart = startAgain(pid);
        resolve();
      });
    });
  }

  async function startAgain(pid: number): Promise<void> {
    const now = Date.now();
    ends.push(now);
    const reason = `PostgreSQL (process ${pid}) ended unasked; see ${logPath}`;
    if (ends.filter((at) => now - at < period).length >= mostEnds) {
      onLost?.(reason);
      return;
    }
    log.warn(`${reason}. It is started again.`);
    await sleep(pause);
    if (asked) return;
    try {
      current = await start();
      gone = watch(current);
    } catch (error) {
      onLost?.(`${reason}. ${error instanceof Error ? error.message : String(error)}`);
    }
  }

  return {
    get pid() {
      return current.pid;
    },
    async end() {
      asked = true;
      await restart;
      current.child.ref();
      await shutDown(current.pid);
      await gone;
    },
  };
}
