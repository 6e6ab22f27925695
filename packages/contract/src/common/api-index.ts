/** The index of the API (wire 1.1). */
import { z } from 'zod';
import { defineEndpoint } from './endpoint.ts';

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
  summary: 'The time, the version of the interface, and who asks',
  scope: null,
  response: ApiIndex,
});
