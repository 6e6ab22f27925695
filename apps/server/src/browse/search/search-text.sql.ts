/** Posts by the words that people type (docs/decisions/0006). */
import { type RawBuilder, sql } from 'kysely';
import type { Tx } from '../../kernel/db/database.ts';
import type { Viewer } from '../../kernel/security/viewer.ts';
import { managesPosts } from '../../posts/posts.public.ts';
import { splitLetters, typoPatterns } from './typo-tolerance.rules.ts';

type Condition = RawBuilder<boolean>;

/** One typed word and how it may stand in a post. */
interface TypedWord {
  word: string;
  /** As the beginning of longer words too. */
  isPrefix: boolean;
  /** What was probably meant, where no public post has the word. */
  typoCandidates: readonly string[];
}

/** A text as it is looked for. Without a word in it, it is found nowhere. */
export interface SearchText {
  words: readonly TypedWord[];
  /** The whole text is a number: perhaps that of a post. */
  postId: number | undefined;
  /** The words as PostgreSQL looks for them in `post_words.shown`. */
  query: string;
  /** Every word anywhere in the post that the viewer may read, as a condition on `posts`. */
  onPosts: Condition;
  /** The same as a condition on `post_words`. */
  onSearchIndex: Condition;
}

type TypedWords = Pick<SearchText, 'words'>;

/** What is beyond is not looked at: the post is found by what came before, or not meant to be found. */
export const maxWords = 12;
/** From so many letters on, the beginning of a word stands for it, and a slip of the finger is thought of. */
export const minLengths = { beginning: 3, slip: 4, twoSlips: 8 };
/** Words taken for what was meant, at most. */
const maxTypoCandidates = 5;

/** Scripts without spaces: their words are pairs of letters (`search_words`). */
export const isLetterPair = (word: string) =>
  /[\u0e00-\u0eff\u1000-\u109f\u1780-\u17ff\u3005\u3040-\u30ff\u3400-\u9fff\u{20000}-\u{3ffff}]/u.test(word);

/** A pair's second letter comes once more as the last of its run: what is typed needs it only when it stands alone. */
const isRedundantPairEnd = (word: string, words: readonly string[]) =>
  isLetterPair(word) &&
  splitLetters(word).length === 1 &&
  words.some((it) => it !== word && isLetterPair(it) && it.endsWith(word));

const isPrefixSearch = (word: string, isLast: boolean) => {
  const { length } = splitLetters(word);
  return isLetterPair(word) ? length === 1 : isLast || length >= minLengths.beginning;
};

export const allowsTypo = (word: string) =>
  !isLetterPair(word) && !/\d/.test(word) && splitLetters(word).length >= minLengths.slip;

/** Words of public posts that differ from this one by one slip, or by two in a long word; the likest first. */
async function findTypoCandidates(tx: Tx, word: string): Promise<string[]> {
  const likes = typoPatterns(word).map((pattern) => sql`word like ${pattern}`);
  const { length } = splitLetters(word);
  const one = await sql<{ word: string }>`
    select word from words where ${sql.join(likes, sql` or `)}
    order by abs(char_length(word) - ${length}::int), word limit ${maxTypoCandidates}`.execute(tx);
  if (one.rows.length > 0 || length < minLengths.twoSlips) return one.rows.map((row) => row.word);
  const two = await sql<{ word: string }>`
    select word from words where word % ${word} and similarity(word, ${word}) >= 0.4
    order by similarity(word, ${word}) desc, word limit ${maxTypoCandidates}`.execute(tx);
  return two.rows.map((row) => row.word);
}

/**
 * What is done with the posts that have a text. `posts`: they are found among all. `few`: a handful of posts is named, and
 * each is looked at. `words`: `post_words` alone is asked, as far as it can answer.
 */
export type TextTarget = 'posts' | 'few' | 'words';

/** Takes a typed text apart. */
export async function parseSearchText(
  tx: Tx,
  viewer: Viewer,
  typedText: string,
  target: TextTarget = 'posts',
): Promise<SearchText> {
  // The greatest letter there is: everything that begins with a word lies below the word with it behind.
  const { rows } = await sql<{ word: string; known: boolean }>`
    select typed.word, exists (
      select from words where words.word >= typed.word collate "C" and words.word < typed.word || chr(1114111)
    ) as known
    from unnest(search_words(${typedText})) with ordinality as typed (word, at)
    group by typed.word order by min(at) limit ${maxWords}`.execute(tx);
  const all = rows.map((row) => row.word);
  const words: TypedWord[] = [];
  for (const { word, known } of rows) {
    if (isRedundantPairEnd(word, all)) continue;
    const begins = isPrefixSearch(word, word === all.at(-1));
    words.push({
      word,
      isPrefix: begins,
      typoCandidates: !known && allowsTypo(word) ? await findTypoCandidates(tx, word) : [],
    });
  }
  const id = /^\d{1,15}$/.test(typedText) ? Number(typedText) : undefined;
  if (words.length === 0)
    return { words, postId: id, query: '', onPosts: sql`false`, onSearchIndex: sql`false` };
  const query = buildTsQuery({ words });
  const inWords = managesPosts(viewer) ? matchesFullText(query) : matchesPublicText(query);
  const inPost = {
    posts: () => narrowToMatches(tx, inWords),
    few: () =>
      sql<boolean>`exists (select from post_words where post_words.post_id = posts.id and ${inWords})`,
    words: () => isInSearchIndex(inWords),
  };
  return { words, postId: id, query, onPosts: await inPost[target](), onSearchIndex: inWords };
}

/** Words hold neither quotes nor backslashes: both are separators. */
const lexeme = (word: string, begins: boolean) => `'${word}'${begins ? ':*' : ''}`;

/** Every word, each in one of the ways in which it may stand. */
const buildTsQuery = ({ words }: TypedWords, mark = '') =>
  words
    .map(({ word, isPrefix: begins, typoCandidates: near }) =>
      [lexeme(mark + word, begins), ...near.map((it) => lexeme(mark + it, false))].join(' | '),
    )
    .map((ways) => `(${ways})`)
    .join(' & ');

/** As somebody asks who types nothing but this word. */
export const buildTsQueryOfWord = (word: string): string =>
  buildTsQuery({ words: [{ word, isPrefix: isPrefixSearch(word, true), typoCandidates: [] }] });

/** Words of letters that set them apart: shorter ones, in most languages, are those that every sentence has. */
export const isDistinctive = (word: string): boolean =>
  isLetterPair(word) || splitLetters(word).length >= minLengths.slip;

/** Conditions on `post_words`. */
const matchesPublicText = (query: string) => sql<boolean>`post_words.shown @@ ${query}::tsquery`;
const matchesFullText = (query: string) =>
  sql<boolean>`(post_words.shown @@ ${query}::tsquery or post_words.every @@ ${query}::tsquery)`;

/** Up to so many posts are named one by one. */
const maxNamedPosts = 5000;

/** What PostgreSQL takes for frequent, it knows to be: of words that it does not know it expects one in two hundred. */
const frequentThreshold = { posts: 20_000, share: 0.05 };

/** Whether so many posts are worth being counted beforehand. */
export const isFrequent = (posts: number): boolean => posts >= frequentThreshold.posts;

/** Whether so many posts have the words that counting them one by one would be in vain. */
export async function isEstimatedFrequent(tx: Tx, condition: Condition): Promise<boolean> {
  const { rows } = await sql<{ 'QUERY PLAN': [{ Plan: { 'Plan Rows': number } }] }>`
    explain (format json) select from post_words where ${condition}`.execute(tx);
  const expected = rows[0]?.['QUERY PLAN'][0].Plan['Plan Rows'] ?? 0;
  if (expected < frequentThreshold.posts) return false;
  const all = await sql<{ posts: number }>`
    select reltuples::bigint as posts from pg_class where oid = 'post_words'::regclass`.execute(tx);
  return expected > (all.rows[0]?.posts ?? 0) * frequentThreshold.share;
}

/** The index of words is the only way: PostgreSQL takes every unknown word for one in two hundred, and would look for it. */
const setIndexScanOnly = (on: boolean) => {
  const others = sql.lit(on ? 'off' : 'on');
  return sql`select set_config('enable_seqscan', ${others}, true), set_config('enable_indexscan', ${others}, true)`;
};

const isInSearchIndex = (condition: Condition) =>
  sql<boolean>`posts.id in (select post_words.post_id from post_words where ${condition})`;

/**
 * Posts whose words fit, as a condition on `posts`. Where they are few, it names them; where they are many, lists walk through
 * posts in their order until a page is full. PostgreSQL cannot tell the two apart.
 */
async function narrowToMatches(tx: Tx, condition: Condition): Promise<Condition> {
  if (await isEstimatedFrequent(tx, condition)) return isInSearchIndex(condition);
  await setIndexScanOnly(true).execute(tx);
  const { rows } = await sql<{ post_id: number }>`
    select post_id from post_words where ${condition} limit ${maxNamedPosts + 1}`.execute(tx);
  await setIndexScanOnly(false).execute(tx);
  if (rows.length <= maxNamedPosts) return sql`posts.id = any(${rows.map((row) => row.post_id)}::bigint[])`;
  return isInSearchIndex(condition);
}

/** The text as a condition on `posts`. */
export const matchesText = ({ postId: id, onPosts: inPost }: SearchText): Condition =>
  id === undefined ? inPost : sql`(posts.id = ${id} or ${inPost})`;

const matchesTitle = (text: TypedWords) => matchesPublicText(buildTsQuery(text, '^'));
const matchesExactWords = ({ words }: TypedWords) =>
  matchesPublicText(words.map(({ word }) => lexeme(word, false)).join(' & '));

/**
 * What makes a post fit better than others that have the text too, best first: every word in the title, then every word
 * as it was typed.
 */
export const relevanceRanks = (tx: Tx, text: SearchText): (() => Promise<Condition>)[] => [
  () => narrowToMatches(tx, matchesTitle(text)),
  () => narrowToMatches(tx, matchesExactWords(text)),
];

/** The same as a number for each row of `post_words`, the best the least. */
export const relevanceScore = (text: SearchText): RawBuilder<unknown> =>
  sql`case when ${matchesTitle(text)} then 0 when ${matchesExactWords(text)} then 1 else 2 end`;

/** Whether the text is all about words. */
export const hasOnlyWords = (text: SearchText): boolean => text.words.length > 0 && text.postId === undefined;

/**
 * Forgets the next words that no public post has.
 * @param afterWord the word to go on behind
 * @returns the last one looked at; null at the end
 */
export async function deleteUnusedWords(tx: Tx, afterWord: string): Promise<string | null> {
  const { rows } = await sql<{ last: string | null }>`
    with batch as (
      select word from words where word > ${afterWord} order by word limit 500
    ), gone as (
      delete from words using batch where words.word = batch.word and not exists (
        select from post_words where is_public and shown @@ ('''' || batch.word || '''')::tsquery)
    )
    select max(word) as last from batch`.execute(tx);
  return rows[0]?.last ?? null;
}
