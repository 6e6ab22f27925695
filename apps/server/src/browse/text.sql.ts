/** Posts by the words that people type (docs/decisions/0006). */
import { type RawBuilder, sql } from 'kysely';
import type { Tx } from '../kernel/db.ts';
import type { Viewer } from '../kernel/viewer.ts';
import { managesPosts } from '../posts/posts.public.ts';
import { lettersOf, likePatterns } from './mistyped.rules.ts';

type Condition = RawBuilder<boolean>;

/** One typed word and how it may stand in a post. */
interface TypedWord {
  word: string;
  /** As the beginning of longer words too. */
  begins: boolean;
  /** What was probably meant, where no public post has the word. */
  near: readonly string[];
}

/** A text as it is looked for. Without a word in it, it is found nowhere. */
export interface SearchedText {
  words: readonly TypedWord[];
  /** The whole text is a number: perhaps that of a post. */
  id: number | undefined;
  /** The words as PostgreSQL looks for them in `post_words.shown`. */
  query: string;
  /** Every word anywhere in the post that the viewer may read, as a condition on `posts`. */
  inPost: Condition;
  /** The same as a condition on `post_words`. */
  inWords: Condition;
}

type Typed = Pick<SearchedText, 'words'>;

/** What is beyond is not looked at: the post is found by what came before, or not meant to be found. */
export const mostWords = 12;
/** From so many letters on, the beginning of a word stands for it, and a slip of the finger is thought of. */
export const longEnough = { beginning: 3, slip: 4, twoSlips: 8 };
/** Words taken for what was meant, at most. */
const mostNear = 5;

/** Scripts without spaces: their words are pairs of letters (`search_words`). */
export const isPair = (word: string) =>
  /[\u0e00-\u0eff\u1000-\u109f\u1780-\u17ff\u3005\u3040-\u30ff\u3400-\u9fff\u{20000}-\u{3ffff}]/u.test(word);

/** A pair's second letter comes once more as the last of its run: what is typed needs it only when it stands alone. */
const isLoneEnd = (word: string, words: readonly string[]) =>
  isPair(word) &&
  lettersOf(word).length === 1 &&
  words.some((it) => it !== word && isPair(it) && it.endsWith(word));

const mayBegin = (word: string, isLast: boolean) => {
  const { length } = lettersOf(word);
  return isPair(word) ? length === 1 : isLast || length >= longEnough.beginning;
};

export const maySlip = (word: string) =>
  !isPair(word) && !/\d/.test(word) && lettersOf(word).length >= longEnough.slip;

/** Words of public posts that differ from this one by one slip, or by two in a long word; the likest first. */
async function nearWords(tx: Tx, word: string): Promise<string[]> {
  const likes = likePatterns(word).map((pattern) => sql`word like ${pattern}`);
  const { length } = lettersOf(word);
  const one = await sql<{ word: string }>`
    select word from words where ${sql.join(likes, sql` or `)}
    order by abs(char_length(word) - ${length}::int), word limit ${mostNear}`.execute(tx);
  if (one.rows.length > 0 || length < longEnough.twoSlips) return one.rows.map((row) => row.word);
  const two = await sql<{ word: string }>`
    select word from words where word % ${word} and similarity(word, ${word}) >= 0.4
    order by similarity(word, ${word}) desc, word limit ${mostNear}`.execute(tx);
  return two.rows.map((row) => row.word);
}

/**
 * What is done with the posts that have a text. `posts`: they are found among all. `few`: a handful of posts is named, and
 * each is looked at. `words`: `post_words` alone is asked, as far as it can answer.
 */
export type Use = 'posts' | 'few' | 'words';

/** Takes a typed text apart. */
export async function readText(tx: Tx, viewer: Viewer, q: string, use: Use = 'posts'): Promise<SearchedText> {
  // The greatest letter there is: everything that begins with a word lies below the word with it behind.
  const { rows } = await sql<{ word: string; known: boolean }>`
    select typed.word, exists (
      select from words where words.word >= typed.word collate "C" and words.word < typed.word || chr(1114111)
    ) as known
    from unnest(search_words(${q})) with ordinality as typed (word, at)
    group by typed.word order by min(at) limit ${mostWords}`.execute(tx);
  const all = rows.map((row) => row.word);
  const words: TypedWord[] = [];
  for (const { word, known } of rows) {
    if (isLoneEnd(word, all)) continue;
    const begins = mayBegin(word, word === all.at(-1));
    words.push({ word, begins, near: !known && maySlip(word) ? await nearWords(tx, word) : [] });
  }
  const id = /^\d{1,15}$/.test(q) ? Number(q) : undefined;
  if (words.length === 0) return { words, id, query: '', inPost: sql`false`, inWords: sql`false` };
  const query = queryFor({ words });
  const inWords = managesPosts(viewer) ? inEvery(query) : inShown(query);
  const inPost = {
    posts: () => among(tx, inWords),
    few: () =>
      sql<boolean>`exists (select from post_words where post_words.post_id = posts.id and ${inWords})`,
    words: () => inAll(inWords),
  };
  return { words, id, query, inPost: await inPost[use](), inWords };
}

/** Words hold neither quotes nor backslashes: both are separators. */
const lexeme = (word: string, begins: boolean) => `'${word}'${begins ? ':*' : ''}`;

/** Every word, each in one of the ways in which it may stand. */
const queryFor = ({ words }: Typed, mark = '') =>
  words
    .map(({ word, begins, near }) =>
      [lexeme(mark + word, begins), ...near.map((it) => lexeme(mark + it, false))].join(' | '),
    )
    .map((ways) => `(${ways})`)
    .join(' & ');

/** As somebody asks who types nothing but this word. */
export const queryOfWord = (word: string): string =>
  queryFor({ words: [{ word, begins: mayBegin(word, true), near: [] }] });

/** Words of letters that set them apart: shorter ones, in most languages, are those that every sentence has. */
export const tellsSomething = (word: string): boolean =>
  isPair(word) || lettersOf(word).length >= longEnough.slip;

/** Conditions on `post_words`. */
const inShown = (query: string) => sql<boolean>`post_words.shown @@ ${query}::tsquery`;
const inEvery = (query: string) =>
  sql<boolean>`(post_words.shown @@ ${query}::tsquery or post_words.every @@ ${query}::tsquery)`;

/** Up to so many posts are named one by one. */
const few = 5000;

/** What PostgreSQL takes for frequent, it knows to be: of words that it does not know it expects one in two hundred. */
const plenty = { posts: 20_000, share: 0.05 };

/** Whether so many posts are worth being counted beforehand. */
export const isPlenty = (posts: number): boolean => posts >= plenty.posts;

/** Whether so many posts have the words that counting them one by one would be in vain. */
export async function areSurelyMany(tx: Tx, condition: Condition): Promise<boolean> {
  const { rows } = await sql<{ 'QUERY PLAN': [{ Plan: { 'Plan Rows': number } }] }>`
    explain (format json) select from post_words where ${condition}`.execute(tx);
  const expected = rows[0]?.['QUERY PLAN'][0].Plan['Plan Rows'] ?? 0;
  if (expected < plenty.posts) return false;
  const all = await sql<{ posts: number }>`
    select reltuples::bigint as posts from pg_class where oid = 'post_words'::regclass`.execute(tx);
  return expected > (all.rows[0]?.posts ?? 0) * plenty.share;
}

/** The index of words is the only way: PostgreSQL takes every unknown word for one in two hundred, and would look for it. */
const byIndexAlone = (on: boolean) => {
  const others = sql.lit(on ? 'off' : 'on');
  return sql`select set_config('enable_seqscan', ${others}, true), set_config('enable_indexscan', ${others}, true)`;
};

const inAll = (condition: Condition) =>
  sql<boolean>`posts.id in (select post_words.post_id from post_words where ${condition})`;

/**
 * Posts whose words fit, as a condition on `posts`. Where they are few, it names them; where they are many, lists walk through
 * posts in their order until a page is full. PostgreSQL cannot tell the two apart.
 */
async function among(tx: Tx, condition: Condition): Promise<Condition> {
  if (await areSurelyMany(tx, condition)) return inAll(condition);
  await byIndexAlone(true).execute(tx);
  const { rows } = await sql<{ post_id: number }>`
    select post_id from post_words where ${condition} limit ${few + 1}`.execute(tx);
  await byIndexAlone(false).execute(tx);
  if (rows.length <= few) return sql`posts.id = any(${rows.map((row) => row.post_id)}::bigint[])`;
  return inAll(condition);
}

/** The text as a condition on `posts`. */
export const hasText = ({ id, inPost }: SearchedText): Condition =>
  id === undefined ? inPost : sql`(posts.id = ${id} or ${inPost})`;

const titled = (text: Typed) => inShown(queryFor(text, '^'));
const asTyped = ({ words }: Typed) => inShown(words.map(({ word }) => lexeme(word, false)).join(' & '));

/**
 * What makes a post fit better than others that have the text too, best first: every word in the title, then every word
 * as it was typed.
 */
export const betterFits = (tx: Tx, text: SearchedText): (() => Promise<Condition>)[] => [
  () => among(tx, titled(text)),
  () => among(tx, asTyped(text)),
];

/** The same as a number for each row of `post_words`, the best the least. */
export const fitOf = (text: SearchedText): RawBuilder<unknown> =>
  sql`case when ${titled(text)} then 0 when ${asTyped(text)} then 1 else 2 end`;

/** Whether the text is all about words. */
export const isAboutWords = (text: SearchedText): boolean => text.words.length > 0 && text.id === undefined;

/**
 * Forgets the next words that no public post has.
 * @param after the word to go on behind
 * @returns the last one looked at; null at the end
 */
export async function forgetWordsAfter(tx: Tx, after: string): Promise<string | null> {
  const { rows } = await sql<{ last: string | null }>`
    with batch as (
      select word from words where word > ${after} order by word limit 500
    ), gone as (
      delete from words using batch where words.word = batch.word and not exists (
        select from post_words where is_public and shown @@ ('''' || batch.word || '''')::tsquery)
    )
    select max(word) as last from batch`.execute(tx);
  return rows[0]?.last ?? null;
}
