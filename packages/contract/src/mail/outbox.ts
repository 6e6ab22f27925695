/** Mail on its way out, for deployments without a mail server and those who look after one. An extension of API v3. */
import { z } from 'zod';
import { defineEndpoint } from '../common/endpoint.ts';
import { listQuery, listResponse } from '../common/list-envelope.ts';
import { Privileges } from '../common/permissions.ts';
import { ApiDate, IdOut } from '../common/scalars.ts';

/** How mail leaves at present. `none`: by nothing; `unencrypted`: mail that opens accounts does not leave by it. */
export const outgoingStates = ['none', 'unencrypted', 'ready'] as const;
export type OutgoingState = (typeof outgoingStates)[number];

/** Why a waiting mail does not leave: nothing sends mail, or it opens an account and the mail server is not encrypted. */
export const heldReasons = ['no-mailer', 'unencrypted'] as const;
export type HeldReason = (typeof heldReasons)[number];

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
  /** Why it is held back as things stand; null: it is not. Absent on older servers. */
  held: z.enum(heldReasons).nullable().optional(),
  created: ApiDate,
  expires: ApiDate,
  sent: ApiDate.nullable(),
  allowed_privileges: Privileges,
});
export type OutboxMail = z.infer<typeof OutboxMail>;

export const listOutbox = defineEndpoint({
  name: 'listOutbox',
  method: 'GET',
  path: '/outbox',
  summary: 'Mail on its way out, the latest first; administrators read what is in it',
  scope: 'config',
  token: 'required',
  needs: ['Manage Settings'],
  query: listQuery(['id']).omit({ order: true }),
  response: listResponse(OutboxMail).extend({ outgoing: z.enum(outgoingStates).optional() }),
});
