/** What other domains may use of contacts. */
export { type ContactRow, contactReachedBy, contactsOf, findContact, stopNotifying } from './contacts.sql.ts';
export { viewRawContact } from './contacts.view.ts';
