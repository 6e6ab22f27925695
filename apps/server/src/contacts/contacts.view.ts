/** API format of contacts. */
import type { Contact } from '@waypost/contract/contacts/contacts';
import type { UserContact } from '@waypost/contract/users/users';
import { toApiDate, toApiDateOrNull, type UrlBuilder } from '../kernel/http/api-format.ts';
import type { Viewer } from '../kernel/security/viewer.ts';
import { contactPrivileges } from './contacts.rules.ts';
import type { ContactRow } from './contacts.sql.ts';

/** A contact. Counts those of others, for the audit log. */
export function viewContact(viewer: Viewer, urls: UrlBuilder, row: ContactRow): Contact {
  if (row.user_id === null || row.user_id !== viewer.id) viewer.personalDataReads += 1;
  return {
    id: row.id,
    url: urls.entity('contacts', row.id),
    ...urls.ownerField('user', 'users', row.user_id),
    data_source: row.data_source,
    type: row.type,
    contact: row.contact,
    created: toApiDate(row.created),
    updated: toApiDateOrNull(row.updated),
    can_notify: row.can_notify,
    country_code: null,
    confirmed: row.confirmed !== null,
    allowed_privileges: contactPrivileges(viewer, row),
  };
}

const toEpochSeconds = (date: Date) => String(Math.floor(date.getTime() / 1000));

/** A contact inside a user: all members are strings (API v3 §2.6). */
export const viewContactOfUser = (row: ContactRow): UserContact => ({
  id: String(row.id),
  user_id: String(row.user_id),
  data_source: row.data_source,
  type: row.type,
  contact: row.contact,
  created: toEpochSeconds(row.created),
  updated: row.updated && toEpochSeconds(row.updated),
  can_notify: row.can_notify ? '1' : '0',
});
