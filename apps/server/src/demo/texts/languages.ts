/** The languages of the demonstration, and where each is written. */
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
  languages.flatMap(([countries, words]) => countries.split(' ').map((country) => [country, words] as const)),
);

/**
 * The words of a report from a country.
 * @returns English where the country's language has no phrases on the topic
 */
export function pickTexts(
  country: string,
  topic: Topic,
  random: Random,
): { words: LanguageTexts; phrases: TopicPhrases } {
  const words = random.pick(textsByCountry.get(country) ?? [en]);
  const phrases = words.topics[topic];
  if (phrases) return { words, phrases };
  const english = en.topics[topic];
  if (!english) throw new TypeError(`English has no phrases on ${topic}`);
  return { words: en, phrases: english };
}
