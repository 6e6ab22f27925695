/** Parses a list of phone numbers typed by a user, by the rules of one country, without duplicates (spec 3 §5). */
import { setImmediate } from 'node:timers/promises';
import { readPhoneNumber } from '@waypost/survey-logic/phone-numbers';
import { type CountryCode, getCountryCallingCode, isSupportedCountry } from 'libphonenumber-js/min';

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
  const number = readPhoneNumber(text, country);
  return number?.startsWith(`+${getCountryCallingCode(country)}`) ? number : undefined;
}

/** Entries that are parsed before other requests get their turn: some milliseconds. */
const entriesPerTurn = 500;

/** @param text numbers separated by commas, semicolons or line breaks */
export async function parseNumbers(text: string, country: CountryCode): Promise<ParsedNumbers> {
  const entries = text
    .split(/[,;\n\r]+/)
    .map((entry) => entry.replace(/\s+/g, ''))
    .filter((entry) => entry !== '');
  const numbers = new Set<string>();
  const invalid = new Set<string>();
  let duplicates = 0;
  for (const [index, entry] of entries.entries()) {
    if (index % entriesPerTurn === entriesPerTurn - 1) await setImmediate();
    const number = parseNumber(entry, country);
    const [list, item] = number === undefined ? [invalid, entry] : [numbers, number];
    if (list.has(item)) duplicates++;
    list.add(item);
  }
  return { numbers: [...numbers], duplicates, invalid: [...invalid] };
}
