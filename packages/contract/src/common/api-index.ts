/** The index of the API (API v3 §1.1). */
import { z } from 'zod';
import { defineEndpoint } from './endpoint.ts';

/** The response of the index: server time, API version and the caller. */
export const ApiIndex = z.object({
  now: z.string(),
  version: z.literal('3'),
  user: z.object({
    id: z.number().nullable(),
    email: z.string().nullable(),
    realname: z.string().nullable(),
  }),
});

export const readApiIndex = defineEndpoint({
  name: 'readApiIndex',
  method: 'GET',
  path: '',
  summary: 'The time, the API version, and the caller',
  scope: null,
  response: ApiIndex,
});
