/**
 * The outbox: mail that waits to be sent, for deployments without a mail server and for their administrators. An
 * extension of API v3.
 */
import { z } from 'zod';
import { defineEndpoint } from '../common/endpoint.ts';
import { listQuery, listResponse } from '../common/list-envelope.ts';
import { Privileges } from '../common/permissions.ts';
import { ApiDate, IdOut } from '../common/scalars.ts';

/**
 * The state of outgoing mail. `none`: no mail server; `unencrypted`: mail that gives access to accounts is not sent
 * through it.
 */
export const outgoingStates = ['none', 'unencrypted', 'ready'] as const;
/** The state of outgoing mail. */
export type OutgoingState = (typeof outgoingStates)[number];

/** The channel of outgoing mail: the id of its data source. */
export const outgoingMailChannel = 'outgoingemail';

/**
 * Why a mail is held: there is no mail server, or the mail gives access to an account and the connection is not
 * encrypted.
 */
export const heldReasons = ['no-mailer', 'unencrypted'] as const;
/** Why a mail is held. */
export type HeldReason = (typeof heldReasons)[number];

/** A mail of the outbox. */
export const OutboxMail = z.object({
  id: IdOut,
  url: z.string(),
  subject: z.string(),
  /** Only with `read_full`. */
  to: z.string().optional(),
  /** Only with `read_full`; null once the mail is sent or has expired, and for confirmation codes. */
  text: z.string().nullable().optional(),
  state: z.enum(['waiting', 'sent', 'failed']),
  attempts: z.number().int(),
  /**
   * The mail server's code of the last error; `unencrypted`: held, since it gives access to an account
   * (docs/decisions/0044).
   */
  fault: z.string().nullable(),
  /** Why it is held now; null if it is not. Absent on older servers. */
  held: z.enum(heldReasons).nullable().optional(),
  /** Whether it carries a confirmation code, which is never shown. Absent on older servers. */
  is_confirmation: z.boolean().optional(),
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
  summary: 'Mail in the outbox, the latest first; administrators see its content',
  scope: 'config',
  token: 'required',
  needs: ['Manage Settings'],
  query: listQuery(['id']).omit({ order: true }),
  response: listResponse(OutboxMail).extend({ outgoing: z.enum(outgoingStates).optional() }),
});
