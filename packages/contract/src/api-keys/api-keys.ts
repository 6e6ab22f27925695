/**
 * API keys (API v3 §2.20): what another program shows to write posts back (`PUT /webhooks/posts/{id}`). The key itself is told
 * once, by the request that makes it or makes it anew; afterwards only its end is shown, since the server keeps no more.
 */
import { z } from 'zod';
import { defineEndpoint } from '../common/endpoint.ts';
import { listQuery, listResponse } from '../common/list-envelope.ts';
import { Privileges } from '../common/permissions.ts';
import { ApiDate, Id, IdOut } from '../common/scalars.ts';

export const ApiKey = z.object({
  id: IdOut,
  url: z.string(),
  /** A UUID when it was just made; otherwise `*` but for its last four characters. */
  api_key: z.string(),
  created: ApiDate,
  /** When it was last made anew. */
  updated: ApiDate.nullable(),
  /** Extension: when a request with it was last carried out; null for never. */
  last_used: ApiDate.nullable().optional(),
  allowed_privileges: Privileges,
});
export type ApiKey = z.infer<typeof ApiKey>;

const idParams = z.object({ id: Id });

export const listApiKeys = defineEndpoint({
  name: 'listApiKeys',
  method: 'GET',
  path: '/apikeys',
  summary: 'API keys by their ends; for administrators',
  scope: 'apikeys',
  token: 'required',
  query: listQuery(['id', 'created']),
  response: listResponse(ApiKey),
});

export const readApiKey = defineEndpoint({
  name: 'readApiKey',
  method: 'GET',
  path: '/apikeys/{id}',
  summary: 'One API key by its end',
  scope: 'apikeys',
  token: 'required',
  params: idParams,
  response: ApiKey,
});

export const createApiKey = defineEndpoint({
  name: 'createApiKey',
  method: 'POST',
  path: '/apikeys',
  summary: 'Make an API key; the answer alone holds it',
  scope: 'apikeys',
  response: ApiKey,
});

export const updateApiKey = defineEndpoint({
  name: 'updateApiKey',
  method: 'PUT',
  path: '/apikeys/{id}',
  summary: 'Make an API key anew; the old one opens nothing any more',
  scope: 'apikeys',
  params: idParams,
  response: ApiKey,
});

export const deleteApiKey = defineEndpoint({
  name: 'deleteApiKey',
  method: 'DELETE',
  path: '/apikeys/{id}',
  summary: 'Revoke an API key',
  scope: 'apikeys',
  params: idParams,
  response: ApiKey,
});
