/** Once a day: forgetting words that no public post has any more, so that a name that was taken back is nowhere, and counts of texts that nobody looks for. */
import { type Db, inTransaction } from '../../kernel/db/database.ts';
import { defineJob, EmptyPayload } from '../../kernel/jobs/job.ts';
import { deleteUnusedTexts } from '../counts/counted-texts.sql.ts';
import { deleteUnusedWords } from './search-text.sql.ts';

export const pruneVocabularyJob = defineJob({
  name: 'keep-words',
  payload: EmptyPayload,
  timeoutSeconds: 3600,
});

/** Goes through all words behind one, some at a time, so that nobody waits for it; and forgets the texts. */
export async function pruneVocabulary(db: Db, signal?: AbortSignal, afterWord = ''): Promise<void> {
  const last = await inTransaction(db, 'writes', (tx) => deleteUnusedWords(tx, afterWord));
  if (last === null) await inTransaction(db, 'writes', deleteUnusedTexts);
  else if (!signal?.aborted) await pruneVocabulary(db, signal, last);
}
