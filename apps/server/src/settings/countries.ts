/** Countries and territories with a dialling code, and their English names (API v3 §2.22). */
import { getCountries, getCountryCallingCode } from 'libphonenumber-js/min';

/** A country as in the API. */
export interface Country {
  /** Derived from the code, so it stays the same when countries are added or removed: AA is 1, ZZ 676. */
  id: number;
  country_name: string;
  /** `+93`; `+1876` where countries share the code 1 and have an area code each. */
  dial_code: string;
  /** Two letters of ISO 3166-1. */
  country_code: string;
}

const letterA = 65;
const countryIdOf = (code: string) =>
  (code.charCodeAt(0) - letterA) * 26 + (code.charCodeAt(1) - letterA) + 1;

/** Area codes of the countries that share the code 1 (https://nationalnanpa.com). The first one where there are several. */
const areaCodes: Readonly<Record<string, number>> = {
  AG: 268,
  AI: 264,
  AS: 684,
  BB: 246,
  BM: 441,
  BS: 242,
  DM: 767,
  DO: 809,
  GD: 473,
  GU: 671,
  JM: 876,
  KN: 869,
  KY: 345,
  LC: 758,
  MP: 670,
  MS: 664,
  PR: 787,
  SX: 721,
  TC: 649,
  TT: 868,
  VC: 784,
  VG: 284,
  VI: 340,
};

/** Countries that use the code of another one, which the library leaves out. */
const borrowedCodes: Readonly<Record<string, string>> = { AQ: '672', GS: '500', PN: '64', TF: '262' };

/** Parts of other countries, without a code of ISO 3166-1. Kosovo has none either, but a dialling code of its own. */
const partsOfCountries = new Set(['AC', 'TA']);

const displayNames = new Intl.DisplayNames(['en'], { type: 'region' });

/** All countries, ordered by code and thus by id. */
export const countries: readonly Country[] = [
  ...getCountries()
    .filter((code) => !partsOfCountries.has(code))
    .map((code) => ({ code, dialCode: `${getCountryCallingCode(code)}${areaCodes[code] ?? ''}` })),
  ...Object.entries(borrowedCodes).map(([code, dialCode]) => ({ code, dialCode })),
]
  .map(({ code, dialCode }) => ({
    id: countryIdOf(code),
    country_name: displayNames.of(code) ?? code,
    dial_code: `+${dialCode}`,
    country_code: code,
  }))
  .sort((a, b) => a.id - b.id);

const nameCollator = new Intl.Collator('en');

/** All countries in the requested order. */
export function sortCountries(
  orderby: 'id' | 'country_name' | 'country_code' = 'id',
  order: 'asc' | 'desc' = 'asc',
): Country[] {
  const sorted = [...countries];
  if (orderby === 'country_name') sorted.sort((a, b) => nameCollator.compare(a.country_name, b.country_name));
  return order === 'desc' ? sorted.reverse() : sorted;
}
