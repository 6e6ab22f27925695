/** Confirmation of contacts: sends a code to the number or address, and checks it. */

import { limits } from '@waypost/contract/common/limits';
import type { ConfirmationCodeSent } from '@waypost/contract/users/confirmation-codes';
import type { Tx } from '../kernel/db/database.ts';
import { toApiDate } from '../kernel/http/api-format.ts';
import { Problem, type ValidationError, validationError } from '../kernel/http/problem.ts';
import { requirePrivilege } from '../kernel/security/require-privilege.ts';
import type { Viewer } from '../kernel/security/viewer.ts';
import type { CodeCheckResult, ConfirmationCodes, SentCode } from './confirmation-codes.ts';
import {
  type CodeSubject,
  markContactConfirmed,
  markLoginEmailConfirmed,
} from './contact-confirmation.sql.ts';
import { contactPrivileges } from './contacts.rules.ts';
import type { ContactRow } from './contacts.sql.ts';
import { readAuthorizedContact } from './save-contact.ts';

/** A sent code in the format of the API. */
export const viewSentCode = ({ expires, delivery }: SentCode): ConfirmationCodeSent => ({
  expires: toApiDate(expires),
  resend_after: limits.confirmationCode.resendAfterSeconds,
  digits: limits.confirmationCode.digits,
  delivery,
});

/** The error for a code that was rejected; undefined for the right one. */
export function toCodeError(resource: string, check: CodeCheckResult): ValidationError | undefined {
  switch (check.outcome) {
    case 'right':
      return undefined;
    case 'wrong':
      return validationError(resource, 'code', 'codeWrong', { left: check.triesLeft });
    case 'too-many-tries':
      return validationError(resource, 'code', 'codeTooManyTries');
    default:
      return validationError(resource, 'code', 'codeExpired');
  }
}

const codeSubjectOf = ({ id, type, contact }: ContactRow, accountId: number): CodeSubject => ({
  kind: 'contact',
  id,
  accountId,
  type,
  address: contact,
});

/** A contact that the viewer may update. @throws Problem 401, 403 for all but the owner and administrators */
async function readUpdatableContact(tx: Tx, viewer: Viewer, id: number): Promise<ContactRow> {
  const contact = await readAuthorizedContact(tx, viewer, id);
  requirePrivilege(viewer, contactPrivileges(viewer, contact), 'update', 'contacts', id);
  return contact;
}

/** Sends a code. @throws Problem 422 when there is nothing to confirm or no code can be sent, 429 when sent too often */
export async function sendContactCode(
  tx: Tx,
  viewer: Viewer,
  id: number,
  codes: ConfirmationCodes,
): Promise<ConfirmationCodeSent> {
  const contact = await readUpdatableContact(tx, viewer, id);
  if (contact.user_id === null || contact.confirmed !== null || viewer.id === null)
    throw new Problem('confirmation.not-needed');
  return viewSentCode(await codes.send(tx, codeSubjectOf(contact, contact.user_id), viewer.id));
}

/**
 * Checks a code and confirms the contact.
 * @returns the contact; or the error of the code, to be thrown after the transaction has committed the attempt
 */
export async function confirmContact(
  tx: Tx,
  viewer: Viewer,
  id: number,
  input: { code: string },
  codes: ConfirmationCodes,
): Promise<ContactRow | ValidationError> {
  const contact = await readUpdatableContact(tx, viewer, id);
  if (contact.user_id === null) throw new Problem('confirmation.not-needed');
  // A client that lost the first answer sends the code again.
  if (contact.confirmed !== null) return contact;
  const subject = codeSubjectOf(contact, contact.user_id);
  const codeError = toCodeError('contacts', await codes.check(tx, subject, input.code));
  if (codeError) return codeError;
  if (contact.type === 'email') await markLoginEmailConfirmed(tx, contact.user_id, contact.contact);
  return markContactConfirmed(tx, contact);
}
