/** Once a day: forgetting words that no public post has any more, so that a name that was taken back is nowhere, and counts of texts that nobody looks for. */
import { type Db, inTransaction } from '../kernel/db.ts';
import { defineJob, EmptyPayload } from '../kernel/jobs/job.ts';
import { forgetTexts } from './counted-texts.sql.ts';
import { forgetWordsAfter } from './text.sql.ts';

export const keepWords = defineJob({ name: 'keep-words', payload: EmptyPayload, seconds: 3600 });

/** Goes through all words behind one, some at a time, so that nobody waits for it; and forgets the texts. */
export async function forgetWords(db: Db, signal?: AbortSignal, after = ''): Promise<void> {
  const last = await inTransaction(db, 'writes', (tx) => forgetWordsAfter(tx, after));
  if (last === null) await inTransaction(db, 'writes', forgetTexts);
  else if (!signal?.aborted) await forgetWords(db, signal, last);
}
