/** Replies to contacts: recipient, author, message type, and changing, cancelling or retrying them (API v3 §2.10). */
import { parseFields } from '@waypost/contract/common/field-errors';
import {
  type MessageChange,
  type MessageInput,
  type MessageType,
  type ReplyState,
  ReplyText,
} from '@waypost/contract/messages/messages';
import { simulatedPhoneSource } from '@waypost/contract/targeted-surveys/targeted-surveys';
import {
  type ContactRow,
  findContact,
  isSenderName,
  isUnconfirmedClaim,
} from '../contacts/contacts.public.ts';
import type { Tx } from '../kernel/db/database.ts';
import { mapConstraintErrors, notFound, ValidationError, validationError } from '../kernel/http/problem.ts';
import { requirePrivilege } from '../kernel/security/require-privilege.ts';
import type { Viewer } from '../kernel/security/viewer.ts';
import { isContactRefused } from '../posts/posts.public.ts';
import { messagePrivileges } from './messages.rules.ts';
import {
  findLatestReceived,
  findMessage,
  insertMessage,
  lockMessage,
  type MessageRow,
  type NewMessage,
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
  await requireConsent(tx, contact.id, parent?.post_id ?? null);
  return contact;
}

/** Why nothing may be written to a contact; undefined if it may. */
function findObstacle(contact: ContactRow): 'name' | 'unconfirmed' | 'stopped' | undefined {
  if (isSenderName(contact)) return 'name';
  if (isUnconfirmedClaim(contact)) return 'unconfirmed';
  return contact.opted_out ? 'stopped' : undefined;
}

const obstacleRules = {
  name: 'senderName',
  unconfirmed: 'contactUnconfirmed',
  stopped: 'contactStopped',
} as const;

/** @throws ValidationError at `/contact_id` for unconfirmed contacts, names without a number, and those that opted out */
function requireCanReceive(contact: ContactRow): void {
  const obstacle = findObstacle(contact);
  if (obstacle) throw validationError('messages', 'contact_id', obstacleRules[obstacle]);
}

/** @throws ValidationError at `/contact_id` when the reporter did not agree that the team writes to them (docs/decisions/0071) */
async function requireConsent(tx: Tx, contactId: number, postId: number | null): Promise<void> {
  if (await isContactRefused(tx, postId === null ? { contactId } : { postId }))
    throw validationError('messages', 'contact_id', 'contactNeedsConsent');
}

/** Whether a reply to a contact can be sent, by the data source of its latest message; undefined if there is no such contact. */
export async function findReplyState(
  tx: Tx,
  contactId: number,
  { outbox, gateways }: MessageTransports,
): Promise<ReplyState | undefined> {
  const contact = await findContact(tx, contactId);
  if (!contact) return undefined;
  const obstacle = findObstacle(contact);
  if (obstacle) return obstacle;
  if (await isContactRefused(tx, { contactId })) return 'declined';
  const latest = await findLatestReceived(tx, contactId);
  const data_source = latest?.data_source ?? contact.data_source;
  const type = latest?.type ?? messageTypeByContactType[contact.type];
  if (data_source === simulatedPhoneSource) return 'possible';
  const canSend =
    type === 'email'
      ? (await outbox.delivery(tx)) === 'sent'
      : await gateways.canSend(tx, {
          type,
          data_source,
          ...(type === 'sms' ? { number: contact.normalized_contact } : {}),
        });
  return canSend ? 'possible' : 'no-source';
}

/** Creates a reply and enqueues it. @throws ValidationError at `/contact_id`, `/parent_id`, `/user_id` */
export async function replyToContact(
  tx: Tx,
  viewer: Viewer,
  input: MessageInput,
  transports: MessageTransports,
): Promise<MessageRow> {
  const parent = await findParentMessage(tx, input.parent ?? input.parent_id ?? null);
  const contact = await resolveRecipient(tx, input.contact ?? input.contact_id ?? null, parent);
  const user_id = input.user ?? input.user_id ?? viewer.id;
  const message: NewMessage = {
    parent_id: parent?.id ?? null,
    contact_id: contact.id,
    post_id: parent?.post_id ?? null,
    user_id,
    data_source: parent?.data_source ?? contact.data_source,
    title: input.title ?? null,
    message: input.message,
    type: parent?.type ?? messageTypeByContactType[contact.type],
    status: 'pending',
    direction: 'outgoing',
  };
  const unknownUser = () => validationError('messages', 'user_id', 'exists', { value: user_id ?? '' });
  const id = await mapConstraintErrors({ messages_user_id_fkey: unknownUser }, () =>
    insertMessage(tx, message),
  );
  await sendMessage(tx, await readAuthorizedMessage(tx, viewer, id), transports);
  return readAuthorizedMessage(tx, viewer, id);
}

/** Whether a message was sent, may have been sent, or is being sent. */
const hasLeft = ({ status, send_started }: MessageRow): boolean =>
  status === 'sent' || status === 'unknown' || (status === 'pending' && send_started !== null);

/**
 * The fields that differ from the stored message. Clients send whole messages back, whose text may be longer than that of a reply.
 * @throws ValidationError at `/message` if the new text is no text of a reply
 */
function findChanges(stored: MessageRow, { status, message }: MessageChange): MessageChange {
  const newStatus = status === undefined || status === stored.status ? {} : { status };
  if (message === undefined || message === stored.message.trim()) return newStatus;
  const { data, errors } = parseFields(ReplyText, { message });
  if (errors) throw new ValidationError('messages', errors);
  return { ...newStatus, ...data };
}

/**
 * Changes the text of a reply that was not sent, cancels it, or retries one that failed. A reply that waits is sent with its new text.
 * @throws ValidationError at `/status` and `/message` if it was sent already, and at `/message` if it is archived
 */
export async function updateReply(
  tx: Tx,
  viewer: Viewer,
  id: number,
  input: MessageChange,
  transports: MessageTransports,
): Promise<MessageRow> {
  // Without the lock, two simultaneous requests would send it twice, or change or cancel it while it is being sent.
  await lockMessage(tx, id);
  const message = await readAuthorizedMessage(tx, viewer, id, 'update');
  const changes = findChanges(message, input);
  const fields = Object.keys(changes);
  if (fields.length === 0) return message;
  const refuse = () =>
    new ValidationError(
      'messages',
      fields.map((field) => ({ field, rule: 'messageHasLeft' })),
    );
  if (hasLeft(message)) throw refuse();
  if (message.status === 'archived' && changes.message !== undefined) throw refuse();
  if (message.outbox_id !== null && !(await transports.outbox.cancel(tx, message.outbox_id))) throw refuse();
  const { status = message.status } = changes;
  const contact = message.contact_id === null ? undefined : await findContact(tx, message.contact_id);
  if (status === 'pending' && contact) {
    requireCanReceive(contact);
    await requireConsent(tx, contact.id, message.post_id);
  }
  const resetDelivery = { attempts: 0, next_attempt: null, send_started: null, fault: null };
  await updateMessageRow(tx, id, { ...changes, status, outbox_id: null, ...resetDelivery });
  const changed = await readAuthorizedMessage(tx, viewer, id);
  if (status === 'pending') await sendMessage(tx, changed, transports);
  return changed;
}
