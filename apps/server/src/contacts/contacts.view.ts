/** Contacts as they leave the server. */
import type { Contact } from '@waypost/contract/contacts';
import type { ContactRow as RawContact } from '@waypost/contract/users';
import type { Viewer } from '../kernel/viewer.ts';
import { type Addresses, wireDate, wireDateOrNull } from '../kernel/wire.ts';
import { contactPrivileges } from './contacts.rules.ts';
import type { ContactRow } from './contacts.sql.ts';

export const viewContact = (viewer: Viewer, addresses: Addresses, row: ContactRow): Contact => ({
  id: row.id,
  url: addresses.entity('contacts', row.id),
  ...addresses.ownerKey('user', 'users', row.user_id),
  data_source: row.data_source,
  type: row.type,
  contact: row.contact,
  created: wireDate(row.created),
  updated: wireDateOrNull(row.updated),
  can_notify: row.can_notify,
  country_code: null,
  confirmed: row.confirmed !== null,
  allowed_privileges: contactPrivileges(viewer, row),
});

const epoch = (date: Date) => String(Math.floor(date.getTime() / 1000));

/** A contact as it stands inside a user: every member a string (wire 2.6). */
export const viewRawContact = (row: ContactRow): RawContact => ({
  id: String(row.id),
  user_id: String(row.user_id),
  data_source: row.data_source,
  type: row.type,
  contact: row.contact,
  created: epoch(row.created),
  updated: row.updated && epoch(row.updated),
  can_notify: row.can_notify ? '1' : '0',
});
