/** Maintenance of precomputed counts: applies pending changes, and counts texts that very many posts contain. */
import { type Db, inTransaction } from '../../kernel/db/database.ts';
import { pollAfterWrites } from '../../kernel/db/poll-after-writes.ts';
import { countText, findNextTextToCount, saveUsedTexts } from './counted-texts.sql.ts';
import { applyPendingChanges, hasManyPendingChanges } from './precomputed-counts.sql.ts';

/** Pause after a round while posts change, and while nothing does: searched texts are counted then too. */
const pause = { minMs: 2000, maxMs: 10_000 };
/** Interval of the scans for frequent words. */
const scanIntervalMs = 300_000;

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
  let nextScanAt = 0;
  const maintain = async () => {
    const isScan = performance.now() >= nextScanAt;
    if (isScan) await inTransaction(db, 'writes', saveUsedTexts);
    const hasCounted = await maintainOnce(db, isScan);
    // While there are frequent words left to count, the next round scans again.
    if (isScan && !hasCounted) nextScanAt = performance.now() + scanIntervalMs;
    return hasCounted ? 0 : undefined;
  };
  const polling = pollAfterWrites(db, pause, () =>
    maintain().catch((error: unknown) => {
      warn(
        `The precomputed counts of posts were not updated: ${error instanceof Error ? error.message : String(error)}`,
      );
      return undefined;
    }),
  );
  return () => polling.stop();
}
