/**
 * Phone numbers as people of a country write them. Apart from `parse-answer.ts`, which knows the form of an international number only: the
 * rules of all countries are larger than the form for reports.
 */
import { normalizePhone } from '@waypost/contract/typed-numbers';
import { type CountryCode, isSupportedCountry, parsePhoneNumberFromString } from 'libphonenumber-js/min';

/** Digits of a number, with or without its country code. Shorter ones are short codes of services. */
const phoneDigits = /^\+?\d{4,15}$/;

/** Letters of the longest text that is read: a number with its separators is shorter. */
const maxTextLength = 60;

/**
 * Reads a phone number.
 * @param text in any form that is usual in the country, or with a country code: `234 56 78`, `00423 234 56 78`, `+4232345678`
 * @param country where the site is, as ISO 3166-1 alpha-2 code; undefined: not known, and a country code is needed
 * @returns in E.164, such as `+4232345678`; null if there is no such number
 */
export function readPhoneNumber(text: string, country: string | undefined): string | null {
  if (text.length > maxTextLength) return null;
  const number = normalizePhone(text);
  if (!phoneDigits.test(number)) return null;
  const knownCountry: CountryCode | undefined =
    country !== undefined && isSupportedCountry(country) ? country : undefined;
  const parsed = parsePhoneNumberFromString(number, knownCountry);
  return parsed?.isValid() ? parsed.number : null;
}

/** A number in E.164 as it is written abroad: `+423 234 56 78`; any other text as it is. */
export const formatPhoneNumber = (number: string): string =>
  (number.length <= maxTextLength && parsePhoneNumberFromString(number)?.formatInternational()) || number;
