/**
 * Keeps the vocabulary to words of public posts: a name that was removed from a post, or with it, is gone within seconds. A daily
 * clean-up checks all words, and deletes counted texts that nobody searches for.
 */
import { type Db, inTransaction } from '../../kernel/db/database.ts';
import { defineJob, EmptyPayload } from '../../kernel/jobs/job.ts';
import { deleteUnusedTexts } from '../counts/counted-texts.sql.ts';
import { deleteRemovedWords, deleteUnusedWords } from './vocabulary.sql.ts';

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

/** Job that deletes words which were removed from public posts. */
export const deleteRemovedWordsJob = defineJob({ name: 'delete-removed-words', payload: EmptyPayload });

/**
 * Deletes the words that were removed from public posts, and that no other one contains. Jobs that delete posts call it at their end; for
 * everything else there is `deleteRemovedWordsJob`.
 */
export async function pruneRemovedWords(db: Db): Promise<void> {
  while (await inTransaction(db, 'writes', deleteRemovedWords));
}
