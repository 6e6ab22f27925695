/**
 * Daily clean-up of the vocabulary: deletes words that no public post contains any more, so that a name that was removed
 * from a post is gone, and counted texts that nobody searches for.
 */
import { type Db, inTransaction } from '../../kernel/db/database.ts';
import { defineJob, EmptyPayload } from '../../kernel/jobs/job.ts';
import { deleteUnusedTexts } from '../counts/counted-texts.sql.ts';
import { deleteUnusedWords } from './search-text.sql.ts';

/** Job that prunes the vocabulary. */
export const pruneVocabularyJob = defineJob({
  name: 'prune-vocabulary',
  payload: EmptyPayload,
  timeoutSeconds: 3600,
});

/** Checks all words after `afterWord` in batches, so that no transaction is long, and then deletes unused texts. */
export async function pruneVocabulary(db: Db, signal?: AbortSignal, afterWord = ''): Promise<void> {
  const last = await inTransaction(db, 'writes', (tx) => deleteUnusedWords(tx, afterWord));
  if (last === null) await inTransaction(db, 'writes', deleteUnusedTexts);
  else if (!signal?.aborted) await pruneVocabulary(db, signal, last);
}
