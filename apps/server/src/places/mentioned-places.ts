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
/** Minimum population of a place that is found by name: where it is written like a name, and where like a plain word. */
const minPopulation = { named: 500, plain: 20_000 };

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
  /** Whether every word is capitalised or in a script without capitals, apart from the first word of a sentence. */
  isName: boolean;
}

const isCapitalized = (word: string) => word.charAt(0) === word.charAt(0).toUpperCase();

/** Sequences of up to three words, the longer ones first. */
function extractPhrases(text: string): Phrase[] {
  const sentences = text.split(/[.,:;!?()\n"“”]+/u);
  const phrases = sentences.flatMap((sentence) => {
    const words = sentence.match(/[\p{L}\p{M}'’-]+/gu) ?? [];
    return words.flatMap((_, start) =>
      Array.from({ length: maxPhraseWords }, (_none, index) => words.slice(start, start + index + 1))
        .filter((phrase, index) => phrase.length === index + 1)
        .map((phrase) => {
          // The first word of a sentence is capitalised in any case.
          const significant = start === 0 ? phrase.slice(1) : phrase;
          const isName = significant.length > 0 && significant.every(isCapitalized);
          return { folded: foldName(phrase.join(' ')), isName };
        }),
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
  const byName = phrases.flatMap(({ folded, isName }) => {
    const place = placesByName.get(folded);
    return place && place.population >= (isName ? minPopulation.named : minPopulation.plain) ? [place] : [];
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
