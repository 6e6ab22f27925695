/** Places that a text names: said by `#loc`, as coordinates, or by a name that the gazetteer knows. */
import type { Tx } from '../kernel/db/database.ts';
import { foldName } from './fold-name.ts';
import { findByNames } from './places.sql.ts';

interface MentionedPlace {
  /** Null for coordinates. */
  name: string | null;
  country: string | null;
  lat: number;
  lon: number;
  /** `tag`: after `#loc`. `coordinates`: in figures. `name`: a name somewhere in the text. */
  why: 'tag' | 'coordinates' | 'name';
}

/** Names are no longer than so many words. */
const maxPhraseWords = 3;
/** Characters of a text that are looked at. */
const maxTextLength = 2000;
/** People below whom a place is not taken for meant: by its name alone, and where it is written like a mere word. */
const minPopulation = { named: 500, plain: 20_000 };

const locTagPattern = /#loc\s+([^\n#;!?]{2,80})/iu;
const coordinatesPattern =
  /(?<![\d.])(-?\d{1,2}\.\d{2,})\s*°?\s*([NS])?\s*[,;/ ]\s*(-?\d{1,3}\.\d{2,})\s*°?\s*([EWO])?(?![\d.])/iu;

function parseCoordinates(text: string): MentionedPlace[] {
  const [, south = '', ns = '', east = '', ew = ''] = coordinatesPattern.exec(text) ?? [];
  if (south === '') return [];
  const lat = Number(south) * (ns.toUpperCase() === 'S' ? -1 : 1);
  const lon = Number(east) * (/[WO]/i.test(ew) ? -1 : 1);
  const isPlace = Math.abs(lat) <= 90 && Math.abs(lon) <= 180;
  return isPlace ? [{ name: null, country: null, lat, lon, why: 'coordinates' }] : [];
}

interface Phrase {
  folded: string;
  /** Every word of it begins with a capital, or its script has none; the first of a sentence does so anyway. */
  isName: boolean;
}

const isCapitalized = (word: string) => word.charAt(0) === word.charAt(0).toUpperCase();

/** Runs of up to three words, the longer ones first. */
function extractPhrases(text: string): Phrase[] {
  const sentences = text.split(/[.,:;!?()\n"“”]+/u);
  const phrases = sentences.flatMap((sentence) => {
    const words = sentence.match(/[\p{L}\p{M}'’-]+/gu) ?? [];
    return words.flatMap((_, at) =>
      Array.from({ length: maxPhraseWords }, (_none, more) => words.slice(at, at + more + 1))
        .filter((run, more) => run.length === more + 1)
        .map((run) => {
          const telling = at === 0 ? run.slice(1) : run;
          const isName = telling.length > 0 && telling.every(isCapitalized);
          return { folded: foldName(run.join(' ')), isName };
        }),
    );
  });
  const wordsIn = ({ folded }: Phrase) => folded.split(' ').length;
  return phrases.filter(({ folded }) => folded.length >= 3).toSorted((a, b) => wordsIn(b) - wordsIn(a));
}

/**
 * What a text may be about, likelier ones first. Nothing of it is certain: a reviewer decides.
 * @param near where places are likelier to be meant
 */
export async function findMentionedPlaces(
  tx: Tx,
  text: string,
  near: { lat: number; lon: number } | undefined,
  limit: number,
): Promise<MentionedPlace[]> {
  const looked = text.slice(0, maxTextLength);
  const tagged = extractPhrases(locTagPattern.exec(looked)?.[1] ?? '');
  const named = extractPhrases(looked);
  const known = await findByNames(tx, [...new Set([...tagged, ...named].map((it) => it.folded))], near);
  const byTag = tagged.flatMap(({ folded }) => known.get(folded) ?? []);
  const byName = named.flatMap(({ folded, isName }) => {
    const place = known.get(folded);
    return place && place.population >= (isName ? minPopulation.named : minPopulation.plain) ? [place] : [];
  });
  const found = [
    ...parseCoordinates(looked),
    ...byTag.map((place): MentionedPlace => ({ ...place, why: 'tag' })),
    ...byName.map((place): MentionedPlace => ({ ...place, why: 'name' })),
  ];
  const spots = new Set<string>();
  return found
    .filter(({ lat, lon }) => {
      const spot = `${lat} ${lon}`;
      return !spots.has(spot) && spots.add(spot);
    })
    .slice(0, limit)
    .map(({ name, country, lat, lon, why }) => ({ name, country, lat, lon, why }));
}
