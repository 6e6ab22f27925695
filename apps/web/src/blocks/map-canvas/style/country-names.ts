import { resolveFormatLocale } from '../../../ui/i18n/format-locale.ts';

/** Territories whose long name in Intl is an administrative formula; the short one suits a map. */
const SHORT_NAME_CODES = new Set(['HK', 'MO', 'PS', 'MM', 'CC', 'PN']);

const COUNTRY_CODES = listCountryCodes();
/** Names by language: a change of colours or pins asks for them again. */
const namesByLanguage = new Map<string, Record<string, string>>();

/**
 * Names of countries in a language, by two-letter code, from the browser's own data. A code that this
 * browser does not know is absent; the map then writes the English name of the archive.
 */
export function getCountryNames(language: string): Record<string, string> {
  const names = namesByLanguage.get(language) ?? loadCountryNames(language);
  namesByLanguage.set(language, names);
  return names;
}

function loadCountryNames(language: string): Record<string, string> {
  const long = new Intl.DisplayNames([resolveFormatLocale(language), 'en'], {
    type: 'region',
    fallback: 'none',
  });
  const short = new Intl.DisplayNames([resolveFormatLocale(language), 'en'], {
    type: 'region',
    fallback: 'none',
    style: 'short',
  });
  const names: Record<string, string> = {};
  for (const code of COUNTRY_CODES) {
    const name = (SHORT_NAME_CODES.has(code) ? short : long).of(code);
    if (name !== undefined) names[code] = name;
  }
  return names;
}

/** Every pair of capital letters: the browser says which of them are countries. */
function listCountryCodes(): string[] {
  const letters = Array.from('ABCDEFGHIJKLMNOPQRSTUVWXYZ');
  return letters.flatMap((first) => letters.map((second) => first + second));
}
