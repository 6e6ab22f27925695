/**
 * Texts that very many posts have, counted beforehand (docs/decisions/0008): those that people look for, and words of which the
 * database knows that they are frequent.
 */
import { sql } from 'kysely';
import { disableStatementTimeout, type Tx } from '../../kernel/db/database.ts';
import { buildTsQueryOfWord, isDistinctive, isFrequent } from '../search/search-text.sql.ts';

/** Each is looked for in every post that is written. */
const maxCountedTexts = 64;
/** Of these so many are words that nobody had to look for. */
const maxFrequentWords = 40;
/** Days after which one that nobody looks for is counted no more. */
const keptForDays = 30;

/** Found in very many posts by this process, and not counted yet; topics that were asked for. */
const pendingTexts = { frequent: new Set<string>(), asked: new Set<number>() };

/** The topic that counts the posts which have the text; undefined where they are not counted. */
export async function findDimensionOfText(tx: Tx, query: string): Promise<number | undefined> {
  const found = await tx
    .selectFrom('counted_texts')
    .select('id')
    .where('query', '=', sql<string>`${query}::tsquery`)
    .executeTakeFirst();
  if (found) pendingTexts.asked.add(found.id);
  return found?.id;
}

/** Has a text counted from now on, when that many posts have it. @param posts how many were found */
export function recordFrequentText(query: string, posts: number): void {
  if (isFrequent(posts) && pendingTexts.frequent.size < maxCountedTexts) pendingTexts.frequent.add(query);
}

/** Words in very many posts, by what the database has last seen of them; the most frequent first. */
async function readFrequentWords(tx: Tx): Promise<string[]> {
  const { rows } = await sql<{ word: string; posts: number }>`
    select word, frequency * reltuples as posts
    from pg_stats
    join pg_class on pg_class.oid = 'post_words'::regclass
    cross join lateral unnest(most_common_elems::text::text[], most_common_elem_freqs) as known (word, frequency)
    where schemaname = current_schema and tablename = 'post_words' and attname = 'shown'
      and word is not null and word !~ '^\\^'
    order by frequency desc limit 500`.execute(tx);
  return rows
    .filter(({ word, posts }) => isFrequent(posts) && isDistinctive(word))
    .slice(0, maxFrequentWords)
    .map(({ word }) => buildTsQueryOfWord(word));
}

/** What is to be counted: undefined where nothing is. */
export async function findNextTextToCount(
  tx: Tx,
  { andWords }: { andWords: boolean },
): Promise<string | undefined> {
  const wanted = [...pendingTexts.frequent, ...(andWords ? await readFrequentWords(tx) : [])];
  if (wanted.length === 0) return undefined;
  const { rows } = await sql<{ query: string }>`
    select query from unnest(${wanted}::text[]) with ordinality as wanted (query, place)
    where not exists (select from counted_texts where counted_texts.query = wanted.query::tsquery)
      and (select count(*) from counted_texts) < ${maxCountedTexts}
    order by place limit 1`.execute(tx);
  if (rows.length === 0) pendingTexts.frequent.clear();
  return rows[0]?.query;
}

/** Counts its posts, and from then on with each change. Whoever writes waits meanwhile: a second at a million posts. */
export async function countText(tx: Tx, query: string): Promise<void> {
  await disableStatementTimeout(tx);
  await sql`select count_text(${query}::tsquery, ${maxCountedTexts})`.execute(tx);
  pendingTexts.frequent.delete(query);
}

/** Writes down which texts were asked for today, so that they stay. */
export async function saveUsedTexts(tx: Tx): Promise<void> {
  if (pendingTexts.asked.size === 0) return;
  const ids = [...pendingTexts.asked];
  pendingTexts.asked.clear();
  await sql`update counted_texts set asked = current_date
    where id = any(${ids}::bigint[]) and asked < current_date`.execute(tx);
}

/** Those that nobody looks for any more are counted no longer. */
export async function deleteUnusedTexts(tx: Tx): Promise<void> {
  await disableStatementTimeout(tx);
  await sql`select forget_texts(current_date - ${keptForDays}::int)`.execute(tx);
}
