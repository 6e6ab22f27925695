/** What is to be known of a handful of posts, and of many texts at once, before filters are tried on them one by one. */
import { sql } from 'kysely';
import type { Tx } from '../../kernel/db/database.ts';
import { allowsTypo, isLetterPair, maxWords, minLengths } from '../search/search-text.sql.ts';
import { splitLetters } from '../search/typo-tolerance.rules.ts';
import type { CandidateFacts, RequiredWord } from './prefilter.rules.ts';

/** Facts about these posts. */
export async function readCandidateFacts(tx: Tx, ids: readonly number[]): Promise<CandidateFacts[]> {
  const { rows } = await sql<CandidateFacts>`
    select posts.id, posts.survey_id, posts.status, posts.source, posts.user_id,
      array(select category_id from post_categories where post_id = posts.id) as categories,
      coalesce((
        select json_agg(json_build_object('lat', place.lat, 'lon', place.lon))
        from post_places cross join lateral (values (lat, lon), (shown_lat, shown_lon)) as place (lat, lon)
        where post_id = posts.id and place.lat is not null), '[]') as places,
      tsvector_to_array(coalesce(post_words.shown, '')) || tsvector_to_array(coalesce(post_words.every, '')) as words
    from posts left join post_words on post_words.post_id = posts.id
    where posts.id = any(${ids}::bigint[])`.execute(tx);
  return rows;
}

/**
 * Which words each of these texts cannot do without. A text that is not here, or has none, may mean anything.
 * Words that are too short to be told, and those that may differ by two letters, are left out.
 */
export async function readRequiredWords(
  tx: Tx,
  texts: readonly string[],
): Promise<Map<string, readonly RequiredWord[]>> {
  const { rows } = await sql<{ text: string; word: string; known: boolean }>`
    select text, word, exists (
      select from words where words.word >= typed.word collate "C" and words.word < typed.word || chr(1114111)
    ) as known
    from unnest(${texts}::text[]) as texts (text)
    cross join lateral (
      select word from unnest(search_words(text)) with ordinality as its (word, at)
      group by word order by min(at) limit ${maxWords}) as typed`.execute(tx);
  const needed = new Map<string, RequiredWord[]>();
  for (const { text, word, known } of rows) {
    const { length } = splitLetters(word);
    const slips = !known && allowsTypo(word);
    if ((isLetterPair(word) && length === 1) || (slips && length >= minLengths.twoSlips)) continue;
    const words = needed.get(text) ?? [];
    words.push({ word, allowsTypo: slips });
    needed.set(text, words);
  }
  return needed;
}
