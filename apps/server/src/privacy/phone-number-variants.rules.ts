/**
 * International and national notation of phone numbers: `+254 711 222 333` is `0711 222 333` in Kenya. Gateways and people
 * use either, and the national notation does not tell the country.
 */
import { parsePhoneNumberFromString } from 'libphonenumber-js/min';

/** The form in which the database compares numbers: only digits, without the international prefix `00`. */
const toDigits = (text: string): string => text.replace(/\D/g, '').replace(/^00/, '');

/** Minimum digits of the national notation: shorter ones are short codes of services. */
const minDigits = 6;

/** @param digits with country code @returns the digits in national notation; empty for an invalid number */
function nationalVariants(digits: string): string[] {
  const number = parsePhoneNumberFromString(`+${digits}`);
  if (!number?.isValid()) return [];
  const nationalDigits = number.formatNational().replace(/\D/g, '');
  return [...new Set([nationalDigits, number.nationalNumber])].filter(
    (variant) => variant.length >= minDigits && variant !== digits,
  );
}

/**
 * All unambiguous notations of a number. The national notation is left out when known numbers of two countries share it.
 * @param text the number in any notation
 * @param knownNumbers digits of all known numbers with the same last digits
 * @returns digits of each notation, that of `text` first
 */
export function numberVariantsOf(text: string, knownNumbers: readonly string[]): string[] {
  const requestedDigits = toDigits(text);
  const nationalForms = nationalVariants(requestedDigits);
  const isInternational = nationalForms.length > 0 && !/^\s*\(?0(?!0)/.test(text);
  const nationalNotations = isInternational ? nationalForms : [requestedDigits];
  const internationalForms = knownNumbers.filter(
    (digits) =>
      digits !== requestedDigits &&
      nationalVariants(digits).some((variant) => nationalNotations.includes(variant)),
  );
  if (isInternational)
    return internationalForms.length === 0 ? [requestedDigits, ...nationalForms] : [requestedDigits];
  const [only, ...others] = new Set(internationalForms);
  return only === undefined || others.length > 0
    ? [requestedDigits]
    : [...new Set([requestedDigits, only, ...nationalVariants(only)])];
}

/** The last digits, which are the same in all notations of a number; used to find candidates. */
export const significantDigits = (text: string): string => toDigits(text).slice(-minDigits);
