/**
 * International and national notation of phone numbers: `+254 711 222 333` is `0711 222 333` in Kenya. Gateways and people
 * use either, and the national notation does not tell the country.
 */
import { normalizePhone } from '@waypost/contract/typed-numbers';
import { parsePhoneNumberFromString } from 'libphonenumber-js/min';

/** Minimum digits of the national notation: shorter ones are short codes of services. */
const minDigits = 6;

/** @param number with its plus @returns the digits in national notation; empty for an invalid number */
function nationalVariants(number: string): string[] {
  const parsed = parsePhoneNumberFromString(number);
  if (!parsed?.isValid()) return [];
  const nationalDigits = parsed.formatNational().replace(/\D/g, '');
  return [...new Set([nationalDigits, parsed.nationalNumber])].filter(
    (variant) => variant.length >= minDigits,
  );
}

/**
 * All unambiguous notations of a number, in the form in which the database compares numbers. Digits without a plus stand for the
 * only known number that can be written so; if the digits alone are known as well, or two countries share them, for themselves.
 * @param text the number in any notation
 * @param knownNumbers all known numbers with the same last digits
 * @returns each notation, that of `text` first
 */
export function numberVariantsOf(text: string, knownNumbers: readonly string[]): string[] {
  const requested = normalizePhone(text);
  const isInternational = requested.startsWith('+');
  const nationalForms = isInternational ? nationalVariants(requested) : [requested];
  const internationalForms = knownNumbers.filter(
    (variant) =>
      variant.startsWith('+') &&
      variant !== requested &&
      nationalVariants(variant).some((variant) => nationalForms.includes(variant)),
  );
  if (isInternational) return internationalForms.length === 0 ? [requested, ...nationalForms] : [requested];
  const withPlus = `+${requested}`;
  if (knownNumbers.includes(withPlus) && !knownNumbers.includes(requested)) internationalForms.push(withPlus);
  const [only, ...others] = new Set(internationalForms);
  return only === undefined || others.length > 0
    ? [requested]
    : [...new Set([requested, only, ...nationalVariants(only)])];
}

/** The last digits, which are the same in all notations of a number; used to find candidates. */
export const significantDigits = (text: string): string =>
  normalizePhone(text).replace(/\D/g, '').slice(-minDigits);
