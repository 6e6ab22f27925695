/** Full-text search of posts (docs/decisions/0006). */
import { type RawBuilder, sql } from 'kysely';
import type { Tx } from '../../kernel/db/database.ts';
import { hasTrigrams } from '../../kernel/db/has-trigrams.ts';
import type { Viewer } from '../../kernel/security/viewer.ts';
import { canManagePosts } from '../../posts/posts.public.ts';
import { splitLetters, typoPatterns, typoPatternsByKind } from './typo-tolerance.rules.ts';

type Condition = RawBuilder<boolean>;

/** A word of the search text. */
interface TypedWord {
  word: string;
  /** Whether it also matches the beginning of longer words. */
  isPrefix: boolean;
  /** Similar words, where no public post contains this one; the most likely first. */
  typoCandidates: readonly string[];
}

/** A parsed search text. Without words it matches nothing. */
export interface SearchText {
  words: readonly TypedWord[];
  /** The text as a post id, when it is a number. */
  postId: number | undefined;
  /** The words as a `tsquery` for `post_search_index.public_tsv`. */
  query: string;
  /** Condition on `posts`: contains every word in texts that the viewer may read. */
  onPosts: Condition;
  /** The same condition on `post_search_index`. */
  onSearchIndex: Condition;
}

type TypedWords = Pick<SearchText, 'words'>;

/** Maximum number of words; further ones are ignored. */
export const maxWords = 12;
/** Minimum letters of a word for prefix search, for tolerating one typo, and for tolerating two. */
const minLengths = { prefix: 3, oneTypo: 4, twoTypos: 8 };
/** Trigrams of a word that is corrected: one of four letters has five, one of three letters and a mark four. */
const minTrigrams = 4;
/** Maximum number of similar words that are searched for instead of a mistyped one. */
const maxTypoCandidates = 5;
/** Maximum number of words of a search text that are corrected: each costs about 0.1 s in a vocabulary of 400,000 words. */
export const maxCorrectedWords = 3;

/** Whether a word is in a script without spaces, whose words are pairs of letters (`split_search_words`). */
export const isLetterPair = (word: string) =>
  /[\u0e00-\u0eff\u1000-\u109f\u1780-\u17ff\u3005\u3040-\u30ff\u3400-\u9fff\u{20000}-\u{3ffff}]/u.test(word);

/** `split_search_words` adds the last letter of a run as a word of its own, which is redundant after a pair that ends with it. */
const isRedundantPairEnd = (word: string, words: readonly string[]) =>
  isLetterPair(word) &&
  splitLetters(word).length === 1 &&
  words.some((it) => it !== word && isLetterPair(it) && it.endsWith(word));

const isPrefixSearch = (word: string, isLast: boolean) => {
  const { length } = splitLetters(word);
  return isLetterPair(word) ? length === 1 : isLast || length >= minLengths.prefix;
};

/** Whether similar words are searched for when no post contains the word. */
const allowsTypo = (word: string) =>
  !isLetterPair(word) && !/\d/.test(word) && splitLetters(word).length >= minLengths.oneTypo;

/** Condition on `search_vocabulary`: the word matches one of the patterns. */
const isLikeAny = (patterns: readonly string[]) =>
  sql<boolean>`(${sql.join(
    patterns.map((pattern) => sql`word like ${pattern}`),
    sql` or `,
  )})`;

/** Words of public posts that differ by one typo, or by two in a long word; the most likely first. */
async function findTypoCandidates(tx: Tx, word: string): Promise<string[]> {
  const kinds = typoPatternsByKind(word).filter((patterns) => patterns.length > 0);
  const kindRanks = kinds.map((patterns, rank) => sql`when ${isLikeAny(patterns)} then ${sql.lit(rank)}`);
  const { length } = splitLetters(word);
  const withOneTypo = await sql<{ word: string }>`
    select word from search_vocabulary where ${hasTrigrams(word, minTrigrams)} and ${isLikeAny(typoPatterns(word))}
    order by case ${sql.join(kindRanks, sql` `)} end, abs(char_length(word) - ${length}::int), word limit ${maxTypoCandidates}`.execute(
    tx,
  );
  if (withOneTypo.rows.length > 0 || length < minLengths.twoTypos)
    return withOneTypo.rows.map((row) => row.word);
  const withTwoTypos = await sql<{ word: string }>`
    select word from search_vocabulary where ${hasTrigrams(word, minTrigrams)} and word % ${word} and similarity(word, ${word}) >= 0.4
    order by similarity(word, ${word}) desc, word limit ${maxTypoCandidates}`.execute(tx);
  return withTwoTypos.rows.map((row) => row.word);
}

/**
 * What the conditions are used for. `all-posts`: to find matching posts among all. `named-posts`: to check a few posts by
 * id. `search-index`: on `post_search_index` alone.
 */
export type TextTarget = 'all-posts' | 'named-posts' | 'search-index';

/** How many words of a request may still be corrected. */
export interface RemainingCorrections {
  corrections: number;
}

/** Parses a search text into words and conditions. */
export async function parseSearchText(
  tx: Tx,
  viewer: Viewer,
  typedText: string,
  { target, remaining }: { target: TextTarget; remaining: RemainingCorrections },
): Promise<SearchText> {
  // chr(1114111) is the greatest code point: all words with this beginning sort below it.
  const { rows } = await sql<{ word: string; isIndexed: boolean }>`
    select typed.word, exists (
      select from search_vocabulary where search_vocabulary.word >= typed.word collate "C" and search_vocabulary.word < typed.word || chr(1114111)
    ) as "isIndexed"
    from unnest(split_search_words(${typedText})) with ordinality as typed (word, at)
    group by typed.word order by min(at) limit ${maxWords}`.execute(tx);
  const typedWords = rows.map((row) => row.word);
  const misspelled = rows.filter(({ word, isIndexed }) => !isIndexed && allowsTypo(word));
  const corrected = new Set(misspelled.slice(0, remaining.corrections).map(({ word }) => word));
  remaining.corrections -= corrected.size;
  const words: TypedWord[] = [];
  for (const word of typedWords) {
    if (isRedundantPairEnd(word, typedWords)) continue;
    words.push({
      word,
      isPrefix: isPrefixSearch(word, word === typedWords.at(-1)),
      typoCandidates: corrected.has(word) ? await findTypoCandidates(tx, word) : [],
    });
  }
  const postId = /^\d{1,15}$/.test(typedText) ? Number(typedText) : undefined;
  if (words.length === 0) return { words, postId, query: '', onPosts: sql`false`, onSearchIndex: sql`false` };
  const query = buildTsQuery({ words });
  const onSearchIndex = canManagePosts(viewer) ? matchesFullText(query) : matchesPublicText(query);
  const conditions = {
    'all-posts': () => narrowToMatches(tx, onSearchIndex),
    'named-posts': () =>
      sql<boolean>`exists (select from post_search_index where post_search_index.post_id = posts.id and ${onSearchIndex})`,
    'search-index': () => isInSearchIndex(onSearchIndex),
  };
  return { words, postId, query, onPosts: await conditions[target](), onSearchIndex };
}

/** A lexeme of a `tsquery`. Words contain no quotes or backslashes: both are separators. */
const lexeme = (word: string, isPrefix: boolean) => `'${word}'${isPrefix ? ':*' : ''}`;

/** All words, each as typed or as one of its similar words. @param mark prefix of the lexemes: `^` for words in the title */
const buildTsQuery = ({ words }: TypedWords, mark = '') =>
  words
    .map(({ word, isPrefix, typoCandidates }) =>
      [lexeme(mark + word, isPrefix), ...typoCandidates.map((it) => lexeme(mark + it, false))].join(' | '),
    )
    .map((alternatives) => `(${alternatives})`)
    .join(' & ');

/** The query of a search text that consists of this word. */
export const buildTsQueryOfWord = (word: string): string =>
  buildTsQuery({ words: [{ word, isPrefix: isPrefixSearch(word, true), typoCandidates: [] }] });

/** Whether a word is long enough to be distinctive: in most languages, short words occur in every sentence. */
export const isDistinctive = (word: string): boolean =>
  isLetterPair(word) || splitLetters(word).length >= minLengths.oneTypo;

/** Condition on `post_search_index`: public texts match. */
const matchesPublicText = (query: string) => sql<boolean>`post_search_index.public_tsv @@ ${query}::tsquery`;
/** Condition on `post_search_index`: public or hidden texts match. */
const matchesFullText = (query: string) =>
  sql<boolean>`(post_search_index.public_tsv @@ ${query}::tsquery or post_search_index.full_tsv @@ ${query}::tsquery)`;

/** Maximum number of matching posts that are listed by id in a condition. */
const maxNamedPosts = 5000;

/** When PostgreSQL's estimate is reliable: for unknown words it assumes one post in two hundred. */
const frequentThreshold = { posts: 20_000, share: 0.05 };

/** Whether a text is in enough posts to be counted in advance. */
export const isFrequent = (posts: number): boolean => posts >= frequentThreshold.posts;

/** Whether the words are, by the planner's estimate, in so many posts that listing them is not worthwhile. */
export async function isEstimatedFrequent(tx: Tx, condition: Condition): Promise<boolean> {
  const { rows } = await sql<{ 'QUERY PLAN': [{ Plan: { 'Plan Rows': number } }] }>`
    explain (format json) select from post_search_index where ${condition}`.execute(tx);
  const expected = rows[0]?.['QUERY PLAN'][0].Plan['Plan Rows'] ?? 0;
  if (expected < frequentThreshold.posts) return false;
  const all = await sql<{ posts: number }>`
    select reltuples::bigint as posts from pg_class where oid = 'post_search_index'::regclass`.execute(tx);
  return expected > (all.rows[0]?.posts ?? 0) * frequentThreshold.share;
}

/** Forces the full-text index: by its estimate for unknown words, PostgreSQL would scan the table. */
const setIndexScanOnly = (on: boolean) => {
  const otherScans = sql.lit(on ? 'off' : 'on');
  return sql`select set_config('enable_seqscan', ${otherScans}, true), set_config('enable_indexscan', ${otherScans}, true)`;
};

const isInSearchIndex = (condition: Condition) =>
  sql<boolean>`posts.id in (select post_search_index.post_id from post_search_index where ${condition})`;

/**
 * Posts with matching words, as a condition on `posts`. A few posts are listed by id; for many, lists scan the posts in
 * their order until a page is full. PostgreSQL cannot choose between the two by its estimates.
 */
async function narrowToMatches(tx: Tx, condition: Condition): Promise<Condition> {
  if (await isEstimatedFrequent(tx, condition)) return isInSearchIndex(condition);
  await setIndexScanOnly(true).execute(tx);
  const { rows } = await sql<{ post_id: number }>`
    select post_id from post_search_index where ${condition} limit ${maxNamedPosts + 1}`.execute(tx);
  await setIndexScanOnly(false).execute(tx);
  if (rows.length <= maxNamedPosts) return sql`posts.id = any(${rows.map((row) => row.post_id)}::bigint[])`;
  return isInSearchIndex(condition);
}

/** Condition on `posts`: contains the text, or has it as id. */
export const matchesText = ({ postId, onPosts }: SearchText): Condition =>
  postId === undefined ? onPosts : sql`(posts.id = ${postId} or ${onPosts})`;

const matchesTitle = (text: TypedWords) => matchesPublicText(buildTsQuery(text, '^'));
const matchesExactWords = ({ words }: TypedWords) =>
  matchesPublicText(words.map(({ word }) => lexeme(word, false)).join(' & '));

/** Matches the most likely similar word of each mistyped one, or a longer form of it. */
const matchesLikeliest = ({ words }: TypedWords) =>
  matchesPublicText(
    words
      .map(({ word, isPrefix, typoCandidates: [likeliest] }) =>
        likeliest === undefined ? lexeme(word, isPrefix) : lexeme(likeliest, true),
      )
      .join(' & '),
  );
const hasTypo = ({ words }: TypedWords) => words.some(({ typoCandidates }) => typoCandidates.length > 0);

/**
 * Conditions for ranking matching posts, the most relevant first: the most likely word for each mistyped one, then every
 * word in the title, then every word exactly as typed.
 */
export const relevanceRanks = (tx: Tx, text: SearchText): (() => Promise<Condition>)[] => [
  ...(hasTypo(text)
    ? [
        () => narrowToMatches(tx, sql`(${matchesLikeliest(text)} and ${matchesTitle(text)})`),
        () => narrowToMatches(tx, matchesLikeliest(text)),
      ]
    : []),
  () => narrowToMatches(tx, matchesTitle(text)),
  () => narrowToMatches(tx, matchesExactWords(text)),
];

/** The rank as a number for each row of `post_search_index`; 0 is the most relevant. */
export const relevanceScore = (text: SearchText): RawBuilder<unknown> =>
  hasTypo(text)
    ? sql`case when ${matchesLikeliest(text)} and ${matchesTitle(text)} then 0 when ${matchesLikeliest(text)} then 1
        when ${matchesTitle(text)} then 2 else 3 end`
    : sql`case when ${matchesTitle(text)} then 0 when ${matchesExactWords(text)} then 1 else 2 end`;

/** Whether the text can only be found as words, not as an id. */
export const hasOnlyWords = (text: SearchText): boolean => text.words.length > 0 && text.postId === undefined;
