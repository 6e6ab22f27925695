/** What other domains may use of contacts. */
export { codeFault, viewSentCode } from './confirm-contact.ts';
export { confirmLogin } from './confirmation.sql.ts';
export { ConfirmationCodes } from './confirmation-codes.ts';
export {
  type ContactRow,
  contactReachedBy,
  contactsOf,
  contactsOfNumbers,
  contactsWithNumber,
  findContact,
  isClaim,
  lockNumber,
  stopContacts,
  stopNotifying,
  stoppedAmong,
} from './contacts.sql.ts';
export { viewRawContact } from './contacts.view.ts';
