/**
 * A database server that is there as long as our process: one that ends unasked is started again, at the same address, and one
 * that cannot start, such as on a full disk, is tried again until it can.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import type { RunningServer } from './launch.ts';
import { sendSignal, shutDown } from './leftover.ts';

/** Milliseconds before it is started again: parts of it are still ending. Twice as long after each vain try. */
const shortest = 100;
const longest = 5000;
/** Milliseconds within which an end is no accident: something here ends it each time. */
const soon = 1000;

export interface Keeping {
  /** Starts it again, once the traces of the one before are cleared. */
  start: () => Promise<RunningServer>;
  /** Told each reason once in a row. */
  log: { warn(message: string): void };
  /** Where PostgreSQL says why. */
  logPath: string;
}

export interface Kept {
  /** Of the process that runs now, or ran last. */
  readonly pid: number;
  /** Stops it for good. */
  end(): Promise<void>;
}

const hasEnded = ({ child }: RunningServer) => child.exitCode !== null || child.signalCode !== null;

/**
 * Ties a server to our process: it is asked to stop when our process ends in any way that lets code run, an uncaught error
 * included. After a SIGKILL the next start ends it.
 */
export function keepRunning(first: RunningServer, { start, log, logPath }: Keeping): Kept {
  const ending = new AbortController();
  let pause = shortest;
  let current = first;
  let gone = watch(first);
  let restart = Promise.resolve();

  function watch({ child, pid }: RunningServer): Promise<void> {
    const atExit = (): void => void sendSignal(pid, 'SIGINT');
    const since = Date.now();
    process.once('exit', atExit);
    child.unref(); // nothing but the pools and the door keep Waypost alive
    return new Promise((resolve) => {
      child.once('exit', () => {
        process.off('exit', atExit);
        if (Date.now() - since > soon) pause = shortest;
        if (!ending.signal.aborted) restart = startAgain(pid);
        resolve();
      });
    });
  }

  async function startAgain(pid: number): Promise<void> {
    let said = `PostgreSQL (process ${pid}) ended unasked; see ${logPath}`;
    log.warn(`${said}. It is started again.`);
    for (;;) {
      await sleep(pause, undefined, { signal: ending.signal }).catch(() => undefined);
      if (ending.signal.aborted) return;
      pause = Math.min(pause * 2, longest);
      try {
        current = await start();
        gone = watch(current);
        return;
      } catch (error) {
        const reason = error instanceof Error ? error.message : String(error);
        if (reason !== said) log.warn(`${reason}. It is tried again until it starts.`);
        said = reason;
      }
    }
  }

  return {
    get pid() {
      return current.pid;
    },
    async end() {
      ending.abort();
      await restart;
      // Its number may be another's by now.
      if (hasEnded(current)) return;
      current.child.ref();
      await shutDown(current.pid);
      await gone;
    },
  };
}
