/** Countries and their dialling codes (API v3 §2.22). */
import { z } from 'zod';
import { defineEndpoint } from '../common/endpoint.ts';
import { listQuery, listResponse } from '../common/list-envelope.ts';
import { Privileges } from '../common/permissions.ts';
import { Id, IdOut } from '../common/scalars.ts';

/** A country as the API returns it. */
export const CountryCode = z.object({
  id: IdOut,
  url: z.string(),
  country_name: z.string(),
  dial_code: z.string(),
  country_code: z.string(),
  allowed_privileges: Privileges,
});

export const listCountryCodes = defineEndpoint({
  name: 'listCountryCodes',
  method: 'GET',
  path: '/country-codes',
  summary: 'Countries and their dialling codes',
  scope: 'country_codes',
  token: 'required',
  needs: ['Manage Settings'],
  query: listQuery(['id', 'country_name', 'country_code']),
  response: listResponse(CountryCode),
});

export const readCountryCode = defineEndpoint({
  name: 'readCountryCode',
  method: 'GET',
  path: '/country-codes/{id}',
  summary: 'One country',
  scope: 'country_codes',
  token: 'required',
  needs: ['Manage Settings'],
  params: z.object({ id: Id }),
  response: CountryCode,
});
