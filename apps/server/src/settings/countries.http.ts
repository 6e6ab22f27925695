/** HTTP endpoints of countries and their dialling codes. */
import * as contract from '@waypost/contract/settings/country-codes';
import { slicePage } from '../kernel/db/paging.ts';
import { listEnvelope, type UrlBuilder } from '../kernel/http/api-format.ts';
import { notFound } from '../kernel/http/problem.ts';
import { type MountContext, route } from '../kernel/http/route.ts';
import { type Country, countries, sortCountries } from './countries.ts';

const viewCountry = (urls: UrlBuilder, country: Country) => ({
  id: country.id,
  url: urls.entity('country_codes', country.id),
  country_name: country.country_name,
  dial_code: country.dial_code,
  country_code: country.country_code,
  allowed_privileges: ['read' as const, 'search' as const],
});

/** Mounts the list of countries, and one country by its id. */
export function mountCountries(mount: MountContext): void {
  route(mount, contract.listCountryCodes, async ({ urls, query }) => {
    const { results, total } = slicePage(sortCountries(query.orderby, query.order), query);
    const page = results.map((country) => viewCountry(urls, country));
    return listEnvelope(urls, '/country-codes', query, { results: page, total });
  });
  route(mount, contract.readCountryCode, async ({ urls, params }) => {
    const country = countries.find((candidate) => candidate.id === params.id);
    if (!country) throw notFound('country_codes', params.id);
    return viewCountry(urls, country);
  });
}
