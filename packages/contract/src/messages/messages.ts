/**
 * Messages that people sent in, and the replies of the team (API v3 §2.10 and §5.2; ruling 16: both require Manage
 * Posts).
 */
import { z } from 'zod';
import { defineEndpoint } from '../common/endpoint.ts';
import { ruleError } from '../common/field-errors.ts';
import { limits } from '../common/limits.ts';
import { listQuery, listResponse } from '../common/list-envelope.ts';
import { Privileges } from '../common/permissions.ts';
import { ApiDate, Id, IdOut, OptionalText, Relation, RelationIn, TrimmedText } from '../common/scalars.ts';
import { ContactType } from '../contacts/contacts.ts';
import { Post } from '../posts/posts.ts';
import { WithheldReporter } from '../posts/withheld-reporter.ts';

export const messageTypes = ['sms', 'ivr', 'email', 'twitter'] as const;
export const MessageType = z.enum(messageTypes);
export type MessageType = z.infer<typeof MessageType>;

export const messageDirections = ['incoming', 'outgoing'] as const;
export const MessageDirection = z.enum(messageDirections);

export const messageStatuses = [
  'pending',
  'received',
  'expired',
  'cancelled',
  'failed',
  'unknown',
  'sent',
  'archived',
] as const;
export const MessageStatus = z.enum(messageStatuses);
export type MessageStatus = z.infer<typeof MessageStatus>;

/** `2019-11-30 09:15:00.000000` with its zone, always UTC (API v3 §1.8). */
const MessageDateTime = z.object({
  date: z.string(),
  timezone_type: z.literal(3),
  timezone: z.literal('UTC'),
});

/** A message as the API returns it. */
export const Message = z.object({
  id: IdOut,
  url: z.string(),
  parent_id: z.null().optional(),
  parent: Relation.optional(),
  contact_id: IdOut.nullable(),
  post_id: IdOut.nullable(),
  user_id: z.null().optional(),
  /** The author of a reply. `realname` is an extension. */
  user: Relation.extend({ realname: z.string().nullable().optional() }).optional(),
  data_source: z.string().nullable(),
  data_source_message_id: z.string().nullable(),
  title: z.string().nullable(),
  message: z.string(),
  datetime: MessageDateTime.nullable(),
  type: MessageType,
  /** Outgoing messages are `pending` until they are handed to the data source, then `sent` or `failed`. */
  status: MessageStatus,
  direction: MessageDirection,
  created: ApiDate,
  additional_data: z.record(z.string(), z.unknown()).nullable(),
  notification_post_id: IdOut.nullable(),
  /** The address or number of the contact. Null on other servers, and where it is withheld. */
  contact: z.string().nullable(),
  /** Extension: stands for the contact where its address or number is withheld. */
  reporter: WithheldReporter.optional(),
  allowed_privileges: Privileges,
});
export type Message = z.infer<typeof Message>;

/** Ids of pictures that came with a message and that no field of its post shows. */
export function findMessagePictureIds({
  additional_data: additionalData,
}: Pick<Message, 'additional_data'>): number[] {
  const media: unknown = additionalData?.['media'];
  return Array.isArray(media) ? media.filter((id) => typeof id === 'number') : [];
}

/** Whether quoted mails or a signature were left out of the text of a message. */
export const hasQuotedText = ({ additional_data }: Pick<Message, 'additional_data'>): boolean =>
  additional_data?.['has_quoted_text'] === true;

/** The text of a reply, in a request. */
export const ReplyText = z.object({
  message: TrimmedText.pipe(z.string().min(limits.reply.min).max(limits.reply.max)),
});

/** A reply. The recipient is given by the contact, or by the message that it replies to. */
export const MessageInput = ReplyText.extend({
  direction: z.literal('outgoing').optional(),
  title: OptionalText.pipe(z.string().max(limits.title.max).nullable()).optional(),
  contact_id: RelationIn.optional(),
  contact: RelationIn.optional(),
  parent_id: RelationIn.optional(),
  parent: RelationIn.optional(),
  /** The account that the reply is from. Without it, the caller's. */
  user_id: RelationIn.optional(),
  user: RelationIn.optional(),
  /** Required without a parent message, whose type it is otherwise. The reply goes to the contact in any case. */
  type: z.union([z.literal(['', null]).transform(() => undefined), MessageType]).optional(),
}).refine((it) => it.type !== undefined || (it.parent ?? it.parent_id ?? null) !== null, {
  path: ['type'],
  error: ruleError('required'),
  when: ({ value }) => typeof value === 'object' && value !== null,
});
export type MessageInput = z.output<typeof MessageInput>;

/** The status that the team can set: retry, or cancel; and the text, which has to be a `ReplyText` where it changes. */
export const MessageChange = z.object({
  status: z.enum(['pending', 'expired', 'cancelled']).optional(),
  message: TrimmedText.optional(),
});
export type MessageChange = z.output<typeof MessageChange>;

/**
 * Whether a reply to a contact can be sent, or why not: it asked for no more messages, is a name instead of a number, is claimed by an
 * account that has not confirmed it, its latest report came without the agreement that the team may write, or nothing that sends
 * messages of its type is set up.
 */
export const replyStates = ['possible', 'stopped', 'name', 'unconfirmed', 'declined', 'no-source'] as const;
export type ReplyState = (typeof replyStates)[number];

const idParams = z.object({ id: Id });
const messageNeeds = ['Manage Posts'] as const;

export const listMessages = defineEndpoint({
  name: 'listMessages',
  method: 'GET',
  path: '/messages',
  summary: 'Messages from and to contacts, for example those of one contact',
  scope: 'messages',
  token: 'required',
  needs: messageNeeds,
  query: listQuery(['id', 'created', 'datetime', 'status', 'type']).extend({
    /** `inbox` for incoming messages, `outbox` for outgoing ones. */
    box: z.enum(['inbox', 'outbox', 'archived']).optional(),
    /** By default everything that is not archived. */
    status: z.enum([...messageStatuses, 'all']).optional(),
    contact: Id.optional(),
    parent: Id.optional(),
    post: Id.optional(),
    type: MessageType.optional(),
    data_source: z.string().optional(),
    /** Part of the text, the title, or, for callers who get it, the contact's address. */
    q: z.string().trim().optional(),
  }),
  response: listResponse(Message).extend({
    /** Extension, for the messages of one contact: whether a reply can be sent. */
    reply: z.enum(replyStates).optional(),
  }),
});

export const readMessage = defineEndpoint({
  name: 'readMessage',
  method: 'GET',
  path: '/messages/{id}',
  summary: 'One message',
  scope: 'messages',
  token: 'required',
  needs: messageNeeds,
  params: idParams,
  response: Message,
});

export const createMessage = defineEndpoint({
  name: 'createMessage',
  method: 'POST',
  path: '/messages',
  summary: 'Reply to a contact; e-mail is sent at once, other types wait for a data source that sends them',
  scope: 'messages',
  needs: messageNeeds,
  body: MessageInput,
  response: Message,
});

export const updateMessage = defineEndpoint({
  name: 'updateMessage',
  method: 'PUT',
  path: '/messages/{id}',
  summary: 'Change the text of a reply that was not sent, cancel it, or retry a failed one',
  scope: 'messages',
  needs: messageNeeds,
  params: idParams,
  body: MessageChange,
  response: Message,
});

export const readPostOfMessage = defineEndpoint({
  name: 'readPostOfMessage',
  method: 'GET',
  path: '/messages/{id}/post',
  summary: 'The post that a message is about; 404 when there is none',
  scope: 'messages',
  token: 'required',
  needs: messageNeeds,
  params: idParams,
  response: Post,
});

export const threadStates = ['all', 'unread', 'waiting'] as const;

/** The conversation with one contact, as an entry of a list. Answers to targeted surveys do not need a reply. */
export const Thread = z.object({
  contact_id: IdOut,
  /** Null where it is withheld. */
  contact: z.string().nullable(),
  /** Stands for the contact where its address or number is withheld. */
  reporter: WithheldReporter.optional(),
  contact_type: ContactType,
  /** The contact opted out of messages. */
  is_stopped: z.boolean(),
  /** Incoming messages that nobody of the team has seen. */
  unread: z.int(),
  /** Their last message has no reply, and the conversation was not marked as done since. */
  is_waiting: z.boolean(),
  /** The newest message, incoming or outgoing. */
  message_id: IdOut,
  message: z.string(),
  message_type: MessageType,
  direction: MessageDirection,
  status: MessageStatus,
  created: ApiDate,
  /** The latest post of the conversation. */
  post_id: IdOut.nullable(),
});
export type Thread = z.infer<typeof Thread>;

/** Which conversations are listed. */
export const ThreadQuery = z.object({
  state: z.enum(threadStates).optional(),
  /** Part of the text of a message, or, for callers who get it, of the name of the conversation. */
  q: z.string().trim().optional(),
  limit: z.coerce.number().int().min(1).optional(),
  offset: z.coerce.number().int().min(0).optional(),
});

export const listThreads = defineEndpoint({
  name: 'listThreads',
  method: 'GET',
  path: '/messages/threads',
  summary:
    'Extension: conversations with contacts, the latest first; of those that wait for a reply, the one that has waited longest',
  scope: 'messages',
  token: 'required',
  needs: messageNeeds,
  query: ThreadQuery,
  response: z.object({ count: z.int(), total_count: z.int(), results: z.array(Thread) }),
});

export const readThread = defineEndpoint({
  name: 'readThread',
  method: 'GET',
  path: '/messages/threads/{contact}',
  summary: 'Extension: one conversation',
  scope: 'messages',
  token: 'required',
  needs: messageNeeds,
  params: z.object({ contact: Id }),
  response: Thread,
});

/** What the team has done with a conversation. */
export const ThreadSeen = z.object({
  /** Id of a message: everything up to it is seen. */
  seen: Id,
  /** True: nothing up to it needs a reply. False: the conversation waits for a reply again. */
  done: z.boolean().optional(),
});

export const markThreadSeen = defineEndpoint({
  name: 'markThreadSeen',
  method: 'PUT',
  path: '/messages/threads/{contact}',
  summary: 'Extension: mark a conversation as seen up to a message, and as done or not',
  scope: 'messages',
  needs: messageNeeds,
  params: z.object({ contact: Id }),
  body: ThreadSeen,
  response: Thread,
});
