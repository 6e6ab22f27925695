/** Reads the facts about a few posts, and about many search texts at once, that the prefilter needs. */
import { sql } from 'kysely';
import type { Tx } from '../../kernel/db/database.ts';
import { allowsTypo, isLetterPair, maxWords, minLengths } from '../search/search-text.sql.ts';
import { splitLetters } from '../search/typo-tolerance.rules.ts';
import type { CandidateFacts, RequiredWord } from './prefilter.rules.ts';

/** Facts about posts. */
export async function readCandidateFacts(tx: Tx, ids: readonly number[]): Promise<CandidateFacts[]> {
  const { rows } = await sql<CandidateFacts>`
    select posts.id, posts.survey_id, posts.status, posts.source, posts.user_id,
      array(
        select unnest(array[categories.id, categories.parent_id])
        from post_categories join categories on categories.id = category_id
        where post_id = posts.id) as categories,
      coalesce((
        select json_agg(json_build_object('lat', place.lat, 'lon', place.lon))
        from post_places cross join lateral (values (lat, lon), (masked_lat, masked_lon)) as place (lat, lon)
        where post_id = posts.id and place.lat is not null), '[]') as places,
      tsvector_to_array(coalesce(post_search_index.public_tsv, '')) || tsvector_to_array(coalesce(post_search_index.full_tsv, '')) as words
    from posts left join post_search_index on post_search_index.post_id = posts.id
    where posts.id = any(${ids}::bigint[])`.execute(tx);
  return rows;
}

/**
 * The words that a post must contain to match each search text. A text that is absent or has no words may match any post.
 * Words that are too short, and those that may have two typos, are left out.
 */
export async function readRequiredWords(
  tx: Tx,
  texts: readonly string[],
): Promise<Map<string, readonly RequiredWord[]>> {
  const { rows } = await sql<{ text: string; word: string; isIndexed: boolean }>`
    select text, word, exists (
      select from search_vocabulary where search_vocabulary.word >= typed.word collate "C" and search_vocabulary.word < typed.word || chr(1114111)
    ) as "isIndexed"
    from unnest(${texts}::text[]) as texts (text)
    cross join lateral (
      select word from unnest(split_search_words(text)) with ordinality as its (word, at)
      group by word order by min(at) limit ${maxWords}) as typed`.execute(tx);
  const wordsByText = new Map<string, RequiredWord[]>();
  for (const { text, word, isIndexed } of rows) {
    const { length } = splitLetters(word);
    const mayHaveTypo = !isIndexed && allowsTypo(word);
    if ((isLetterPair(word) && length === 1) || (mayHaveTypo && length >= minLengths.twoTypos)) continue;
    const words = wordsByText.get(text) ?? [];
    words.push({ word, allowsTypo: mayHaveTypo });
    wordsByText.set(text, words);
  }
  return wordsByText;
}
