/** Maintenance of precomputed counts: applies pending changes, and counts texts that very many posts contain. */
import { setTimeout as wait } from 'node:timers/promises';
import { type Db, inTransaction } from '../../kernel/db/database.ts';
import { countText, findNextTextToCount, saveUsedTexts } from './counted-texts.sql.ts';
import { applyPendingChanges, hasManyPendingChanges } from './precomputed-counts.sql.ts';

const pauseMs = 2000;
/** Rounds between two scans for frequent words: five minutes. */
const roundsBetweenScans = 150;

/** Applies pending changes if there are many, and counts the next text, if there is one. @returns whether there was one */
async function maintainOnce(db: Db, andWords: boolean): Promise<boolean> {
  const [hasMany, next] = await inTransaction(db, 'reads', (tx) =>
    Promise.all([hasManyPendingChanges(tx), findNextTextToCount(tx, { andWords })]),
  );
  if (hasMany) await inTransaction(db, 'writes', applyPendingChanges);
  if (next !== undefined) await inTransaction(db, 'writes', (tx) => countText(tx, next));
  return next !== undefined;
}

/**
 * Starts the maintenance in the background. Several processes may run it.
 * @param warn called with one line when a round fails; the next round tries again
 * @returns a function that stops it and waits for the current round
 */
export function startCountMaintenance(db: Db, warn: (line: string) => void): () => Promise<void> {
  const stopping = new AbortController();
  const { signal } = stopping;
  const run = async () => {
    let round = 0;
    while (!signal.aborted) {
      await wait(pauseMs, undefined, { signal, ref: false }).catch(() => undefined);
      if (signal.aborted) return;
      try {
        const isScan = round % roundsBetweenScans === 0;
        if (isScan) await inTransaction(db, 'writes', saveUsedTexts);
        // While there are frequent words left to count, the next round scans again.
        if (!(await maintainOnce(db, isScan)) || !isScan) round++;
      } catch (error) {
        warn(
          `The precomputed counts of posts were not updated: ${error instanceof Error ? error.message : String(error)}`,
        );
      }
    }
  };
  const running = run();
  return async () => {
    stopping.abort();
    await running;
  };
}
