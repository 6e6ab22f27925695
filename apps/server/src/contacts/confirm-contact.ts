/** Showing that a number or address is one's own: asking for a code, and entering it. */

import type { CodeSent } from '@waypost/contract/confirmation';
import { limits } from '@waypost/contract/limits';
import type { Tx } from '../kernel/db.ts';
import { type Faults, fault, Problem } from '../kernel/problem.ts';
import { require } from '../kernel/refuse.ts';
import type { Viewer } from '../kernel/viewer.ts';
import { wireDate } from '../kernel/wire.ts';
import { type CodeSubject, confirmContactRow, confirmLogin } from './confirmation.sql.ts';
import type { CodeCheck, ConfirmationCodes, SentCode } from './confirmation-codes.ts';
import { contactPrivileges } from './contacts.rules.ts';
import type { ContactRow } from './contacts.sql.ts';
import { readableContact } from './save-contact.ts';

export const viewSentCode = ({ expires, delivery }: SentCode): CodeSent => ({
  expires: wireDate(expires),
  resend_after: limits.confirmation.pause,
  digits: limits.confirmation.digits,
  delivery,
});

/** What a caller is told of a code that was not right; undefined for one that was. */
export function codeFault(resource: string, check: CodeCheck): Faults | undefined {
  switch (check.outcome) {
    case 'right':
      return undefined;
    case 'wrong':
      return fault(resource, 'code', 'codeWrong', { left: check.triesLeft });
    case 'too-many-tries':
      return fault(resource, 'code', 'codeTooManyTries');
    default:
      return fault(resource, 'code', 'codeExpired');
  }
}

const subjectOf = ({ id, type, contact }: ContactRow, accountId: number): CodeSubject => ({
  kind: 'contact',
  id,
  accountId,
  type,
  address: contact,
});

/** @throws Problem 401, 403 for all but the owner and administrators */
async function changeableContact(tx: Tx, viewer: Viewer, id: number): Promise<ContactRow> {
  const contact = await readableContact(tx, viewer, id);
  require(viewer, contactPrivileges(viewer, contact), 'update', 'contacts', id);
  return contact;
}

/** @throws Problem 422 where there is nothing to confirm, or no way to */
export async function sendContactCode(
  tx: Tx,
  viewer: Viewer,
  id: number,
  codes: ConfirmationCodes,
): Promise<CodeSent> {
  const contact = await changeableContact(tx, viewer, id);
  if (contact.user_id === null || contact.confirmed !== null || viewer.id === null)
    throw new Problem('confirmation.not-needed');
  return viewSentCode(await codes.send(tx, subjectOf(contact, contact.user_id), viewer.id));
}

/** @returns the contact; or what is wrong with the code, to be thrown once the transaction has committed the try */
export async function confirmContact(
  tx: Tx,
  viewer: Viewer,
  id: number,
  input: { code: string },
  codes: ConfirmationCodes,
): Promise<ContactRow | Faults> {
  const contact = await changeableContact(tx, viewer, id);
  if (contact.user_id === null) throw new Problem('confirmation.not-needed');
  // Entered twice, since the first answer was lost.
  if (contact.confirmed !== null) return contact;
  const subject = subjectOf(contact, contact.user_id);
  const wrong = codeFault('contacts', await codes.check(tx, subject, input.code));
  if (wrong) return wrong;
  if (contact.type === 'email') await confirmLogin(tx, contact.user_id, contact.contact);
  return confirmContactRow(tx, contact);
}
