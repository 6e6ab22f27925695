/** Keeping the counts that are made beforehand: bringing changes into them, and having them of texts that very many posts have. */
import { setTimeout as wait } from 'node:timers/promises';
import { type Db, inTransaction } from '../../kernel/db/database.ts';
import { countText, findNextTextToCount, saveUsedTexts } from './counted-texts.sql.ts';
import { applyPendingChanges, hasManyPendingChanges } from './precomputed-counts.sql.ts';

/** Milliseconds. */
const pauseMs = 2000;
/** Rounds from one look at what words are frequent to the next: five minutes. */
const roundsBetweenScans = 150;

/** Counts one text more, if there is one. @returns whether there was */
async function countNextText(db: Db, andWords: boolean): Promise<boolean> {
  const next = await inTransaction(db, 'reads', (tx) => findNextTextToCount(tx, { andWords }));
  if (next !== undefined) await inTransaction(db, 'writes', (tx) => countText(tx, next));
  return next !== undefined;
}

/**
 * Does so beside everything else. Several processes may.
 * @param warn told in one line when it fails; it is tried again
 * @returns ends it, and waits for what is under way
 */
export function startCountMaintenance(db: Db, warn: (line: string) => void): () => Promise<void> {
  const stopping = new AbortController();
  const { signal } = stopping;
  const keep = async () => {
    let round = 0;
    while (!signal.aborted) {
      await wait(pauseMs, undefined, { signal, ref: false }).catch(() => undefined);
      if (signal.aborted) return;
      try {
        if (await inTransaction(db, 'reads', hasManyPendingChanges))
          await inTransaction(db, 'writes', applyPendingChanges);
        const looks = round % roundsBetweenScans === 0;
        if (looks) await inTransaction(db, 'writes', saveUsedTexts);
        // As long as there is a frequent word to be counted, the next round looks again.
        if (!(await countNextText(db, looks)) || !looks) round++;
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
