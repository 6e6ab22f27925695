/** Showing that the address that one logs in with is one's own. Nothing but its `email_confirmed` depends on it. */
import type { ConfirmationCodeSent } from '@waypost/contract/users/confirmation-codes';
import {
  type ConfirmationCodes,
  codeFault,
  confirmLogin,
  viewSentCode,
} from '../../contacts/contacts.public.ts';
import type { Tx } from '../../kernel/db/database.ts';
import { Problem, type ValidationError } from '../../kernel/http/problem.ts';
import { findUser, type UserRow } from '../users.sql.ts';

const loginEmailSubject = ({ id, email }: UserRow) =>
  ({ kind: 'account', id, accountId: id, type: 'email', address: email }) as const;

/** @throws Problem 422 when it is confirmed, 429 when a code was sent too recently or too often */
export async function sendLoginEmailCode(
  tx: Tx,
  user: UserRow,
  codes: ConfirmationCodes,
): Promise<ConfirmationCodeSent> {
  if (user.email_confirmed !== null) throw new Problem('confirmation.not-needed');
  return viewSentCode(await codes.send(tx, loginEmailSubject(user), user.id));
}

/** @returns the account; or what is wrong with the code, to be thrown once the transaction has committed the try */
export async function confirmLoginEmail(
  tx: Tx,
  user: UserRow,
  code: string,
  codes: ConfirmationCodes,
): Promise<UserRow | ValidationError> {
  // Entered twice, since the first answer was lost.
  if (user.email_confirmed !== null) return user;
  const codeError = codeFault('users', await codes.check(tx, loginEmailSubject(user), code));
  if (codeError) return codeError;
  await confirmLogin(tx, user.id, user.email);
  return (await findUser(tx, user.id)) ?? user;
}
