/** Bringing changes into the counts that are made beforehand, so that adding them up stays quick. */
import { setTimeout as wait } from 'node:timers/promises';
import { type Db, inTransaction } from '../kernel/db.ts';
import { foldCounts, hasManyChanges } from './counted.sql.ts';

/** Milliseconds. */
const pause = 2000;

/**
 * Does so whenever many have gathered, beside everything else. Several processes may.
 * @param warn told in one line when it fails; it is tried again
 * @returns ends it, and waits for what is under way
 */
export function keepCounts(db: Db, warn: (line: string) => void): () => Promise<void> {
  const stopping = new AbortController();
  const { signal } = stopping;
  const keep = async () => {
    while (!signal.aborted) {
      await wait(pause, undefined, { signal, ref: false }).catch(() => undefined);
      if (signal.aborted) return;
      try {
        if (await inTransaction(db, 'reads', hasManyChanges)) await inTransaction(db, 'writes', foldCounts);
      } catch (error) {
        warn(`Counts of posts were not tidied: ${error instanceof Error ? error.message : String(error)}`);
      }
    }
  };
  const keeping = keep();
  return async () => {
    stopping.abort();
    await keeping;
  };
}
