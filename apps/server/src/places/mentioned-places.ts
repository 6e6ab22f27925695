/** Finds places mentioned in a text: after `#loc`, as coordinates, or by a name in the gazetteer. */
import type { Tx } from '../kernel/db/database.ts';
import { foldName } from './fold-name.ts';
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
/** Minimum population of a place that is found by name, by what tells that the words are a place. */
const minPopulation = { name: 500, context: 20_000, sentenceStart: 100_000 };
/** Minimum letters of a word that only stands at the beginning of a sentence. */
const minSentenceStartLetters = 5;

/** Words before a place, folded, in the languages of the client and their neighbours. */
const wordsBefore = new Set(
  (
    'in at near around from towards inside outside en cerca desde hacia dans pres vers depuis em no na perto ' +
    'di ke dari dekat menuju nan bo kote katika karibu kutoka huko mjini v vo iz okolo bliz pod u do z bilya kolo ' +
    'в во из около возле под у до з із біля поблизу від في من الي الى قرب عند نحو'
  ).split(' '),
);
/** Words after a place, folded. */
const wordsAfter = new Set('में से के पर तक'.split(' ').map(foldName));

const locTagPattern = /#loc\s+([^\n#;!?]{2,80})/iu;
const coordinatesPattern =
  /(?<![\d.])(-?\d{1,2}\.\d{2,})\s*°?\s*([NS])?\s*[,;/ ]\s*(-?\d{1,3}\.\d{2,})\s*°?\s*([EWO])?(?![\d.])/iu;

function parseCoordinates(text: string): MentionedPlace[] {
  const [, south = '', ns = '', east = '', ew = ''] = coordinatesPattern.exec(text) ?? [];
  if (south === '') return [];
  const lat = Number(south) * (ns.toUpperCase() === 'S' ? -1 : 1);
  const lon = Number(east) * (/[WO]/i.test(ew) ? -1 : 1);
  const isValid = Math.abs(lat) <= 90 && Math.abs(lon) <= 180;
  return isValid ? [{ name: null, country: null, lat, lon, why: 'coordinates' }] : [];
}

interface Phrase {
  folded: string;
  /** Population from which the words are taken for a place; undefined where nothing tells that they are one. */
  minPopulation: number | undefined;
}

const isCapitalized = (word: string) => word.charAt(0) !== word.charAt(0).toLowerCase();

/**
 * What tells that words of a sentence are a place: a word before or after them, or capitals where the other words have none. A
 * word such as "can" is also the name of a town (Çan), so that the name alone tells nothing.
 */
function judgePhrase(words: readonly string[], start: number, end: number): number | undefined {
  const phrase = words.slice(start, end);
  const before = words[start - 1];
  const after = words[end];
  const othersAreCapitalized = [...words.slice(0, start), ...words.slice(end)].filter(isCapitalized).length;
  const others = words.length - phrase.length;
  const isName =
    phrase.every(isCapitalized) &&
    phrase.join('').length > 2 &&
    (others < 2 || othersAreCapitalized < others);
  if (isName && (start > 0 || phrase.length > 1 || others === 0)) {
    return others === 0 && start === 0 && phrase.length === 1 ? minPopulation.context : minPopulation.name;
  }
  if (
    (before !== undefined && wordsBefore.has(foldName(before))) ||
    (after !== undefined && wordsAfter.has(foldName(after)))
  )
    return minPopulation.context;
  return isName && phrase.join('').length >= minSentenceStartLetters
    ? minPopulation.sentenceStart
    : undefined;
}

/** Sequences of up to three words, the longer ones first. */
function extractPhrases(text: string): Phrase[] {
  const sentences = text.split(/[.,:;!?()\n"“”]+/u);
  const phrases = sentences.flatMap((sentence) => {
    const words = sentence.match(/[\p{L}\p{M}'’-]+/gu) ?? [];
    return words.flatMap((_, start) =>
      Array.from({ length: maxPhraseWords }, (_none, index) => words.slice(start, start + index + 1))
        .filter((phrase, index) => phrase.length === index + 1)
        .map((phrase) => ({
          folded: foldName(phrase.join(' ')),
          minPopulation: judgePhrase(words, start, start + phrase.length),
        })),
    );
  });
  const countWords = ({ folded }: Phrase) => folded.split(' ').length;
  return phrases.filter(({ folded }) => folded.length >= 3).toSorted((a, b) => countWords(b) - countWords(a));
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
  const phrases = extractPhrases(searched);
  const names = [...new Set([...taggedPhrases, ...phrases].map((it) => it.folded))];
  const placesByName = await findByNames(tx, names, near);
  const byTag = taggedPhrases.flatMap(({ folded }) => placesByName.get(folded) ?? []);
  const byName = phrases.flatMap(({ folded, minPopulation: required }) => {
    const place = placesByName.get(folded);
    return place && required !== undefined && place.population >= required ? [place] : [];
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
