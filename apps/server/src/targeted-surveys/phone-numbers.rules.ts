/** Phone numbers as somebody writes them into a box: read by the rules of one country, each once (spec 3 §5). */
import {
  type CountryCode,
  getCountryCallingCode,
  isSupportedCountry,
  parsePhoneNumberFromString,
} from 'libphonenumber-js/min';

export interface ParsedNumbers {
  /** In E.164, each once. */
  numbers: string[];
  /** How many were written once more. */
  duplicates: number;
  /** As they were written. */
  invalid: string[];
}

export const isCountryCode = (code: string): code is CountryCode => isSupportedCountry(code);

/** A number of the country, in E.164; undefined when it is none. Countries may share a code, as Canada and Jamaica do. */
function parseNumber(text: string, country: CountryCode): string | undefined {
  const number = parsePhoneNumberFromString(text, country);
  const isFromThere = number?.countryCallingCode === getCountryCallingCode(country);
  return number?.isValid() && isFromThere && !number.ext ? number.number : undefined;
}

/** @param text numbers between commas; lines and semicolons, which people paste, part them too */
export function parseNumbers(text: string, country: CountryCode): ParsedNumbers {
  const written = text
    .split(/[,;\n\r]+/)
    .map((it) => it.replace(/\s+/g, ''))
    .filter((it) => it !== '');
  const numbers = new Set<string>();
  const invalid = new Set<string>();
  let duplicates = 0;
  for (const it of written) {
    const number = parseNumber(it, country);
    const [list, entry] = number === undefined ? [invalid, it] : [numbers, number];
    if (list.has(entry)) duplicates++;
    list.add(entry);
  }
  return { numbers: [...numbers], duplicates, invalid: [...invalid] };
}
