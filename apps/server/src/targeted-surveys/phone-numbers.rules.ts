/** Parses a list of phone numbers typed by a user, by the rules of one country, without duplicates (spec 3 §5). */
import {
  type CountryCode,
  getCountryCallingCode,
  isSupportedCountry,
  parsePhoneNumberFromString,
} from 'libphonenumber-js/min';

/** The result of parsing. */
export interface ParsedNumbers {
  /** In E.164, without duplicates. */
  numbers: string[];
  /** How many entries were repeated. */
  duplicates: number;
  /** As they were typed. */
  invalid: string[];
}

/** Whether this is a supported country code (ISO 3166-1 alpha-2). */
export const isCountryCode = (code: string): code is CountryCode => isSupportedCountry(code);

/** A number of the country in E.164; undefined if invalid. Countries may share a calling code, as Canada and Jamaica do. */
function parseNumber(text: string, country: CountryCode): string | undefined {
  const number = parsePhoneNumberFromString(text, country);
  const hasCallingCode = number?.countryCallingCode === getCountryCallingCode(country);
  return number?.isValid() && hasCallingCode && !number.ext ? number.number : undefined;
}

/** @param text numbers separated by commas, semicolons or line breaks */
export function parseNumbers(text: string, country: CountryCode): ParsedNumbers {
  const entries = text
    .split(/[,;\n\r]+/)
    .map((entry) => entry.replace(/\s+/g, ''))
    .filter((entry) => entry !== '');
  const numbers = new Set<string>();
  const invalid = new Set<string>();
  let duplicates = 0;
  for (const entry of entries) {
    const number = parseNumber(entry, country);
    const [list, item] = number === undefined ? [invalid, entry] : [numbers, number];
    if (list.has(item)) duplicates++;
    list.add(item);
  }
  return { numbers: [...numbers], duplicates, invalid: [...invalid] };
}
