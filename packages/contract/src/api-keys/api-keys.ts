/**
 * API keys (API v3 §2.20): another program authenticates with one to update posts (`PUT /webhooks/posts/{id}`). Only
 * the request that creates or regenerates a key returns it; afterwards only its last characters are shown, since the
 * server stores no more.
 */
import { z } from 'zod';
import { defineEndpoint } from '../common/endpoint.ts';
import { listQuery, listResponse } from '../common/list-envelope.ts';
import { Privileges } from '../common/permissions.ts';
import { ApiDate, Id, IdOut } from '../common/scalars.ts';

/** An API key as the API returns it. */
export const ApiKey = z.object({
  id: IdOut,
  url: z.string(),
  /** A UUID in the response that created it; otherwise masked except for its last four characters. */
  api_key: z.string(),
  created: ApiDate,
  /** When it was last regenerated. */
  updated: ApiDate.nullable(),
  /** Extension: when a request with it last succeeded; null if never. */
  last_used: ApiDate.nullable().optional(),
  allowed_privileges: Privileges,
});
export type ApiKey = z.infer<typeof ApiKey>;

const idParams = z.object({ id: Id });

export const listApiKeys = defineEndpoint({
  name: 'listApiKeys',
  method: 'GET',
  path: '/apikeys',
  summary: 'API keys, masked; for administrators',
  scope: 'apikeys',
  token: 'required',
  query: listQuery(['id', 'created']),
  response: listResponse(ApiKey),
});

export const readApiKey = defineEndpoint({
  name: 'readApiKey',
  method: 'GET',
  path: '/apikeys/{id}',
  summary: 'One API key, masked',
  scope: 'apikeys',
  token: 'required',
  params: idParams,
  response: ApiKey,
});

export const createApiKey = defineEndpoint({
  name: 'createApiKey',
  method: 'POST',
  path: '/apikeys',
  summary: 'Create an API key; only this response contains it',
  scope: 'apikeys',
  response: ApiKey,
});

export const updateApiKey = defineEndpoint({
  name: 'updateApiKey',
  method: 'PUT',
  path: '/apikeys/{id}',
  summary: 'Regenerate an API key; the old one becomes invalid',
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
