/** Incoming messages: the sender becomes a contact, the message becomes a post under review (API v3 §5.2). */
import { limits } from '@waypost/contract/common/limits';
import { removeInvisible } from '@waypost/contract/common/remove-invisible';
import type { MessageType } from '@waypost/contract/messages/messages';
import type { RawValues } from '@waypost/survey-logic/validate-answers';
import {
  findOrCreateContact,
  findOrCreateContactsByNumbers,
  findTrustedContacts,
} from '../contacts/contacts.public.ts';
import type { Tx } from '../kernel/db/database.ts';
import { validationError } from '../kernel/http/problem.ts';
import { anonymousViewer } from '../kernel/security/viewer.ts';
import { truncateVisibly } from '../kernel/truncate-visibly.ts';
import { createPosts, idOrThrow, type PostDraft } from '../posts/posts.public.ts';
import { readSurvey } from '../surveys/surveys.public.ts';
import {
  findReceivedMessage,
  insertReceivedMessage,
  insertReceivedMessages,
  linkMessagesToPosts,
  type MessageRow,
  type NewMessage,
} from './messages.sql.ts';

/** A message from a data source. */
export interface IncomingMessage {
  type: Exclude<MessageType, 'ivr'>;
  /** Number, address or name of the sender. */
  from: string;
  message: string;
  title?: string | null;
  /** When it was sent; default: now. */
  datetime?: Date;
  data_source?: string | null;
  /** Its id at the data source; with it, a message delivered twice is stored once. */
  data_source_message_id?: string | null;
  /** What tells it apart from other messages of the data source, if its id there does not; default: that id. */
  received_key?: string | null;
  /** The message that it replies to: it joins the thread and post of that message. */
  parentMessage?: Pick<MessageRow, 'id' | 'post_id'> | undefined;
  /** Whether it certainly came from its data source (docs/decisions/0104); default: true. */
  isAuthenticated?: boolean;
  /** Further data to store, such as the location reported by the source. */
  additional_data?: Record<string, unknown> | null;
}

/** The result of storing a message. */
export interface StoredMessage {
  messageId: number;
  contactId: number | null;
  /** Null if there is no post yet, or it was deleted. */
  postId: number | null;
  /** False if the message was stored before. */
  isNew: boolean;
}

/** Fields of the post that differ from the message. */
export interface MessagePostInput {
  /** Id of the post's survey. */
  survey?: number | null;
  title?: string | null;
  content?: string;
  values?: RawValues;
}

/** Ids of a received message, its contact and its post. */
export interface ReceivedMessage {
  messageId: number;
  contactId: number | null;
  /** Null if it was deleted. */
  postId: number | null;
}

/** What a message is recognised by when it is delivered again; null: it is not. */
export const receivedKeyOf = ({
  received_key,
  data_source_message_id = null,
}: Pick<IncomingMessage, 'received_key' | 'data_source_message_id'>): string | null =>
  received_key ?? data_source_message_id;

const contactTypeFor = { sms: 'phone', email: 'email', twitter: 'twitter' } as const;

const truncate = (text: string, maxLength: number) => Array.from(text).slice(0, maxLength).join('');
const toTitle = (text: string | null | undefined) =>
  truncate(removeInvisible(text ?? '').trim(), limits.title.max) || null;

/** The title of a post. A shorter one than posts may have is left out: the post could not be saved with it. */
function toPostTitle(text: string | null): string | null {
  const title = toTitle(text);
  return Array.from(title ?? '').length < limits.title.min ? null : title;
}

/** @throws ValidationError at `/message`, `/from` */
function parseTextAndSender(incoming: IncomingMessage): { text: string; from: string } {
  const text = incoming.message.trim();
  if (text === '') throw validationError('messages', 'message', 'required');
  const from = incoming.from.trim();
  if (from === '') throw validationError('messages', 'from', 'required');
  // What is left of a sender that is cut can be another one: data sources shorten them (`normalizeMessage`).
  if (Array.from(from).length > limits.contact)
    throw validationError('messages', 'from', 'maxlength', { max: limits.contact });
  return { text, from };
}

function toMessageRow(incoming: IncomingMessage, message: string, contact_id: number): NewMessage {
  const {
    type,
    data_source = null,
    data_source_message_id = null,
    parentMessage,
    additional_data,
  } = incoming;
  return {
    contact_id,
    parent_id: parentMessage?.id ?? null,
    post_id: parentMessage?.post_id ?? null,
    data_source,
    data_source_message_id,
    received_key: receivedKeyOf(incoming),
    title: toTitle(incoming.title),
    message,
    datetime: incoming.datetime ?? new Date(),
    type,
    status: 'received',
    direction: 'incoming',
    additional_data: additional_data ? JSON.stringify(additional_data) : null,
  };
}

/**
 * Stores text messages and their contacts in one batch. The caller creates the posts.
 * @returns the new ones; messages that were stored before are left out
 * @throws ValidationError at `/message`, `/from`; then none is stored
 */
export async function storeTextMessages<M extends IncomingMessage>(
  tx: Tx,
  texts: readonly M[],
): Promise<{ incoming: M; stored: StoredMessage }[]> {
  const parsedTexts = texts.map(parseTextAndSender);
  const contacts = await findOrCreateContactsByNumbers(
    tx,
    parsedTexts.map((parsed) => parsed.from),
    texts.map((incoming) => incoming.data_source ?? null),
  );
  const rows = texts.map((incoming, index) =>
    toMessageRow(incoming, parsedTexts[index]?.text ?? '', contacts[index]?.id ?? 0),
  );
  const ids = await insertReceivedMessages(tx, rows);
  return texts.flatMap((incoming, index) => {
    const messageId = ids[index];
    if (messageId === undefined) return [];
    const contactId = contacts[index]?.id ?? null;
    return [{ incoming, stored: { messageId, contactId, postId: null, isNew: true } }];
  });
}

/**
 * Stores a message and its contact. The caller creates the post.
 * @throws ValidationError at `/message`, `/from`
 */
export async function storeMessage(tx: Tx, incoming: IncomingMessage): Promise<StoredMessage> {
  const { type, data_source = null, parentMessage } = incoming;
  const { text, from } = parseTextAndSender(incoming);
  const contact = await findOrCreateContact(tx, contactTypeFor[type], from, data_source);
  const messageId = await insertReceivedMessage(tx, toMessageRow(incoming, text, contact.id));
  if (messageId !== undefined)
    return { messageId, contactId: contact.id, postId: parentMessage?.post_id ?? null, isNew: true };
  const before = await findReceivedMessage(tx, data_source, receivedKeyOf(incoming));
  return {
    messageId: before?.id ?? 0,
    contactId: before?.contact_id ?? null,
    postId: before?.post_id ?? null,
    isNew: false,
  };
}

/** A stored message and the post to create from it. */
export interface PendingPost {
  stored: StoredMessage;
  incoming: IncomingMessage;
  post: MessagePostInput;
}

/** The post has no author, starts with the text of the message, which keeps the rest, and is under review until the team decides (API v3 §5.2). */
function toDraft({ stored, incoming, post }: PendingPost): PostDraft {
  const { survey = null, title = incoming.title ?? null, content = incoming.message, values = {} } = post;
  const input = {
    form: survey,
    status: 'draft' as const,
    title: toPostTitle(title),
    content: truncateVisibly(content.trim(), limits.longText),
    post_date: incoming.datetime ?? new Date(),
    values,
  };
  const from = {
    source: incoming.type,
    message_id: stored.messageId,
    contact_id: stored.contactId,
    data_source_message_id: incoming.data_source_message_id ?? null,
  };
  return { origin: 'message', viewer: anonymousViewer, input, from };
}

/**
 * Whether a message is published at once: its sender is trusted and cannot be anybody else, and it has a survey, which a published post
 * needs.
 */
const isPublishedAtOnce = ({ stored, incoming, post }: PendingPost, trusted: ReadonlySet<number>): boolean =>
  incoming.isAuthenticated !== false &&
  stored.contactId !== null &&
  trusted.has(stored.contactId) &&
  (post.survey ?? null) !== null;

/**
 * Creates the posts of messages. Those of trusted senders are published, unless that is refused, for example because the survey
 * has a required task: then they are under review like the others.
 */
async function createMessagePosts(tx: Tx, pendingPosts: readonly PendingPost[]): Promise<number[]> {
  const contactIds = pendingPosts.flatMap(({ stored }) => stored.contactId ?? []);
  const trusted = await findTrustedContacts(tx, contactIds);
  const drafts = pendingPosts.map((pending): PostDraft => {
    const draft = toDraft(pending);
    return isPublishedAtOnce(pending, trusted)
      ? { ...draft, input: { ...draft.input, status: 'published' } }
      : draft;
  });
  const results = await createPosts(tx, drafts);
  const refused = pendingPosts.filter((pending, index) => {
    const result = results[index];
    return result !== undefined && 'error' in result && isPublishedAtOnce(pending, trusted);
  });
  const again = (await createPosts(tx, refused.map(toDraft))).values();
  return results.map((result, index) => {
    const pending = pendingPosts[index];
    return idOrThrow(pending && refused.includes(pending) ? (again.next().value ?? result) : result);
  });
}

/** Creates posts from messages. @returns their ids, in order */
export async function createPendingPosts(tx: Tx, pendingPosts: readonly PendingPost[]): Promise<number[]> {
  const ids = await createMessagePosts(tx, pendingPosts);
  await linkMessagesToPosts(
    tx,
    pendingPosts.map(({ stored }, index) => ({ message: stored.messageId, post: ids[index] ?? 0 })),
  );
  return ids;
}

/**
 * Stores a message with its contact and post.
 * @returns the ids; if it was delivered before, those of the first delivery
 * @throws ValidationError at `/message`, `/from`, `/form`
 */
export async function receiveMessage(
  tx: Tx,
  { survey = null, ...incoming }: IncomingMessage & { survey?: number | null },
): Promise<ReceivedMessage> {
  if (survey !== null && !(await readSurvey(tx, survey)))
    throw validationError('messages', 'form', 'exists', { value: survey });
  const stored = await storeMessage(tx, incoming);
  const { messageId, contactId } = stored;
  if (!stored.isNew) return { messageId, contactId, postId: stored.postId };
  const [postId = null] = await createPendingPosts(tx, [{ stored, incoming, post: { survey } }]);
  return { messageId, contactId, postId };
}
