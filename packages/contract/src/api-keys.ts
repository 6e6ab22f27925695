/**
 * API keys (wire 2.20): what another program shows to write posts back (`PUT /webhooks/posts/{id}`). The key itself is told
 * once, by the request that makes it or makes it anew; afterwards only its end is shown, since the server keeps no more.
 */
import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { listOfEntities, listQuery } from './envelope.ts';
import { Privileges } from './privileges.ts';
import { Id, IdOut, WireDate } from './scalars.ts';

export const ApiKey = z.object({
  id: IdOut,
  url: z.string(),
  /** A UUID when it was just made; otherwise `*` but for its last four characters. */
  api_key: z.string(),
  created: WireDate,
  /** When it was last made anew. */
  updated: WireDate.nullable(),
  /** Ours: when a request with it was last carried out; null for never. */
  last_used: WireDate.nullable().optional(),
  allowed_privileges: Privileges,
});
export type ApiKey = z.infer<typeof ApiKey>;

const one = z.object({ id: Id });

export const listApiKeys = endpoint({
  name: 'listApiKeys',
  method: 'GET',
  path: '/apikeys',
  summary: 'API keys by their ends; for administrators',
  scope: 'apikeys',
  token: 'required',
  query: listQuery(['id', 'created']),
  answer: listOfEntities(ApiKey),
});

export const readApiKey = endpoint({
  name: 'readApiKey',
  method: 'GET',
  path: '/apikeys/{id}',
  summary: 'One API key by its end',
  scope: 'apikeys',
  token: 'required',
  params: one,
  answer: ApiKey,
});

export const createApiKey = endpoint({
  name: 'createApiKey',
  method: 'POST',
  path: '/apikeys',
  summary: 'Make an API key; the answer alone holds it',
  scope: 'apikeys',
  answer: ApiKey,
});

export const updateApiKey = endpoint({
  name: 'updateApiKey',
  method: 'PUT',
  path: '/apikeys/{id}',
  summary: 'Make an API key anew; the old one opens nothing any more',
  scope: 'apikeys',
  params: one,
  answer: ApiKey,
});

export const deleteApiKey = endpoint({
  name: 'deleteApiKey',
  method: 'DELETE',
  path: '/apikeys/{id}',
  summary: 'Revoke an API key',
  scope: 'apikeys',
  params: one,
  answer: ApiKey,
});
