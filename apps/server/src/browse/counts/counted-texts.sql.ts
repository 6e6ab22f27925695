/**
 * Search texts whose posts are counted in advance because very many posts contain them (docs/decisions/0008): texts that
 * people search for, and words that are frequent according to the statistics of the database.
 */
import { sql } from 'kysely';
import { disableStatementTimeout, type Tx } from '../../kernel/db/database.ts';
import { buildTsQueryOfWord, isDistinctive, isFrequent } from '../search/search-text.sql.ts';

/** Maximum number of counted texts. Each one is checked against every post that is written. */
const maxCountedTexts = 64;
/** How many of them may be frequent words that nobody has searched for yet. */
const maxFrequentWords = 40;
/** Days after which a text that nobody searches for is no longer counted. */
const maxUnusedDays = 30;

/** Kept in this process until saved: frequent texts that are not counted yet, and dimensions of counted texts that were used. */
const pendingTexts = { frequent: new Set<string>(), usedDimensionIds: new Set<number>() };

/** The dimension that counts the posts with a text; undefined where they are not counted. */
export async function findDimensionOfText(tx: Tx, query: string): Promise<number | undefined> {
  const row = await tx
    .selectFrom('precomputed_searches')
    .select('id')
    .where('query', '=', sql<string>`${query}::tsquery`)
    .executeTakeFirst();
  if (row) pendingTexts.usedDimensionIds.add(row.id);
  return row?.id;
}

/** Marks a text for counting when it is frequent. @param posts number of posts with the text */
export function recordFrequentText(query: string, posts: number): void {
  if (isFrequent(posts) && pendingTexts.frequent.size < maxCountedTexts) pendingTexts.frequent.add(query);
}

/** Words in very many posts according to the database's statistics, the most frequent first. */
async function readFrequentWords(tx: Tx): Promise<string[]> {
  const { rows } = await sql<{ word: string; posts: number }>`
    select word, frequency * reltuples as posts
    from pg_stats
    join pg_class on pg_class.oid = 'post_search_index'::regclass
    cross join lateral unnest(most_common_elems::text::text[], most_common_elem_freqs) as known (word, frequency)
    where schemaname = current_schema and tablename = 'post_search_index' and attname = 'public_tsv'
      and word is not null and word !~ '^\\^'
    order by frequency desc limit 500`.execute(tx);
  return rows
    .filter(({ word, posts }) => isFrequent(posts) && isDistinctive(word))
    .slice(0, maxFrequentWords)
    .map(({ word }) => buildTsQueryOfWord(word));
}

/** The next text to count; undefined where there is none. @param options.andWords also consider frequent words */
export async function findNextTextToCount(
  tx: Tx,
  { andWords }: { andWords: boolean },
): Promise<string | undefined> {
  const candidates = [...pendingTexts.frequent, ...(andWords ? await readFrequentWords(tx) : [])];
  if (candidates.length === 0) return undefined;
  const { rows } = await sql<{ query: string }>`
    select query from unnest(${candidates}::text[]) with ordinality as candidate (query, place)
    where not exists (select from precomputed_searches where precomputed_searches.query = candidate.query::tsquery)
      and (select count(*) from precomputed_searches) < ${maxCountedTexts}
    order by place limit 1`.execute(tx);
  if (rows.length === 0) pendingTexts.frequent.clear();
  return rows[0]?.query;
}

/** Counts the posts with a text, now and with each change. Blocks writers: about a second for a million posts. */
export async function countText(tx: Tx, query: string): Promise<void> {
  await disableStatementTimeout(tx);
  await sql`select add_precomputed_search(${query}::tsquery, ${maxCountedTexts})`.execute(tx);
  pendingTexts.frequent.delete(query);
}

/** Stores which texts were used today, so that they are kept. */
export async function saveUsedTexts(tx: Tx): Promise<void> {
  if (pendingTexts.usedDimensionIds.size === 0) return;
  const ids = [...pendingTexts.usedDimensionIds];
  pendingTexts.usedDimensionIds.clear();
  await sql`update precomputed_searches set last_used = current_date
    where id = any(${ids}::bigint[]) and last_used < current_date`.execute(tx);
}

/** Deletes texts that have not been used for `maxUnusedDays`. */
export async function deleteUnusedTexts(tx: Tx): Promise<void> {
  await disableStatementTimeout(tx);
  await sql`select delete_unused_searches(current_date - ${maxUnusedDays}::int)`.execute(tx);
}
