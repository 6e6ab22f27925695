/** What is to be known of a handful of posts, and of many texts at once, before filters are tried on them one by one. */
import { sql } from 'kysely';
import type { Tx } from '../kernel/db.ts';
import type { NeededWord, PostFacts } from './could-fit.rules.ts';
import { lettersOf } from './mistyped.rules.ts';
import { isPair, longEnough, maySlip, mostWords } from './text.sql.ts';

/** Facts about these posts. */
export async function readFacts(tx: Tx, ids: readonly number[]): Promise<PostFacts[]> {
  const { rows } = await sql<PostFacts>`
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
export async function readNeeded(
  tx: Tx,
  texts: readonly string[],
): Promise<Map<string, readonly NeededWord[]>> {
  const { rows } = await sql<{ text: string; word: string; known: boolean }>`
    select text, word, exists (
      select from words where words.word >= typed.word collate "C" and words.word < typed.word || chr(1114111)
    ) as known
    from unnest(${texts}::text[]) as texts (text)
    cross join lateral (
      select word from unnest(search_words(text)) with ordinality as its (word, at)
      group by word order by min(at) limit ${mostWords}) as typed`.execute(tx);
  const needed = new Map<string, NeededWord[]>();
  for (const { text, word, known } of rows) {
    const { length } = lettersOf(word);
    const slips = !known && maySlip(word);
    if ((isPair(word) && length === 1) || (slips && length >= longEnough.twoSlips)) continue;
    const words = needed.get(text) ?? [];
    words.push({ word, slips });
    needed.set(text, words);
  }
  return needed;
}
