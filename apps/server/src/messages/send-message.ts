/** Handing messages over to whatever carries them: e-mail goes through the outbox, other kinds by a data source (wire 5.7). */
import { simulatedSource } from '@waypost/contract/targeted-surveys';
import type { Tx } from '../kernel/db.ts';
import type { Outbox } from '../mail/mail.public.ts';
import { readSite } from '../settings/settings.public.ts';
import {
  findMessage,
  insertMessage,
  type MessageRow,
  type NewMessage,
  updateMessageRow,
} from './messages.sql.ts';

/** Data sources as the way out. */
export interface Gateways {
  /**
   * Starts a pending message on its way, once the transaction is committed; one that no source can carry now stays pending
   * until one can.
   */
  carry: (tx: Tx, message: Pick<MessageRow, 'id' | 'type' | 'data_source'>) => Promise<void>;
}

/** What sending needs of the rest of the server. */
export interface Carriers {
  outbox: Outbox;
  gateways: Gateways;
}

/** Seconds that a mail is tried for. */
const worthSending = 3 * 86_400;

async function subjectOf(tx: Tx, { title, parent_id }: MessageRow): Promise<string> {
  if (title) return title;
  const answered = parent_id === null ? undefined : await findMessage(tx, parent_id);
  if (answered?.title) return /^re:/i.test(answered.title) ? answered.title : `Re: ${answered.title}`;
  return (await readSite(tx)).name || 'Waypost';
}

/** Starts a pending message on its way, once the transaction is committed. Its status follows what becomes of it. */
export async function sendMessage(
  tx: Tx,
  message: MessageRow,
  { outbox, gateways }: Carriers,
): Promise<void> {
  // It never leaves: who looks at the simulated phone has it.
  if (message.data_source === simulatedSource) return updateMessageRow(tx, message.id, { status: 'sent' });
  if (message.type !== 'email') return gateways.carry(tx, message);
  if (message.contact_type !== 'email' || message.address === null) return;
  const mail = { to: message.address, subject: await subjectOf(tx, message), text: message.message };
  const outbox_id = await outbox.put(tx, mail, worthSending);
  await updateMessageRow(tx, message.id, { outbox_id });
}

/**
 * Writes a message of nobody of the team, such as a survey's question, and starts it on its way.
 * @returns its id
 */
export async function writeMessage(
  tx: Tx,
  message: Pick<NewMessage, 'contact_id' | 'post_id' | 'data_source' | 'title' | 'message' | 'type'>,
  carriers: Carriers,
): Promise<number> {
  const id = await insertMessage(tx, { ...message, status: 'pending', direction: 'outgoing' });
  const written = await findMessage(tx, id);
  if (written) await sendMessage(tx, written, carriers);
  return id;
}
