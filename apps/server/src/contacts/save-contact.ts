/** Adding, changing and deleting contacts (wire 2.9). */
import type { ContactChange, ContactInput } from '@waypost/contract/contacts';
import { limits } from '@waypost/contract/limits';
import { z } from 'zod';
import type { Tx } from '../kernel/db.ts';
import { fault, notFound, translating } from '../kernel/problem.ts';
import { require } from '../kernel/refuse.ts';
import type { Viewer } from '../kernel/viewer.ts';
import { readFeatures, readProviders } from '../settings/settings.public.ts';
import { confirmContactRow, isConfirmedLogin, isSameAddress, leaveHistory } from './confirmation.sql.ts';
import { contactPrivileges } from './contacts.rules.ts';
import {
  type ContactRow,
  deleteContactRow,
  findContact,
  insertContact,
  updateContactRow,
} from './contacts.sql.ts';

const promises = {
  contacts_once: () => fault('contacts', 'contact', 'taken'),
  contacts_user_id_fkey: () => fault('contacts', 'user', 'exists', { value: '' }),
};

/** The address as it is kept. @throws Faults at `/contact` when it is none of that type */
function checked(type: ContactRow['type'], contact: string): string {
  const most = type === 'email' ? limits.email : type === 'phone' ? limits.phone : limits.contact;
  if (contact.length > most) throw fault('contacts', 'contact', 'maxlength', { max: most });
  if (type === 'email' && !z.email().safeParse(contact).success) throw fault('contacts', 'contact', 'email');
  if (type === 'phone' && !/\d/.test(contact)) throw fault('contacts', 'contact', 'invalid');
  return type === 'email' ? contact.toLowerCase() : contact;
}

/** A data source must be offered by the operator and switched on by the deployment. */
async function checkSource(tx: Tx, source: string | null): Promise<void> {
  if (source === null) return;
  const isOffered = (await readFeatures(tx))['data-providers'][source] === true;
  if (!isOffered || (await readProviders(tx))[source] !== true)
    throw fault('contacts', 'data_source', 'exists', { value: source });
}

/** Whose it is to be. Naming somebody else is refused to all but administrators, as any foreign contact is. */
function ownerIn(viewer: Viewer, sent: z.output<typeof ContactChange>, usual: number | null): number | null {
  const owner = sent.user ?? sent.user_id ?? usual;
  require(viewer, contactPrivileges(viewer, { user_id: owner }), 'create', 'contacts');
  return owner;
}

export async function readableContact(tx: Tx, viewer: Viewer, id: number): Promise<ContactRow> {
  const contact = await findContact(tx, id);
  // Who may not read it does not learn whether it exists: administrators alone are told.
  require(viewer, contactPrivileges(viewer, contact ?? { user_id: null }), 'read', 'contacts', id);
  if (!contact) throw notFound('contacts', id);
  return contact;
}

export async function createContact(
  tx: Tx,
  viewer: Viewer,
  input: z.output<typeof ContactInput>,
): Promise<ContactRow> {
  require(viewer, contactPrivileges(viewer, { user_id: viewer.id }), 'create', 'contacts');
  const user_id = ownerIn(viewer, input, viewer.id);
  const contact = checked(input.type, input.contact);
  const data_source = input.data_source ?? null;
  await checkSource(tx, data_source);
  const can_notify = input.can_notify ?? true;
  const added = await translating(promises, () =>
    insertContact(tx, { user_id, type: input.type, contact, data_source, can_notify, updated: null }),
  );
  return confirmIfLogin(tx, added);
}

/** The address that somebody logs in with, and has confirmed, needs no second code. */
async function confirmIfLogin(tx: Tx, contact: ContactRow): Promise<ContactRow> {
  const isKnown =
    contact.type === 'email' &&
    contact.user_id !== null &&
    contact.confirmed === null &&
    (await isConfirmedLogin(tx, contact.user_id, contact.contact));
  return isKnown ? confirmContactRow(tx, contact) : contact;
}

export async function updateContact(
  tx: Tx,
  viewer: Viewer,
  id: number,
  change: z.output<typeof ContactChange>,
): Promise<ContactRow> {
  const before = await readableContact(tx, viewer, id);
  require(viewer, contactPrivileges(viewer, before), 'update', 'contacts', id);
  const user_id = ownerIn(viewer, change, before.user_id);
  const type = change.type ?? before.type;
  const contact = checked(type, change.contact ?? before.contact);
  const data_source = change.data_source === undefined ? before.data_source : change.data_source;
  if (data_source !== before.data_source) await checkSource(tx, data_source);
  const can_notify = change.can_notify ?? before.can_notify;
  // What was written from there stays with the team, and does not follow whoever has the row to another address.
  const isOwned = before.user_id !== null || user_id !== null;
  if (isOwned && (user_id !== before.user_id || !(await isSameAddress(tx, before, type, contact))))
    await leaveHistory(tx, before);
  const changed = await translating(promises, () =>
    updateContactRow(tx, id, { user_id, type, contact, data_source, can_notify }),
  );
  return confirmIfLogin(tx, changed);
}

export async function deleteContact(tx: Tx, viewer: Viewer, id: number): Promise<ContactRow> {
  const contact = await readableContact(tx, viewer, id);
  require(viewer, contactPrivileges(viewer, contact), 'delete', 'contacts', id);
  await deleteContactRow(tx, id);
  return contact;
}
