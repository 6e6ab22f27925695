import { formatsOf } from '../../ui/formats-of.ts';

/** Territories whose long name in Intl is an administrative formula; the short one suits a map. */
const SHORT = new Set(['HK', 'MO', 'PS', 'MM', 'CC', 'PN']);

const CODES = codes();
/** Names by language: a change of colours or pins asks for them again. */
const known = new Map<string, Record<string, string>>();

/**
 * Names of countries in a language, by two-letter code, from the browser's own data. A code that this
 * browser does not know is absent; the map then writes the English name of the archive.
 */
export function countryNames(language: string): Record<string, string> {
  const names = known.get(language) ?? namesIn(language);
  known.set(language, names);
  return names;
}

function namesIn(language: string): Record<string, string> {
  const long = new Intl.DisplayNames([formatsOf(language), 'en'], { type: 'region', fallback: 'none' });
  const short = new Intl.DisplayNames([formatsOf(language), 'en'], {
    type: 'region',
    fallback: 'none',
    style: 'short',
  });
  const names: Record<string, string> = {};
  for (const code of CODES) {
    const name = (SHORT.has(code) ? short : long).of(code);
    if (name !== undefined) names[code] = name;
  }
  return names;
}

/** Every pair of capital letters: the browser says which of them are countries. */
function codes(): string[] {
  const letters = Array.from('ABCDEFGHIJKLMNOPQRSTUVWXYZ');
  return letters.flatMap((first) => letters.map((second) => first + second));
}
