/** What other domains may use of contacts. */
export {
  type ContactRow,
  contactReachedBy,
  contactsOf,
  contactsOfNumbers,
  contactsWithNumber,
  findContact,
  lockNumber,
  stopContacts,
  stopNotifying,
  stoppedAmong,
} from './contacts.sql.ts';
export { viewRawContact } from './contacts.view.ts';
