/** Forgetting words that no public post has any more: a name that was taken back is to be nowhere. */
import { setTimeout as wait } from 'node:timers/promises';
import { type Db, inTransaction } from '../kernel/db.ts';
import { forgetWordsAfter } from './text.sql.ts';

const day = 86_400_000;

/** Goes through all words behind one, some at a time, so that nobody waits for it. */
export async function forgetWords(db: Db, signal?: AbortSignal, after = ''): Promise<void> {
  const last = await inTransaction(db, 'writes', (tx) => forgetWordsAfter(tx, after));
  if (last !== null && !signal?.aborted) await forgetWords(db, signal, last);
}

/**
 * Does so now and once a day, beside everything else.
 * @param warn told in one line when it fails; it is tried again the next day
 * @returns ends it, and waits for what is under way
 */
export function keepWords(db: Db, warn: (line: string) => void): () => Promise<void> {
  const stopping = new AbortController();
  const { signal } = stopping;
  const keep = async () => {
    while (!signal.aborted) {
      await forgetWords(db, signal).catch((error: unknown) => {
        warn(
          `Words of the search were not tidied: ${error instanceof Error ? error.message : String(error)}`,
        );
      });
      await wait(day, undefined, { signal, ref: false }).catch(() => undefined);
    }
  };
  const keeping = keep();
  return async () => {
    stopping.abort();
    await keeping;
  };
}
