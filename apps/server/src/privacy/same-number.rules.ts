/**
 * One number in its two writings: `+254 711 222 333` from abroad is `0711 222 333` at home. Gateways deliver either, people write
 * either, and the writing from home does not say of which country it is.
 */
import { parsePhoneNumberFromString } from 'libphonenumber-js/min';

/** As the database compares numbers: digits alone, without the zeros that are dialled before a country. */
const digitsOf = (text: string): string => text.replace(/\D/g, '').replace(/^00/, '');

/** Digits that a writing from home has at least: shorter ones are numbers of services. */
const least = 6;

/** @param digits with the country's. @returns how it is written in its country; none where it is no number of any */
function homeWritings(digits: string): string[] {
  const number = parsePhoneNumberFromString(`+${digits}`);
  if (!number?.isValid()) return [];
  const dialled = number.formatNational().replace(/\D/g, '');
  return [...new Set([dialled, number.nationalNumber])].filter((it) => it.length >= least && it !== digits);
}

/**
 * Every writing of a number that is certain by what else is known: the one from home counts as long as numbers of two
 * countries do not share it.
 * @param text as it was asked for
 * @param known digits of all numbers that end alike
 * @returns digits, those of `text` first
 */
export function writingsOf(text: string, known: readonly string[]): string[] {
  const asked = digitsOf(text);
  const own = homeWritings(asked);
  const isFromAbroad = own.length > 0 && !/^\s*\(?0(?!0)/.test(text);
  const home = isFromAbroad ? own : [asked];
  const shares = known.filter((it) => it !== asked && homeWritings(it).some((one) => home.includes(one)));
  if (isFromAbroad) return shares.length === 0 ? [asked, ...own] : [asked];
  const [only, ...others] = new Set(shares);
  return only === undefined || others.length > 0
    ? [asked]
    : [...new Set([asked, only, ...homeWritings(only)])];
}

/** What the end of all writings of a number has in common: for finding those that could be the same. */
export const endOf = (text: string): string => digitsOf(text).slice(-least);
