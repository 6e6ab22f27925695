/**
 * Invitations to the team: by mail, or by a link that is passed on. Whoever accepts one gets an account with its role. An extension
 * of API v3.
 */
import { z } from 'zod';
import { defineEndpoint } from '../common/endpoint.ts';
import { ruleError, typeError } from '../common/field-errors.ts';
import { limits } from '../common/limits.ts';
import { listQuery, listResponse } from '../common/list-envelope.ts';
import { Privileges } from '../common/permissions.ts';
import { ApiDate, Id, IdOut, Relation, TrimmedText } from '../common/scalars.ts';
import { Delivery } from './confirmation-codes.ts';
import { Email, Password, User } from './users.ts';

/** `used`: as often as it may be. */
export const invitationStates = ['open', 'used', 'expired', 'revoked'] as const;
/** The state of an invitation. */
export type InvitationState = (typeof invitationStates)[number];

/** An invitation, without its link: only a hash of the token is stored. */
export const Invitation = z.object({
  id: IdOut,
  url: z.string(),
  /** The name of the role that the account gets. */
  role: z.string(),
  /** Whom it was sent to; null for a link. */
  email: z.string().nullable(),
  max_uses: z.number().int(),
  uses: z.number().int(),
  state: z.enum(invitationStates),
  created: ApiDate,
  expires: ApiDate,
  /** Who created it. */
  user: Relation,
  user_name: z.string().nullable(),
  allowed_privileges: Privileges,
});
export type Invitation = z.infer<typeof Invitation>;

/** Whether mail leaves, or waits in the outbox because it cannot be sent. */
const MailDelivery = Delivery.exclude(['simulated']);

/** A new invitation with its token, which no other response has. */
export const CreatedInvitation = Invitation.extend({
  /** For the link `/invitation/TOKEN`. */
  token: z.string(),
  /** Whether its mail leaves; null for a link. */
  delivery: MailDelivery.nullable(),
});
export type CreatedInvitation = z.infer<typeof CreatedInvitation>;

const { uses, days } = limits.invitations;
/** A whole number as sent or typed. */
const count = ({ min, max }: { min: number; max: number }) =>
  z
    .union(
      [
        z.number().int(),
        z
          .string()
          .trim()
          .regex(/^\d+$/, { error: typeError('a whole number') })
          .transform(Number),
      ],
      { error: typeError('a whole number') },
    )
    .pipe(z.number().min(min).max(max));

/** Empty and null: no address, so the link is passed on. */
const OptionalEmail = z.union([z.literal('').transform(() => null), z.null(), Email], {
  error: ruleError('email'),
});

/** A new invitation. One that is sent by mail can be used once. */
export const InvitationInput = z.object({
  role: z.string().min(1).max(limits.varchar),
  email: OptionalEmail.optional(),
  max_uses: count(uses).default(uses.default),
  expires_in_days: count(days).default(days.default),
});

/** The form of an invitation by mail, and of one by a link. */
export const MailInvitationForm = InvitationInput.extend({ email: Email });
/** The form of an invitation by a link. */
export const LinkInvitationForm = InvitationInput.omit({ email: true });

const InvitationToken = TrimmedText.min(1).max(limits.varchar);

/** What somebody with the link may know. */
export const OpenInvitation = z.object({
  role: z.string(),
  /** The name of the role on screen. */
  role_name: z.string(),
  /** The address that the account must have; null for any. */
  email: z.string().nullable(),
  expires: ApiDate,
});
export type OpenInvitation = z.infer<typeof OpenInvitation>;

/** Name, address and password of the new account. */
export const InvitationAcceptance = z.object({
  token: InvitationToken,
  realname: TrimmedText.min(1).max(limits.name),
  email: Email,
  password: Password,
});

/** The form that accepts an invitation. */
export const AcceptInvitationForm = InvitationAcceptance.omit({ token: true });

const managerEndpoint = { scope: 'users', token: 'required', needs: ['Manage Users'] } as const;

export const listInvitations = defineEndpoint({
  name: 'listInvitations',
  method: 'GET',
  path: '/invitations',
  summary: 'Invitations, the latest first',
  ...managerEndpoint,
  query: listQuery(['id']).omit({ order: true, orderby: true }),
  response: listResponse(Invitation).extend({
    /** Whether invitations can leave by mail now. */
    mail_ready: z.boolean(),
  }),
});

export const createInvitation = defineEndpoint({
  name: 'createInvitation',
  method: 'POST',
  path: '/invitations',
  summary: 'Invite somebody by mail, or create a link; the response alone contains the token',
  ...managerEndpoint,
  body: InvitationInput,
  response: CreatedInvitation,
});

export const revokeInvitation = defineEndpoint({
  name: 'revokeInvitation',
  method: 'DELETE',
  path: '/invitations/{id}',
  summary: 'Revoke an invitation: its link stops working',
  ...managerEndpoint,
  params: z.object({ id: Id }),
  response: Invitation,
});

export const checkInvitation = defineEndpoint({
  name: 'checkInvitation',
  method: 'POST',
  path: '/invitations/check',
  summary: 'What an invitation offers, for somebody with its token',
  scope: null,
  token: 'optional',
  body: z.object({ token: InvitationToken }),
  response: OpenInvitation,
});

export const acceptInvitation = defineEndpoint({
  name: 'acceptInvitation',
  method: 'POST',
  path: '/invitations/accept',
  summary: 'Create the account that an invitation offers',
  scope: null,
  token: 'optional',
  body: InvitationAcceptance,
  response: User,
});
