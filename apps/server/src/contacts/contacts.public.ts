/** Public interface of the domain `contacts`. */
export { toCodeError, viewSentCode } from './confirm-contact.ts';
export { ConfirmationCodes } from './confirmation-codes.ts';
export { markLoginEmailConfirmed } from './contact-confirmation.sql.ts';
export {
  type ContactRow,
  disableNotifications as stopNotifying,
  findContact,
  findContactsByNumber as contactsWithNumber,
  findContactsByUserIds,
  findOptedOutNumbers as stoppedAmong,
  findOrCreateContact as contactReachedBy,
  findOrCreateContactsByNumbers as contactsOfNumbers,
  isUnconfirmedClaim as isClaim,
  lockPhoneNumber as lockNumber,
  setContactsOptedOut as stopContacts,
} from './contacts.sql.ts';
export { viewContactOfUser } from './contacts.view.ts';
