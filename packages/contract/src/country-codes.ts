/** Countries and their dialling codes (wire 2.22). */
import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { listOfEntities, listQuery } from './envelope.ts';
import { Privileges } from './privileges.ts';
import { Id, IdOut } from './scalars.ts';

export const CountryCode = z.object({
  id: IdOut,
  url: z.string(),
  country_name: z.string(),
  dial_code: z.string(),
  country_code: z.string(),
  allowed_privileges: Privileges,
});

export const listCountryCodes = endpoint({
  name: 'listCountryCodes',
  method: 'GET',
  path: '/country-codes',
  summary: 'Countries and their dialling codes',
  scope: 'country_codes',
  token: 'required',
  needs: ['Manage Settings'],
  query: listQuery(['id', 'country_name', 'country_code']),
  answer: listOfEntities(CountryCode),
});

export const readCountryCode = endpoint({
  name: 'readCountryCode',
  method: 'GET',
  path: '/country-codes/{id}',
  summary: 'One country',
  scope: 'country_codes',
  token: 'required',
  needs: ['Manage Settings'],
  params: z.object({ id: Id }),
  answer: CountryCode,
});
