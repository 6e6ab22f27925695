/**
 * One number in its two writings: `+254 711 222 333` from abroad is `0711 222 333` at home. Gateways deliver either, people write
 * either, and the writing from home does not say of which country it is.
 */
import { parsePhoneNumberFromString } from 'libphonenumber-js/min';

/** As the database compares numbers: digits alone, without the zeros that are dialled before a country. */
const toDigits = (text: string): string => text.replace(/\D/g, '').replace(/^00/, '');

/** Digits that a writing from home has at least: shorter ones are numbers of services. */
const minDigits = 6;

/** @param digits with the country's. @returns how it is written in its country; none where it is no number of any */
function nationalVariants(digits: string): string[] {
  const number = parsePhoneNumberFromString(`+${digits}`);
  if (!number?.isValid()) return [];
  const dialled = number.formatNational().replace(/\D/g, '');
  return [...new Set([dialled, number.nationalNumber])].filter(
    (it) => it.length >= minDigits && it !== digits,
  );
}

/**
 * Every writing of a number that is certain by what else is known: the one from home counts as long as numbers of two
 * countries do not share it.
 * @param text as it was asked for
 * @param knownNumbers digits of all numbers that end alike
 * @returns digits, those of `text` first
 */
export function numberVariantsOf(text: string, knownNumbers: readonly string[]): string[] {
  const requestedDigits = toDigits(text);
  const nationalForms = nationalVariants(requestedDigits);
  const isFromAbroad = nationalForms.length > 0 && !/^\s*\(?0(?!0)/.test(text);
  const home = isFromAbroad ? nationalForms : [requestedDigits];
  const shares = knownNumbers.filter(
    (it) => it !== requestedDigits && nationalVariants(it).some((one) => home.includes(one)),
  );
  if (isFromAbroad) return shares.length === 0 ? [requestedDigits, ...nationalForms] : [requestedDigits];
  const [only, ...others] = new Set(shares);
  return only === undefined || others.length > 0
    ? [requestedDigits]
    : [...new Set([requestedDigits, only, ...nationalVariants(only)])];
}

/** What the end of all writings of a number has in common: for finding those that could be the same. */
export const significantDigits = (text: string): string => toDigits(text).slice(-minDigits);
