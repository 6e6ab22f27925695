/** Forgetting words that no public post has any more, once a day: a name that was taken back is to be nowhere. */
import { type Db, inTransaction } from '../kernel/db.ts';
import { defineJob, EmptyPayload } from '../kernel/jobs/job.ts';
import { forgetWordsAfter } from './text.sql.ts';

export const keepWords = defineJob({ name: 'keep-words', payload: EmptyPayload, seconds: 3600 });

/** Goes through all words behind one, some at a time, so that nobody waits for it. */
export async function forgetWords(db: Db, signal?: AbortSignal, after = ''): Promise<void> {
  const last = await inTransaction(db, 'writes', (tx) => forgetWordsAfter(tx, after));
  if (last !== null && !signal?.aborted) await forgetWords(db, signal, last);
}
