/** Mail on its way out, for deployments without a mail server and those who look after one. Ours. */
import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { listOfEntities, listQuery } from './envelope.ts';
import { Privileges } from './privileges.ts';
import { IdOut, WireDate } from './scalars.ts';

export const OutboxMail = z.object({
  id: IdOut,
  url: z.string(),
  subject: z.string(),
  /** With `read_full` only. */
  to: z.string().optional(),
  /** With `read_full` only; null once the mail is sent or has expired. */
  text: z.string().nullable().optional(),
  state: z.enum(['waiting', 'sent', 'failed']),
  attempts: z.number().int(),
  /** The mail server's code of the last fault; `unencrypted`: held back, as it opens an account (docs/decisions/0044). */
  fault: z.string().nullable(),
  created: WireDate,
  expires: WireDate,
  sent: WireDate.nullable(),
  allowed_privileges: Privileges,
});
export type OutboxMail = z.infer<typeof OutboxMail>;

export const listOutbox = endpoint({
  name: 'listOutbox',
  method: 'GET',
  path: '/outbox',
  summary: 'Mail on its way out, the latest first; administrators read what is in it',
  scope: 'config',
  token: 'required',
  needs: ['Manage Settings'],
  query: listQuery(['id']).omit({ order: true }),
  answer: listOfEntities(OutboxMail),
});
