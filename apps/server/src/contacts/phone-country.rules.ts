/** Numbers without a country code where the country of the deployment is known (docs/decisions/0041). */
import {
  type CountryCode,
  getCountryCallingCode,
  isSupportedCountry,
  parsePhoneNumberFromString,
} from 'libphonenumber-js/min';

/** Digits of a number that may have a country code. Shorter ones are short codes of services. */
const phoneDigits = /^\d{7,15}$/;

/**
 * The number in E.164, if it is one of the country: `4915777…` and `015777…` are `+4915777…` in Germany. Others are returned as they are:
 * numbers with a plus, names, short codes, digits that are no number of the country, and those that may be a foreign number.
 * @param number in its stored form
 * @param country ISO 3166-1 alpha-2; undefined: not known
 */
export function toInternationalNumber(number: string, country: string | undefined): string {
  if (country === undefined || !isSupportedCountry(country) || !phoneDigits.test(number)) return number;
  return findWithCallingCode(number, country) ?? findNational(number, country) ?? number;
}

/** Gateways that leave out the zero in front leave out the plus only: the country code comes first. */
function findWithCallingCode(number: string, country: CountryCode): string | undefined {
  const callingCode = getCountryCallingCode(country);
  if (!number.startsWith(callingCode)) return undefined;
  const parsed = parsePhoneNumberFromString(`+${number}`);
  return parsed?.isValid() && parsed.countryCallingCode === callingCode ? parsed.number : undefined;
}

/** Nothing is guessed where the digits may be a number of another country whose plus was left out: it would be another phone. */
function findNational(number: string, country: CountryCode): string | undefined {
  if (parsePhoneNumberFromString(`+${number}`)?.isValid()) return undefined;
  const parsed = parsePhoneNumberFromString(number, country);
  return parsed?.isValid() && parsed.countryCallingCode === getCountryCallingCode(country)
    ? parsed.number
    : undefined;
}
