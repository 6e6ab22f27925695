/** What other domains may use of contacts. */
export { type ContactRow, contactsOf } from './contacts.sql.ts';
export { viewRawContact } from './contacts.view.ts';
