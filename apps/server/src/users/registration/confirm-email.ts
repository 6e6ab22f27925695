/** Confirmation of the e-mail address that a user logs in with. It sets `email_confirmed` and nothing else. */
import type { ConfirmationCodeSent } from '@waypost/contract/users/confirmation-codes';
import {
  type ConfirmationCodes,
  markLoginEmailConfirmed,
  toCodeError,
  viewSentCode,
} from '../../contacts/contacts.public.ts';
import type { Tx } from '../../kernel/db/database.ts';
import { Problem, type ValidationError } from '../../kernel/http/problem.ts';
import { findUser, type UserRow } from '../users.sql.ts';

const loginEmailSubject = ({ id, email }: UserRow) =>
  ({ kind: 'account', id, accountId: id, type: 'email', address: email }) as const;

/**
 * Sends a confirmation code to the user's e-mail address.
 * @throws Problem 422 when it is confirmed already, 429 when a code was sent too recently or too often
 */
export async function sendLoginEmailCode(
  tx: Tx,
  user: UserRow,
  codes: ConfirmationCodes,
): Promise<ConfirmationCodeSent> {
  if (user.email_confirmed !== null) throw new Problem('confirmation.not-needed');
  return viewSentCode(await codes.send(tx, loginEmailSubject(user), user.id));
}

/**
 * Checks a code and confirms the address.
 * @returns the user; or the error of the code, to be thrown after the transaction has committed the attempt
 */
export async function confirmLoginEmail(
  tx: Tx,
  user: UserRow,
  code: string,
  codes: ConfirmationCodes,
): Promise<UserRow | ValidationError> {
  // A client that lost the first answer sends the code again.
  if (user.email_confirmed !== null) return user;
  const codeError = toCodeError('users', await codes.check(tx, loginEmailSubject(user), code));
  if (codeError) return codeError;
  await markLoginEmailConfirmed(tx, user.id, user.email);
  return (await findUser(tx, user.id)) ?? user;
}
