/** Showing that the address that one logs in with is one's own. Nothing but its `email_confirmed` depends on it. */
import type { CodeSent } from '@waypost/contract/confirmation';
import {
  type ConfirmationCodes,
  codeFault,
  confirmLogin,
  viewSentCode,
} from '../contacts/contacts.public.ts';
import type { Tx } from '../kernel/db.ts';
import { type Faults, Problem } from '../kernel/problem.ts';
import { findUser, type UserRow } from './people.sql.ts';

const subjectOf = ({ id, email }: UserRow) =>
  ({ kind: 'account', id, accountId: id, type: 'email', address: email }) as const;

/** @throws Problem 422 when it is confirmed, 429 when a code was sent too recently or too often */
export async function sendMyCode(tx: Tx, user: UserRow, codes: ConfirmationCodes): Promise<CodeSent> {
  if (user.email_confirmed !== null) throw new Problem('confirmation.not-needed');
  return viewSentCode(await codes.send(tx, subjectOf(user), user.id));
}

/** @returns the account; or what is wrong with the code, to be thrown once the transaction has committed the try */
export async function confirmMyEmail(
  tx: Tx,
  user: UserRow,
  code: string,
  codes: ConfirmationCodes,
): Promise<UserRow | Faults> {
  // Entered twice, since the first answer was lost.
  if (user.email_confirmed !== null) return user;
  const wrong = codeFault('users', await codes.check(tx, subjectOf(user), code));
  if (wrong) return wrong;
  await confirmLogin(tx, user.id, user.email);
  return (await findUser(tx, user.id)) ?? user;
}
