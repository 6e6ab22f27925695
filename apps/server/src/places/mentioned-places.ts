/** Finds places mentioned in a text: after `#loc`, as coordinates, or by a name in the gazetteer. */
import { foldName } from '@waypost/survey-logic/fold-name';
import { findCoordinates } from '@waypost/survey-logic/text-answers/find-coordinates';
import type { Tx } from '../kernel/db/database.ts';
import { isAmbiguousName, namedAfter, wordsBeforePersons } from './ambiguous-names.ts';
import { listCountryNames } from './country-names.ts';
import { findChineseNames, removeArabicPreposition, removeCaseEnding } from './name-forms.ts';
import { findByNames } from './places.sql.ts';

interface MentionedPlace {
  /** Null for coordinates. */
  name: string | null;
  country: string | null;
  lat: number;
  lon: number;
  /** How it is mentioned. `tag`: after `#loc`; `coordinates`: as numbers; `name`: as a name in the text. */
  why: 'tag' | 'coordinates' | 'name';
}

/** Maximum number of words in a name. */
const maxPhraseWords = 3;
/** Characters of a text that are searched. */
const maxTextLength = 2000;
/**
 * Minimum population of a place that is found by name, by what tells that the words are a place: a word beside them, and capital
 * letters or not; capital letters only, which names of persons have, too; the beginning of a sentence.
 */
const minPopulation = { nameInContext: 500, context: 20_000, name: 20_000, sentenceStart: 100_000 };
/** Minimum letters of a word that only stands at the beginning of a sentence. */
const minSentenceStartLetters = 5;

/** Words before a place, folded, in the languages of the client and their neighbours. */
const wordsBefore = new Set(
  (
    'in at near around from towards inside outside en cerca desde hacia dans pres vers depuis em no na perto ' +
    'di ke dari dekat menuju kota nan bo kote katika karibu kutoka huko mjini v vo iz okolo bliz pod u do z bilya kolo ' +
    'в во из около возле под у до з із від біля поблизу під городе городу городом селе місті місто селі ' +
    'في من الي الى قرب عند نحو مدينة'
  )
    .split(' ')
    .map(foldName),
);
/** Pairs of words before a place, folded. */
const pairsBefore = new Set(
  (
    'city of,town of,village of,cerca de,ciudad de,pres de,autour de,ville de,perto de,cidade de,karibu na,' +
    'mji wa,jiji la,рядом с,недалеко от,недалеко від'
  )
    .split(',')
    .map(foldName),
);
/** Words before a place whose accent distinguishes them from others: the English article "a" is not one. */
const accentedWordsBefore = new Set(['à']);
/** Words after a place, folded. */
const wordsAfter = new Set('में से के की पर तक'.split(' ').map(foldName));

const locTagPattern = /#loc\s+([^\n#;!?]{2,80})/iu;
const parseCoordinates = (text: string): MentionedPlace[] =>
  findCoordinates(text)
    .slice(0, 1)
    .map(({ lat, lon }) => ({ name: null, country: null, lat, lon, why: 'coordinates' }));

interface Judgement {
  /** Population from which the words are taken for a place; undefined where nothing tells that they are one. */
  minPopulation: number | undefined;
  /** For a name that persons have, too, and without a word beside it: whether its country must follow it. */
  needsCountry: boolean;
}
interface Phrase extends Judgement {
  folded: string;
}

const isCapitalized = (word: string) => word.charAt(0) !== word.charAt(0).toLowerCase();

/** The words of a sentence, and how many of them begin with a capital letter. */
interface Sentence {
  words: readonly string[];
  capitalized: number;
}

/**
 * Whether a word beside the words from `start` to `end` tells that they are a place.
 * @param isAmbiguous whether they may also be a person, or a word
 */
function isInContext(words: readonly string[], start: number, end: number, isAmbiguous: boolean): boolean {
  const [before, beforeThat, after] = [words[start - 1], words[start - 2], words[end]];
  if (isAmbiguous && after !== undefined && namedAfter.has(foldName(after))) return false;
  if (isAmbiguous && before !== undefined && wordsBeforePersons.has(foldName(before))) return false;
  if (after !== undefined && wordsAfter.has(foldName(after))) return true;
  if (before === undefined) return false;
  return (
    wordsBefore.has(foldName(before)) ||
    accentedWordsBefore.has(before.toLowerCase()) ||
    pairsBefore.has(foldName(`${beforeThat ?? ''} ${before}`))
  );
}

/**
 * What tells that words of a sentence are a place: a word before or after them, or capitals where the other words have none. A
 * word such as "can" is also the name of a town (Çan), so that the name alone tells nothing.
 * @param isAmbiguous whether they may also be a person, or a word
 */
function judgePhrase(
  { words, capitalized }: Sentence,
  start: number,
  end: number,
  isAmbiguous: boolean,
): Judgement {
  const phrase = words.slice(start, end);
  const others = words.length - phrase.length;
  // Then all words of the phrase are capitalized: the rest of the capitals belongs to the others.
  const isName =
    phrase.every(isCapitalized) &&
    phrase.join('').length > 2 &&
    (others < 2 || capitalized - phrase.length < others);
  const judge = (required: number | undefined, needsCountry = false) => ({
    minPopulation: required,
    needsCountry,
  });
  if (isInContext(words, start, end, isAmbiguous))
    return judge(isName ? minPopulation.nameInContext : minPopulation.context);
  if (!isName) return judge(undefined);
  if (start > 0 || phrase.length > 1 || others === 0) return judge(minPopulation.name, isAmbiguous);
  const isLong = phrase.join('').length >= minSentenceStartLetters;
  return judge(isLong ? minPopulation.sentenceStart : undefined, isAmbiguous);
}

/** The words of a sentence from `start` to `end`, and the names that they may be a form of. */
function buildPhrases(sentence: Sentence, start: number, end: number): Phrase[] {
  const words = foldName(sentence.words.slice(start, end).join(' '));
  return [
    ...[words, ...removeCaseEnding(words)].map((folded) => ({
      folded,
      ...judgePhrase(sentence, start, end, isAmbiguousName(folded)),
    })),
    ...removeArabicPreposition(words).map((folded) => ({
      folded,
      minPopulation: minPopulation.context,
      needsCountry: false,
    })),
  ];
}

/** Sequences of up to three words, the longer ones first, and names in Chinese sentences. */
function extractPhrases(text: string): Phrase[] {
  const sentences = text.split(/[.,:;!?()\n"“”]+/u);
  const phrases = sentences.flatMap((it) => {
    const words = it.match(/[\p{L}\p{M}'’-]+/gu) ?? [];
    const sentence = { words, capitalized: words.filter(isCapitalized).length };
    return words.flatMap((_, start) =>
      Array.from({ length: maxPhraseWords }, (_none, index) => start + index + 1)
        .filter((end) => end <= words.length)
        .flatMap((end) => buildPhrases(sentence, start, end)),
    );
  });
  const countWords = ({ folded }: Phrase) => folded.split(' ').length;
  return [
    ...phrases.filter(({ folded }) => folded.length >= 3).toSorted((a, b) => countWords(b) - countWords(a)),
    ...findChineseNames(text).map(({ name, hint }) => ({
      folded: foldName(name),
      minPopulation: hint === 'context' ? minPopulation.context : minPopulation.sentenceStart,
      needsCountry: false,
    })),
  ];
}

/** Whether a name is followed by its country in a text, as in "Victoria, Canada". */
function isBeforeCountry(text: string, folded: string, country: string | null): boolean {
  const words = ` ${foldName(text)} `;
  return country !== null && listCountryNames(country).some((name) => words.includes(` ${folded} ${name} `));
}

/**
 * Places that a text may be about, the most likely first. These are suggestions for a reviewer.
 * @param near places closer to this point are more likely
 */
export async function findMentionedPlaces(
  tx: Tx,
  text: string,
  near: { lat: number; lon: number } | undefined,
  limit: number,
): Promise<MentionedPlace[]> {
  const searched = text.slice(0, maxTextLength);
  const taggedPhrases = extractPhrases(locTagPattern.exec(searched)?.[1] ?? '');
  const phrases = extractPhrases(searched).filter((it) => it.minPopulation !== undefined);
  const names = [...new Set([...taggedPhrases, ...phrases].map((it) => it.folded))];
  const placesByName = await findByNames(tx, names, near);
  const byTag = taggedPhrases.flatMap(({ folded }) => placesByName.get(folded) ?? []);
  const byName = phrases.flatMap(({ folded, minPopulation: required, needsCountry }) => {
    const place = placesByName.get(folded);
    const isLarge = place && required !== undefined && place.population >= required;
    return isLarge && (!needsCountry || isBeforeCountry(searched, folded, place.country)) ? [place] : [];
  });
  const candidates = [
    ...parseCoordinates(searched),
    ...byTag.map((place): MentionedPlace => ({ ...place, why: 'tag' })),
    ...byName.map((place): MentionedPlace => ({ ...place, why: 'name' })),
  ];
  const seenPositions = new Set<string>();
  return candidates
    .filter(({ lat, lon }) => {
      const position = `${lat} ${lon}`;
      return !seenPositions.has(position) && seenPositions.add(position);
    })
    .slice(0, limit)
    .map(({ name, country, lat, lon, why }) => ({ name, country, lat, lon, why }));
}
