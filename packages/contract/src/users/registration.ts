/** Making an account of one's own, and getting back into one (API v3 §2.7). */
import { z } from 'zod';
import { defineEndpoint } from '../common/endpoint.ts';
import { Delivery } from './confirmation-codes.ts';
import { Email, Password, RealName, User } from './users.ts';

/** Nothing else is read: whoever registers is an ordinary member. */
export const RegistrationInput = z.object({
  email: Email,
  password: Password,
  realname: RealName.optional(),
});

/**
 * The account. `owner_notice` says what becomes of the mail to the owner of an address that has an account already. It tells of
 * the deployment's outgoing mail alone, and is the same for every address.
 */
export const RegistrationAnswer = User.extend({ owner_notice: Delivery.exclude(['simulated']).optional() });

export const register = defineEndpoint({
  name: 'register',
  method: 'POST',
  path: '/register',
  summary: 'Make an account of one’s own; refused on a closed deployment',
  scope: null,
  token: 'optional',
  body: RegistrationInput,
  response: RegistrationAnswer,
});

/** Without `email` the request is malformed (400); what is in it is never judged aloud. */
export const PasswordResetRequest = z.object({ email: z.string().optional() });

/** The form that asks for a link. */
export const PasswordResetForm = z.object({ email: z.string().trim().min(1) });

export const requestPasswordReset = defineEndpoint({
  name: 'requestPasswordReset',
  method: 'POST',
  path: '/passwordreset',
  summary: 'Ask for a link to a new password; the answer is the same whether or not there is an account',
  scope: null,
  token: 'optional',
  body: PasswordResetRequest,
  response: z.null(),
});

export const PasswordResetConfirmation = z.object({
  /** Clients send it as it stood in the link, or as somebody typed it. */
  token: z.string().trim().min(1),
  password: Password,
});

export const confirmPasswordReset = defineEndpoint({
  name: 'confirmPasswordReset',
  method: 'POST',
  path: '/passwordreset/confirm',
  summary: 'Set a new password with the token of a link; every session of the person ends',
  scope: null,
  token: 'optional',
  body: PasswordResetConfirmation,
  response: z.null(),
});
