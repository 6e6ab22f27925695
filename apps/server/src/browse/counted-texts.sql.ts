/**
 * Texts that very many posts have, counted beforehand (docs/decisions/0008): those that people look for, and words of which the
 * database knows that they are frequent.
 */
import { sql } from 'kysely';
import { type Tx, takeTime } from '../kernel/db.ts';
import { isPlenty, queryOfWord, tellsSomething } from './text.sql.ts';

/** Each is looked for in every post that is written. */
const most = 64;
/** Of these so many are words that nobody had to look for. */
const mostUnasked = 40;
/** Days after which one that nobody looks for is counted no more. */
const keptFor = 30;

/** Found in very many posts by this process, and not counted yet; topics that were asked for. */
const noted = { frequent: new Set<string>(), asked: new Set<number>() };

/** The topic that counts the posts which have the text; undefined where they are not counted. */
export async function topicOfText(tx: Tx, query: string): Promise<number | undefined> {
  const found = await tx
    .selectFrom('counted_texts')
    .select('id')
    .where('query', '=', sql<string>`${query}::tsquery`)
    .executeTakeFirst();
  if (found) noted.asked.add(found.id);
  return found?.id;
}

/** Has a text counted from now on, when that many posts have it. @param posts how many were found */
export function noteFrequent(query: string, posts: number): void {
  if (isPlenty(posts) && noted.frequent.size < most) noted.frequent.add(query);
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
    .filter(({ word, posts }) => isPlenty(posts) && tellsSomething(word))
    .slice(0, mostUnasked)
    .map(({ word }) => queryOfWord(word));
}

/** What is to be counted: undefined where nothing is. */
export async function nextText(tx: Tx, { andWords }: { andWords: boolean }): Promise<string | undefined> {
  const wanted = [...noted.frequent, ...(andWords ? await readFrequentWords(tx) : [])];
  if (wanted.length === 0) return undefined;
  const { rows } = await sql<{ query: string }>`
    select query from unnest(${wanted}::text[]) with ordinality as wanted (query, place)
    where not exists (select from counted_texts where counted_texts.query = wanted.query::tsquery)
      and (select count(*) from counted_texts) < ${most}
    order by place limit 1`.execute(tx);
  if (rows.length === 0) noted.frequent.clear();
  return rows[0]?.query;
}

/** Counts its posts, and from then on with each change. Whoever writes waits meanwhile: a second at a million posts. */
export async function countText(tx: Tx, query: string): Promise<void> {
  await takeTime(tx);
  await sql`select count_text(${query}::tsquery, ${most})`.execute(tx);
  noted.frequent.delete(query);
}

/** Writes down which texts were asked for today, so that they stay. */
export async function noteAsked(tx: Tx): Promise<void> {
  if (noted.asked.size === 0) return;
  const ids = [...noted.asked];
  noted.asked.clear();
  await sql`update counted_texts set asked = current_date
    where id = any(${ids}::bigint[]) and asked < current_date`.execute(tx);
}

/** Those that nobody looks for any more are counted no longer. */
export async function forgetTexts(tx: Tx): Promise<void> {
  await takeTime(tx);
  await sql`select forget_texts(current_date - ${keptFor}::int)`.execute(tx);
}
