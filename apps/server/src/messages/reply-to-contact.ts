/** Replies to contacts: recipient, message type, and cancelling or retrying (API v3 §2.10). */
import type { MessageChange, MessageInput, MessageType } from '@waypost/contract/messages/messages';
import type { z } from 'zod';
import {
  type ContactRow,
  findContact,
  isSenderName,
  isUnconfirmedClaim,
} from '../contacts/contacts.public.ts';
import type { Tx } from '../kernel/db/database.ts';
import { notFound, validationError } from '../kernel/http/problem.ts';
import { requirePrivilege } from '../kernel/security/require-privilege.ts';
import type { Viewer } from '../kernel/security/viewer.ts';
import { messagePrivileges } from './messages.rules.ts';
import {
  findMessage,
  insertMessage,
  lockMessage,
  type MessageRow,
  updateMessageRow,
} from './messages.sql.ts';
import { type MessageTransports, sendMessage } from './send-message.ts';

const messageTypeByContactType: Record<ContactRow['type'], MessageType> = {
  phone: 'sms',
  email: 'email',
  twitter: 'twitter',
};

/** Reads a message that the viewer may access. @throws Problem 404; 401 or 403 */
export async function readAuthorizedMessage(
  tx: Tx,
  viewer: Viewer,
  id: number,
  privilege: 'read' | 'update' = 'read',
): Promise<MessageRow> {
  const message = await findMessage(tx, id);
  if (!message) throw notFound('messages', id);
  requirePrivilege(viewer, messagePrivileges(viewer, message), privilege, 'messages', id);
  return message;
}

async function findParentMessage(tx: Tx, id: number | null): Promise<MessageRow | undefined> {
  const parent = id === null ? undefined : await findMessage(tx, id);
  if (id !== null && !parent) throw validationError('messages', 'parent_id', 'exists', { value: id });
  return parent;
}

/** The recipient: the given contact, or that of the parent message. @throws ValidationError at `/contact_id` */
async function resolveRecipient(
  tx: Tx,
  contactId: number | null,
  parent: MessageRow | undefined,
): Promise<ContactRow> {
  const id = contactId ?? parent?.contact_id ?? null;
  if (id === null) throw validationError('messages', 'contact_id', 'required');
  if (parent && parent.contact_id !== null && parent.contact_id !== id)
    throw validationError('messages', 'contact_id', 'invalid');
  const contact = await findContact(tx, id);
  if (!contact) throw validationError('messages', 'contact_id', 'exists', { value: id });
  requireCanReceive(contact);
  return contact;
}

/** @throws ValidationError at `/contact_id` for unconfirmed contacts, names without a number, and those that opted out */
function requireCanReceive(contact: ContactRow): void {
  if (isSenderName(contact)) throw validationError('messages', 'contact_id', 'senderName');
  if (isUnconfirmedClaim(contact)) throw validationError('messages', 'contact_id', 'contactUnconfirmed');
  if (contact.opted_out) throw validationError('messages', 'contact_id', 'contactStopped');
}

/** Creates a reply and enqueues it. @throws ValidationError at `/contact_id`, `/parent_id` */
export async function replyToContact(
  tx: Tx,
  viewer: Viewer,
  input: MessageInput,
  transports: MessageTransports,
): Promise<MessageRow> {
  const parent = await findParentMessage(tx, input.parent ?? input.parent_id ?? null);
  const contact = await resolveRecipient(tx, input.contact ?? input.contact_id ?? null, parent);
  const id = await insertMessage(tx, {
    parent_id: parent?.id ?? null,
    contact_id: contact.id,
    post_id: parent?.post_id ?? null,
    user_id: viewer.id,
    data_source: parent?.data_source ?? contact.data_source,
    title: input.title ?? null,
    message: input.message,
    type: parent?.type ?? messageTypeByContactType[contact.type],
    status: 'pending',
    direction: 'outgoing',
  });
  await sendMessage(tx, await readAuthorizedMessage(tx, viewer, id), transports);
  return readAuthorizedMessage(tx, viewer, id);
}

/**
 * Cancels a reply that was not sent, or retries one that failed.
 * @throws ValidationError at `/status` if it was sent already
 */
export async function updateReply(
  tx: Tx,
  viewer: Viewer,
  id: number,
  input: z.output<typeof MessageChange>,
  transports: MessageTransports,
): Promise<MessageRow> {
  // Without the lock, two simultaneous requests would send it twice, or cancel it while it is being sent.
  await lockMessage(tx, id);
  const message = await readAuthorizedMessage(tx, viewer, id, 'update');
  const { status } = input;
  if (status === undefined || status === message.status) return message;
  const isBeingSent = message.status === 'pending' && message.send_started !== null;
  if (message.status === 'sent' || message.status === 'unknown' || isBeingSent)
    throw validationError('messages', 'status', 'messageHasLeft');
  if (message.outbox_id !== null && !(await transports.outbox.cancel(tx, message.outbox_id)))
    throw validationError('messages', 'status', 'messageHasLeft');
  const contact = message.contact_id === null ? undefined : await findContact(tx, message.contact_id);
  if (status === 'pending' && contact) requireCanReceive(contact);
  const resetDelivery = { attempts: 0, next_attempt: null, send_started: null, fault: null };
  await updateMessageRow(tx, id, { status, outbox_id: null, ...resetDelivery });
  const changed = await readAuthorizedMessage(tx, viewer, id);
  if (status === 'pending') await sendMessage(tx, changed, transports);
  return changed;
}
