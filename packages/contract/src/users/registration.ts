/** Registration and password reset (API v3 §2.7). */
import { z } from 'zod';
import { defineEndpoint } from '../common/endpoint.ts';
import { limits } from '../common/limits.ts';
import { Delivery } from './confirmation-codes.ts';
import { Email, Password, RealName, User } from './users.ts';

/** Other fields are ignored: a new account always has the role `user`. */
export const RegistrationInput = z.object({
  email: Email,
  password: Password,
  realname: RealName.optional(),
});

/**
 * The new account. `owner_notice` is the state of the mail to the owner of an existing account with the same address.
 * It depends on the deployment's outgoing mail only, and is the same for every address.
 */
export const RegistrationAnswer = User.extend({ owner_notice: Delivery.exclude(['simulated']).optional() });

export const register = defineEndpoint({
  name: 'register',
  method: 'POST',
  path: '/register',
  summary: 'Register an account; rejected on a private deployment',
  scope: null,
  token: 'optional',
  body: RegistrationInput,
  response: RegistrationAnswer,
});

/** Without `email` the request is malformed (400). Whether the address exists is never revealed. */
export const PasswordResetRequest = z.object({ email: z.string().max(limits.varchar).optional() });

/** The form to request a password reset. */
export const PasswordResetForm = z.object({ email: z.string().trim().min(1) });

export const requestPasswordReset = defineEndpoint({
  name: 'requestPasswordReset',
  method: 'POST',
  path: '/passwordreset',
  summary: 'Request a password reset link; the response is the same whether or not the account exists',
  scope: null,
  token: 'optional',
  body: PasswordResetRequest,
  response: z.null(),
});

export const PasswordResetConfirmation = z.object({
  /** The token as in the link, or as typed. */
  token: z.string().trim().min(1).max(limits.varchar),
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
