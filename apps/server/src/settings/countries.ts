/** Countries and territories with a dialling code, and their English names (API v3 §2.22). */
import { getCountries, getCountryCallingCode } from 'libphonenumber-js/min';

/** A country as in the API. */
export interface Country {
  /** Derived from the code, so it stays the same when countries are added or removed: AA is 1, ZZ 676. */
  id: number;
  country_name: string;
  /** `+93` */
  dial_code: string;
  /** Two letters of ISO 3166-1. */
  country_code: string;
}

const letterA = 65;
const countryIdOf = (code: string) =>
  (code.charCodeAt(0) - letterA) * 26 + (code.charCodeAt(1) - letterA) + 1;

const displayNames = new Intl.DisplayNames(['en'], { type: 'region' });

/** All countries, ordered by code and thus by id. */
export const countries: readonly Country[] = getCountries()
  .map((code) => ({
    id: countryIdOf(code),
    country_name: displayNames.of(code) ?? code,
    dial_code: `+${getCountryCallingCode(code)}`,
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
