/** Repeats a check that other work in the database may make necessary, without waking an idle process often. */
import { type Db, onWrite } from './database.ts';

/** A repeated check. */
export interface Polling {
  /** Checks soon, after something that no write transaction of this process announced. */
  wake: () => void;
  /** Ends it and waits for the current check. */
  stop: () => Promise<void>;
}

/**
 * Starts a repeated check: at once, soon after each write transaction of this process, and from time to time for writes of other
 * processes and for what becomes due.
 * @param pause.minMs pause after a check, also while there are writes
 * @param pause.maxMs pause while there are none
 * @param check resolves with the time in ms after which it is needed again, if that is known; must not throw
 */
export function pollAfterWrites(
  db: Db,
  pause: { minMs: number; maxMs: number },
  check: () => Promise<number | undefined>,
): Polling {
  let timer: NodeJS.Timeout | undefined;
  let checking: Promise<void> | undefined;
  let isWoken = false;
  let isStopped = false;
  let checkedAt = 0;
  const schedule = (afterMs: number) => {
    clearTimeout(timer);
    timer = setTimeout(() => void startCheck(), afterMs);
    timer.unref();
  };
  const runCheck = async () => {
    isWoken = false;
    const neededInMs = (await check()) ?? pause.maxMs;
    checkedAt = performance.now();
    checking = undefined;
    if (!isStopped)
      schedule(isWoken ? pause.minMs : Math.min(Math.max(neededInMs, pause.minMs), pause.maxMs));
  };
  const startCheck = () => (checking = runCheck());
  const wake = () => {
    if (isWoken || isStopped) return;
    isWoken = true;
    if (!checking) schedule(Math.max(0, checkedAt + pause.minMs - performance.now()));
  };
  const stopListening = onWrite(db, wake);
  void startCheck();
  return {
    wake,
    async stop() {
      isStopped = true;
      stopListening();
      clearTimeout(timer);
      await checking;
    },
  };
}
