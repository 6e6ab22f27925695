/** Reads the facts about a few posts, and about many search texts at once, that the prefilter needs. */
import { sql } from 'kysely';
import type { Tx } from '../../kernel/db/database.ts';
import { maxWords } from '../search/search-text.sql.ts';
import type { CandidateFacts } from './prefilter.rules.ts';

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
        where post_id = posts.id and place.lat is not null), '[]') as places
    from posts where posts.id = any(${ids}::bigint[])`.execute(tx);
  return rows;
}

/**
 * The posts that may contain the words of each search text: words that begin like these, in any of their texts. A text without words may
 * match any post. The database looks them up: comparing them with all words of long reports here kept others waiting.
 */
export async function findPostsByText(
  tx: Tx,
  ids: readonly number[],
  texts: readonly string[],
): Promise<Map<string, Set<number>>> {
  const { rows } = await sql<{ text: string; id: number }>`
    with typed as (
      select text, (
        select string_agg('''' || word || ''':*', ' & ') from (
          select word from unnest(split_search_words(text)) with ordinality as its (word, at)
          group by word order by min(at) limit ${maxWords}) as words
        where length(word) > 1)::tsquery as query
      from unnest(${texts}::text[]) as texts (text))
    select text, id from typed cross join unnest(${ids}::bigint[]) as posts (id)
    left join post_search_index on post_search_index.post_id = id
    where query is null or public_tsv @@ query or full_tsv @@ query`.execute(tx);
  const postsByText = new Map<string, Set<number>>();
  for (const { text, id } of rows) {
    const posts = postsByText.get(text);
    if (posts) posts.add(id);
    else postsByText.set(text, new Set([id]));
  }
  return postsByText;
}
