/** Creates, updates and deletes contacts (API v3 §2.9). */

import { limits } from '@waypost/contract/common/limits';
import { type ContactChange, type ContactInput, PhoneNumber } from '@waypost/contract/contacts/contacts';
import { z } from 'zod';
import type { Tx } from '../kernel/db/database.ts';
import { mapConstraintErrors, notFound, validationError } from '../kernel/http/problem.ts';
import { countRowsOfAccount, requireBelowAccountLimit } from '../kernel/limits/account-limit.ts';
import { requirePrivilege } from '../kernel/security/require-privilege.ts';
import type { Viewer } from '../kernel/security/viewer.ts';
import { readEnabledProviders, readFeatures } from '../settings/settings.public.ts';
import { completePhoneNumber } from './complete-phone-numbers.ts';
import {
  detachHistory,
  isConfirmedLoginEmail,
  isSameAddress,
  lockContact,
  markContactConfirmed,
} from './contact-confirmation.sql.ts';
import { contactPrivileges } from './contacts.rules.ts';
import {
  type ContactRow,
  deleteContactRow,
  findContact,
  findContactOfUser,
  insertContact,
  updateContactRow,
} from './contacts.sql.ts';

const constraintFaults = {
  contacts_unique: () => validationError('contacts', 'contact', 'taken'),
  contacts_user_id_fkey: () => validationError('contacts', 'user', 'exists', { value: '' }),
};

/** A number in the form that is compared and dialled. @throws ValidationError 422 at `/contact` */
function validatePhoneNumber(typed: string): string {
  const { data, error } = PhoneNumber.safeParse(typed);
  if (data !== undefined) return data;
  throw error?.issues.some((issue) => issue.code === 'too_big')
    ? validationError('contacts', 'contact', 'maxlength', { max: limits.phone })
    : validationError('contacts', 'contact', 'invalid');
}

/** The address as it is stored. @throws ValidationError at `/contact` when it does not fit the type */
async function validateAddress(tx: Tx, type: ContactRow['type'], contact: string): Promise<string> {
  if (type === 'phone') return completePhoneNumber(tx, validatePhoneNumber(contact));
  const maxLength = type === 'email' ? limits.email : limits.contact;
  if (contact.length > maxLength)
    throw validationError('contacts', 'contact', 'maxlength', { max: maxLength });
  if (type === 'email' && !z.email().safeParse(contact).success)
    throw validationError('contacts', 'contact', 'email');
  return type === 'email' ? contact.toLowerCase() : contact;
}

/** @throws ValidationError at `/data_source` unless the operator offers it and the deployment has switched it on */
async function requireDataSourceAvailable(tx: Tx, source: string | null): Promise<void> {
  if (source === null) return;
  const isOffered = (await readFeatures(tx))['data-providers'][source] === true;
  if (!isOffered || (await readEnabledProviders(tx))[source] !== true)
    throw validationError('contacts', 'data_source', 'exists', { value: source });
}

/** The owner's id. @throws Problem 403 when somebody other than an administrator names another user */
function resolveOwner(
  viewer: Viewer,
  input: z.output<typeof ContactChange>,
  currentOwnerId: number | null,
): number | null {
  const ownerId = input.user ?? input.user_id ?? currentOwnerId;
  requirePrivilege(viewer, contactPrivileges(viewer, { user_id: ownerId }), 'create', 'contacts');
  return ownerId;
}

/** A contact that the viewer may read. @throws Problem 401, 403; 404 when it does not exist, for administrators only */
export async function readAuthorizedContact(tx: Tx, viewer: Viewer, id: number): Promise<ContactRow> {
  const contact = await findContact(tx, id);
  // Only administrators learn whether a contact of somebody else exists.
  requirePrivilege(viewer, contactPrivileges(viewer, contact ?? { user_id: null }), 'read', 'contacts', id);
  if (!contact) throw notFound('contacts', id);
  return contact;
}

/** @throws ValidationError at `/contact` when the account has the maximum */
const requireContactsBelowLimit = (tx: Tx, ownerId: number | null): Promise<void> =>
  requireBelowAccountLimit(
    tx,
    ownerId,
    { resource: 'contacts', field: 'contact', max: limits.contactsPerAccount },
    (id) => countRowsOfAccount(tx, 'contacts', id),
  );

/** Creates a contact of the viewer, or, for administrators, of another user. */
export async function createContact(
  tx: Tx,
  viewer: Viewer,
  input: z.output<typeof ContactInput>,
): Promise<ContactRow> {
  requirePrivilege(viewer, contactPrivileges(viewer, { user_id: viewer.id }), 'create', 'contacts');
  const user_id = resolveOwner(viewer, input, viewer.id);
  const contact = await validateAddress(tx, input.type, input.contact);
  const data_source = input.data_source ?? null;
  await requireDataSourceAvailable(tx, data_source);
  const can_notify = input.can_notify ?? true;
  const own = await findContactOfUser(tx, user_id, { type: input.type, contact });
  if (own) return confirmIfLoginEmail(tx, own);
  await requireContactsBelowLimit(tx, user_id);
  const added = await mapConstraintErrors(constraintFaults, () =>
    insertContact(tx, { user_id, type: input.type, contact, data_source, can_notify, updated: null }),
  );
  return confirmIfLoginEmail(tx, added);
}

/** The confirmed login e-mail address of the owner needs no second code. */
async function confirmIfLoginEmail(tx: Tx, contact: ContactRow): Promise<ContactRow> {
  const isLoginEmail =
    contact.type === 'email' &&
    contact.user_id !== null &&
    contact.confirmed === null &&
    (await isConfirmedLoginEmail(tx, contact.user_id, contact.contact));
  return isLoginEmail ? markContactConfirmed(tx, contact) : contact;
}

/** Updates a contact. Its confirmation is kept only while owner and address stay the same. */
export async function updateContact(
  tx: Tx,
  viewer: Viewer,
  id: number,
  change: z.output<typeof ContactChange>,
): Promise<ContactRow> {
  await lockContact(tx, id);
  const before = await readAuthorizedContact(tx, viewer, id);
  requirePrivilege(viewer, contactPrivileges(viewer, before), 'update', 'contacts', id);
  const user_id = resolveOwner(viewer, change, before.user_id);
  const type = change.type ?? before.type;
  // What is sent back as it is stays, in whatever form a gateway or an earlier version stored it.
  const isAddressKept = [undefined, before.contact].includes(change.contact) && type === before.type;
  const contact =
    isAddressKept && user_id === before.user_id
      ? before.contact
      : await validateAddress(tx, type, change.contact ?? before.contact);
  const data_source = change.data_source === undefined ? before.data_source : change.data_source;
  if (data_source !== before.data_source) await requireDataSourceAvailable(tx, data_source);
  const can_notify = change.can_notify ?? before.can_notify;
  // The history stays with the address and does not move with the contact to another one.
  const isOwned = before.user_id !== null || user_id !== null;
  if (isOwned && (user_id !== before.user_id || !(await isSameAddress(tx, before, type, contact))))
    await detachHistory(tx, before);
  if (user_id !== before.user_id) await requireContactsBelowLimit(tx, user_id);
  const changed = await mapConstraintErrors(constraintFaults, () =>
    updateContactRow(tx, id, { user_id, type, contact, data_source, can_notify }),
  );
  return confirmIfLoginEmail(tx, changed);
}

/** Deletes a contact; see `deleteContactRow` for what is kept. */
export async function deleteContact(tx: Tx, viewer: Viewer, id: number): Promise<ContactRow> {
  await lockContact(tx, id);
  const contact = await readAuthorizedContact(tx, viewer, id);
  requirePrivilege(viewer, contactPrivileges(viewer, contact), 'delete', 'contacts', id);
  await deleteContactRow(tx, id);
  return contact;
}
