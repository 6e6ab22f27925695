/** The addresses of countries and their dialling codes. */
import * as contract from '@waypost/contract/country-codes';
import { sliceOf } from '../kernel/paging.ts';
import { notFound } from '../kernel/problem.ts';
import { type Mount, route } from '../kernel/route.ts';
import { type Addresses, listEnvelope } from '../kernel/wire.ts';
import { type Country, countries, sortedCountries } from './countries.ts';

const viewCountry = (addresses: Addresses, country: Country) => ({
  id: country.id,
  url: addresses.entity('country_codes', country.id),
  country_name: country.country_name,
  dial_code: country.dial_code,
  country_code: country.country_code,
  allowed_privileges: ['read' as const, 'search' as const],
});

export function mountCountries(mount: Mount): void {
  route(mount, contract.listCountryCodes, async ({ addresses, query }) => {
    const { results, total } = sliceOf(sortedCountries(query.orderby, query.order), query);
    const page = results.map((country) => viewCountry(addresses, country));
    return listEnvelope(addresses, '/country-codes', query, { results: page, total });
  });
  route(mount, contract.readCountryCode, async ({ addresses, params }) => {
    const country = countries.find((known) => known.id === params.id);
    if (!country) throw notFound('country_codes', params.id);
    return viewCountry(addresses, country);
  });
}
