/** Queries that keep the vocabulary of the search to words of public posts. */
import { sql } from 'kysely';
import type { Tx } from '../../kernel/db/database.ts';

/** Words of a transaction. */
const batchSize = 500;

/** Condition on a row `batch`: no public post contains its word. */
const isUnused = sql`not exists (
  select from post_search_index where is_public and public_tsv @@ ('''' || batch.word || '''')::tsquery)`;

/**
 * Deletes words that no public post contains, among the next 500.
 * @param afterWord the word to continue after
 * @returns the last word that was checked; null at the end
 */
export async function deleteUnusedWords(tx: Tx, afterWord: string): Promise<string | null> {
  const { rows } = await sql<{ last: string | null }>`
    with batch as (
      select word from search_vocabulary where word > ${afterWord} order by word limit ${batchSize}
    ), gone as (
      delete from search_vocabulary using batch where search_vocabulary.word = batch.word and ${isUnused}
    )
    select max(word) as last from batch`.execute(tx);
  return rows[0]?.last ?? null;
}

/** Whether words were removed from public posts since the last check. */
export async function hasRemovedWords(tx: Tx): Promise<boolean> {
  const { rows } = await sql<{ found: boolean }>`select exists (select from removed_words) as found`.execute(
    tx,
  );
  return rows[0]?.found ?? false;
}

/** Deletes some removed words, unless another public post contains them. @returns false when none are left */
export async function deleteRemovedWords(tx: Tx): Promise<boolean> {
  // The same rows, in another order: two jobs would deadlock.
  await sql`select pg_advisory_xact_lock(hashtextextended('removed words', 0))`.execute(tx);
  const { rows } = await sql<{ words: number }>`
    with words as (
      select distinct word from removed_words limit ${batchSize}
    ), batch as (
      delete from removed_words using words where removed_words.word = words.word returning removed_words.word
    ), gone as (
      delete from search_vocabulary using (select distinct word from batch) as batch
      where search_vocabulary.word = batch.word and ${isUnused}
    )
    select count(*)::int as words from words`.execute(tx);
  return rows[0]?.words === batchSize;
}
