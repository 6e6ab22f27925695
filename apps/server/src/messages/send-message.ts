/** Handing messages over to whatever carries them: e-mail goes through the outbox, other kinds by a data source (API v3 §5.7). */
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

/** Data sources as the way out. */
export interface MessageGateways {
  /**
   * Starts a pending message on its way, once the transaction is committed; one that no source can carry now stays pending
   * until one can.
   */
  dispatch: (tx: Tx, message: Pick<MessageRow, 'id' | 'type' | 'data_source'>) => Promise<void>;
}

/** What sending needs of the rest of the server. */
export interface MessageTransports {
  outbox: Outbox;
  gateways: MessageGateways;
}

/** Seconds that a mail is tried for. */
const mailExpirySeconds = 3 * 86_400;

/** The data source that answers to mail come in by. */
const mailDataSource = 'email';
/** Mails of a thread that are named, as mail programs do. */
const maxReferences = 20;

/** What it answers, so that mail programs show it in the same thread: the mails before it, the nearest last (RFC 5322). */
async function readThreadHeaders(tx: Tx, { parent_id }: MessageRow): Promise<Record<string, string>> {
  const messageIds: string[] = [];
  let next = parent_id;
  for (let steps = 0; next !== null && steps < maxReferences; steps++) {
    const before: MessageRow | undefined = await findMessage(tx, next);
    const id = before?.data_source_message_id;
    // Mails without an id of their own are known by their place in the mailbox.
    if (before?.type === 'email' && id && /^[^<>\s]+@[^<>\s]+$/.test(id)) messageIds.unshift(`<${id}>`);
    next = before?.parent_id ?? null;
  }
  const latest = messageIds.at(-1);
  return latest ? { 'In-Reply-To': latest, References: messageIds.join(' ') } : {};
}

/** Answers come back to the mailbox that is read, whatever the sender is called. */
async function readReplyToHeader(tx: Tx): Promise<Record<string, string>> {
  const address = await readMailboxAddress(tx);
  return address ? { 'Reply-To': address } : {};
}

async function readSubject(tx: Tx, { title, parent_id }: MessageRow): Promise<string> {
  if (title) return title;
  const answered = parent_id === null ? undefined : await findMessage(tx, parent_id);
  if (answered?.title) return /^re:/i.test(answered.title) ? answered.title : `Re: ${answered.title}`;
  return (await readSite(tx)).name || 'Waypost';
}

/** Starts a pending message on its way, once the transaction is committed. Its status follows what becomes of it. */
export async function sendMessage(
  tx: Tx,
  message: MessageRow,
  { outbox, gateways }: MessageTransports,
): Promise<void> {
  // It never leaves: who looks at the simulated phone has it.
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
 * Writes a message of nobody of the team, such as a survey's question, and starts it on its way.
 * @returns its id
 */
export async function sendNewMessage(
  tx: Tx,
  message: Pick<NewMessage, 'contact_id' | 'post_id' | 'data_source' | 'title' | 'message' | 'type'>,
  transports: MessageTransports,
): Promise<number> {
  const id = await insertMessage(tx, { ...message, status: 'pending', direction: 'outgoing' });
  const written = await findMessage(tx, id);
  if (written) await sendMessage(tx, written, transports);
  return id;
}

/** Messages in one statement. */
const insertBatchSize = 1000;

/**
 * Writes text messages of nobody of the team, all by one data source, and starts them on their way together.
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
        texts.slice(offset, offset + insertBatchSize).map((it) => ({ ...it, ...commonFields })),
      )),
    );
  const [id] = ids;
  // A source that is started on one of them sends all that wait for it.
  if (id !== undefined && status === 'pending') await gateways.dispatch(tx, { id, type: 'sms', data_source });
  return ids;
}
