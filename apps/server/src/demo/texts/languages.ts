/** The languages of the demo and the countries in which they are used. */
import type { Random } from '../random.ts';
import { ar } from './ar.ts';
import { en } from './en.ts';
import { es } from './es.ts';
import { fr } from './fr.ts';
import { hi } from './hi.ts';
import { id } from './id.ts';
import { pt } from './pt.ts';
import { sw } from './sw.ts';
import type { LanguageTexts, Topic, TopicPhrases } from './texts.ts';
import { uk } from './uk.ts';

const languages: readonly [countries: string, words: readonly LanguageTexts[]][] = [
  ['KE', [sw, en]],
  ['TZ', [sw]],
  ['UG', [en, sw]],
  ['IN', [hi]],
  ['IN-en BD GB US AU NG PH', [en]],
  ['ID', [id]],
  ['CO PE AR PY EC BO MX', [es]],
  ['BR MZ', [pt]],
  ['FR SN ML NE CI BJ CD', [fr]],
  ['EG IQ MA TN JO', [ar]],
  ['UA', [uk]],
];

const textsByCountry = new Map(
  languages.flatMap(([countries, texts]) => countries.split(' ').map((country) => [country, texts] as const)),
);

/**
 * Random texts for a report from a country.
 * @returns English if the country's language has no phrases on the topic
 */
export function pickTexts(
  country: string,
  topic: Topic,
  random: Random,
): { texts: LanguageTexts; phrases: TopicPhrases } {
  const texts = random.pick(textsByCountry.get(country) ?? [en]);
  const phrases = texts.topics[topic];
  if (phrases) return { texts, phrases };
  const english = en.topics[topic];
  if (!english) throw new TypeError(`English has no phrases on ${topic}`);
  return { texts: en, phrases: english };
}
