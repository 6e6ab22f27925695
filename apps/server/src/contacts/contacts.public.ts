/** What other domains may use of contacts. */
export { toCodeError as codeFault, viewSentCode } from './confirm-contact.ts';
export { ConfirmationCodes } from './confirmation-codes.ts';
export { markLoginEmailConfirmed as confirmLogin } from './contact-confirmation.sql.ts';
export {
  type ContactRow,
  disableNotifications as stopNotifying,
  findContact,
  findContactsByNumber as contactsWithNumber,
  findContactsByUserIds as contactsOf,
  findOptedOutNumbers as stoppedAmong,
  findOrCreateContact as contactReachedBy,
  findOrCreateContactsByNumbers as contactsOfNumbers,
  isUnconfirmedClaim as isClaim,
  lockPhoneNumber as lockNumber,
  setContactsOptedOut as stopContacts,
} from './contacts.sql.ts';
export { viewContactOfUser as viewRawContact } from './contacts.view.ts';
