/** Outgoing messages: mail is sent through the outbox, other types by a data source (API v3 §5.7). */
import { simulatedPhoneSource } from '@waypost/contract/targeted-surveys/targeted-surveys';
import type { Tx } from '../kernel/db/database.ts';
import type { Outbox } from '../mail/mail.public.ts';
import { readMailboxAddress, readSite } from '../settings/settings.public.ts';
import {
  findMessage,
  insertMessage,
  insertMessages,
  type MessageRow,
  type NewMessage,
  updateMessageRow,
} from './messages.sql.ts';

/** Sends messages by data sources. */
export interface MessageGateways {
  /**
   * Enqueues a pending message, which is sent after the commit. It stays pending while no source can send it.
   */
  dispatch: (tx: Tx, message: Pick<MessageRow, 'id' | 'type' | 'data_source'>) => Promise<void>;
  /**
   * Whether a source sends messages of a type now.
   * @param number for text messages: the source must be able to dial it
   */
  canSend: (
    tx: Tx,
    message: Pick<MessageRow, 'type' | 'data_source'> & { number?: string },
  ) => Promise<boolean>;
}

/** The ways by which messages are sent. */
export interface MessageTransports {
  outbox: Outbox;
  gateways: MessageGateways;
}

/** How long delivery of a mail is attempted. */
const mailExpirySeconds = 3 * 86_400;

/** The data source by which replies to mails come in. */
const mailDataSource = 'email';
/** Maximum number of mails in the `References` header. */
const maxReferences = 20;

/** Headers by which mail programs show a mail in its thread (RFC 5322): the previous mails, nearest last. */
async function readThreadHeaders(tx: Tx, { parent_id }: MessageRow): Promise<Record<string, string>> {
  const messageIds: string[] = [];
  let next = parent_id;
  for (let steps = 0; next !== null && steps < maxReferences; steps++) {
    const before: MessageRow | undefined = await findMessage(tx, next);
    const id = before?.data_source_message_id;
    // Mails without a Message-ID are stored with their id in the mailbox, which is no reference.
    if (before?.type === 'email' && id && /^[^<>\s@]+@[^<>\s]+$/.test(id)) messageIds.unshift(`<${id}>`);
    next = before?.parent_id ?? null;
  }
  const latest = messageIds.at(-1);
  return latest ? { 'In-Reply-To': latest, References: messageIds.join(' ') } : {};
}

/** Directs replies to the mailbox that is polled, whatever the sender address is. */
async function readReplyToHeader(tx: Tx): Promise<Record<string, string>> {
  const address = await readMailboxAddress(tx);
  return address ? { 'Reply-To': address } : {};
}

async function readSubject(tx: Tx, { title, parent_id }: MessageRow): Promise<string> {
  if (title) return title;
  const parent = parent_id === null ? undefined : await findMessage(tx, parent_id);
  if (parent?.title) return /^re:/i.test(parent.title) ? parent.title : `Re: ${parent.title}`;
  return (await readSite(tx)).name || 'Waypost';
}

/** Enqueues a pending message, which is sent after the commit. Delivery updates its status. */
export async function sendMessage(
  tx: Tx,
  message: MessageRow,
  { outbox, gateways }: MessageTransports,
): Promise<void> {
  // Messages to simulated phones are not sent anywhere: they count as sent at once.
  if (message.data_source === simulatedPhoneSource)
    return updateMessageRow(tx, message.id, { status: 'sent' });
  if (message.type !== 'email') return gateways.dispatch(tx, message);
  if (message.contact_type !== 'email' || message.address === null) return;
  const id = outbox.newMessageId();
  const headers = {
    'Message-ID': `<${id}>`,
    ...(await readThreadHeaders(tx, message)),
    ...(await readReplyToHeader(tx)),
  };
  const mail = {
    to: message.address,
    subject: await readSubject(tx, message),
    text: message.message,
    headers,
  };
  const outbox_id = await outbox.enqueue(tx, mail, mailExpirySeconds, 'person');
  const source = { data_source: message.data_source ?? mailDataSource, data_source_message_id: id };
  await updateMessageRow(tx, message.id, { outbox_id, ...source });
}

/**
 * Creates and enqueues a message without an author, such as a survey's question.
 * @returns its id
 */
export async function sendNewMessage(
  tx: Tx,
  message: Pick<NewMessage, 'contact_id' | 'post_id' | 'data_source' | 'title' | 'message' | 'type'>,
  transports: MessageTransports,
): Promise<number> {
  const id = await insertMessage(tx, { ...message, status: 'pending', direction: 'outgoing' });
  const storedMessage = await findMessage(tx, id);
  if (storedMessage) await sendMessage(tx, storedMessage, transports);
  return id;
}

/** Rows per insert statement. */
const insertBatchSize = 1000;

/**
 * Creates and enqueues text messages without an author, all by one data source.
 * @returns their ids, in order
 */
export async function sendNewTextMessages(
  tx: Tx,
  texts: readonly Pick<NewMessage, 'contact_id' | 'post_id' | 'title' | 'message'>[],
  data_source: string,
  { gateways }: MessageTransports,
): Promise<number[]> {
  const status = data_source === simulatedPhoneSource ? 'sent' : 'pending';
  const commonFields = { data_source, type: 'sms', status, direction: 'outgoing' } as const;
  const ids: number[] = [];
  for (let offset = 0; offset < texts.length; offset += insertBatchSize)
    ids.push(
      ...(await insertMessages(
        tx,
        texts.slice(offset, offset + insertBatchSize).map((text) => ({ ...text, ...commonFields })),
      )),
    );
  const [id] = ids;
  // Dispatching one message is enough: the source then sends all its pending ones.
  if (id !== undefined && status === 'pending') await gateways.dispatch(tx, { id, type: 'sms', data_source });
  return ids;
}
