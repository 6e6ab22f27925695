/** A message that a data source brings: who sent it becomes a contact, what it says a post under review (wire 5.2). */
import { limits } from '@waypost/contract/limits';
import type { MessageType } from '@waypost/contract/messages';
import { contactReachedBy } from '../contacts/contacts.public.ts';
import type { Tx } from '../kernel/db.ts';
import { fault } from '../kernel/problem.ts';
import { createPostFromMessage } from '../posts/posts.public.ts';
import { readSurvey } from '../surveys/surveys.public.ts';
import { findReceived, insertReceived, updateMessageRow } from './messages.sql.ts';

export interface IncomingMessage {
  type: Exclude<MessageType, 'ivr'>;
  /** Number, address or name of the sender. */
  from: string;
  message: string;
  title?: string | null;
  /** When it was sent; now unless said. */
  datetime?: Date;
  data_source?: string | null;
  /** As the data source counts it; with it, a message delivered twice is stored once. */
  data_source_message_id?: string | null;
  /** The survey that its post is put in. */
  survey?: number | null;
}

export interface Received {
  messageId: number;
  contactId: number | null;
  /** Null when somebody has deleted it since. */
  postId: number | null;
}

const contactTypeFor = { sms: 'phone', email: 'email', twitter: 'twitter' } as const;

const shortened = (text: string, most: number) => Array.from(text).slice(0, most).join('');

/**
 * Stores a message with its contact and post.
 * @returns the ids; of the first time when it was delivered before
 * @throws Faults at `/message`, `/from`, `/form`
 */
export async function receiveMessage(tx: Tx, incoming: IncomingMessage): Promise<Received> {
  const { type, data_source = null, data_source_message_id = null, survey = null } = incoming;
  const text = incoming.message.trim();
  if (text === '') throw fault('messages', 'message', 'required');
  const from = shortened(incoming.from.trim(), limits.contact);
  if (from === '') throw fault('messages', 'from', 'required');
  if (survey !== null && !(await readSurvey(tx, survey)))
    throw fault('messages', 'form', 'exists', { value: survey });
  const contact = await contactReachedBy(tx, contactTypeFor[type], from, data_source);
  const title = incoming.title?.trim() ? shortened(incoming.title.trim(), limits.title.max) : null;
  const datetime = incoming.datetime ?? new Date();
  const messageId = await insertReceived(tx, {
    contact_id: contact.id,
    data_source,
    data_source_message_id,
    title,
    message: text,
    datetime,
    type,
    status: 'received',
    direction: 'incoming',
  });
  if (messageId === undefined) {
    const before = await findReceived(tx, data_source, data_source_message_id);
    return {
      messageId: before?.id ?? 0,
      contactId: before?.contact_id ?? null,
      postId: before?.post_id ?? null,
    };
  }
  const postId = await createPostFromMessage(tx, {
    survey_id: survey,
    source: type,
    title,
    content: text,
    post_date: datetime,
    message_id: messageId,
    contact_id: contact.id,
    data_source_message_id,
  });
  await updateMessageRow(tx, messageId, { post_id: postId });
  return { messageId, contactId: contact.id, postId };
}
