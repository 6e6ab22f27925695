import { resolveFormatLocale } from '../../../ui/i18n/format-locale.ts';

/** Territories with a long official name in Intl; the short one suits a map. */
const SHORT_NAME_CODES = new Set(['HK', 'MO', 'PS', 'MM', 'CC', 'PN']);

const COUNTRY_CODES = listCountryCodes();
/** Cached by language, since every change of the style needs them. */
const namesByLanguage = new Map<string, Record<string, string>>();

/**
 * Country names in a language by two-letter code, from `Intl`. Codes that the browser does not know are absent; the map then
 * shows the English name of the archive.
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

/** Every pair of letters: `Intl` knows which of them are countries. */
function listCountryCodes(): string[] {
  const letters = Array.from('ABCDEFGHIJKLMNOPQRSTUVWXYZ');
  return letters.flatMap((first) => letters.map((second) => first + second));
}
