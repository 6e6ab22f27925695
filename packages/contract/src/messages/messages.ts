/** Messages: what people sent in, and what the team answers (API v3 §2.10 and §5.2; ruling 16: Manage Posts reads and answers). */
import { z } from 'zod';
import { defineEndpoint } from '../common/endpoint.ts';
import { limits } from '../common/limits.ts';
import { listQuery, listResponse } from '../common/list-envelope.ts';
import { Privileges } from '../common/permissions.ts';
import { ApiDate, Id, IdOut, OptionalText, Relation, RelationIn, TrimmedText } from '../common/scalars.ts';
import { ContactType } from '../contacts/contacts.ts';
import { Post } from '../posts/posts.ts';

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

/** `2019-11-30 09:15:00.000000` and its zone, which is always UTC (API v3 §1.8). */
const MessageDateTime = z.object({
  date: z.string(),
  timezone_type: z.literal(3),
  timezone: z.literal('UTC'),
});

export const Message = z.object({
  id: IdOut,
  url: z.string(),
  parent_id: z.null().optional(),
  parent: Relation.optional(),
  contact_id: IdOut.nullable(),
  post_id: IdOut.nullable(),
  user_id: z.null().optional(),
  /** Ours beside the relation: what to call who answered. */
  user: Relation.extend({ realname: z.string().nullable().optional() }).optional(),
  data_source: z.string().nullable(),
  data_source_message_id: z.string().nullable(),
  title: z.string().nullable(),
  message: z.string(),
  datetime: MessageDateTime.nullable(),
  type: MessageType,
  /** Of what goes out: `pending` until it is handed over, then `sent` or `failed`. */
  status: MessageStatus,
  direction: MessageDirection,
  created: ApiDate,
  additional_data: z.record(z.string(), z.unknown()).nullable(),
  notification_post_id: IdOut.nullable(),
  /** The address or number of the contact. Other servers leave it null. */
  contact: z.string().nullable(),
  allowed_privileges: Privileges,
});
export type Message = z.infer<typeof Message>;

/** Pictures that came with a message and that no field of its post shows, by their ids. */
export function findMessagePictureIds({ additional_data: more }: Pick<Message, 'additional_data'>): number[] {
  const media: unknown = more?.['media'];
  return Array.isArray(media) ? media.filter((id) => typeof id === 'number') : [];
}

/** An answer to somebody. Whom it goes to is said by the contact, or by the message it answers. */
export const MessageInput = z.object({
  message: TrimmedText.pipe(z.string().min(limits.reply.min).max(limits.reply.max)),
  direction: z.literal('outgoing').optional(),
  title: OptionalText.pipe(z.string().max(limits.title.max).nullable()).optional(),
  contact_id: RelationIn.optional(),
  contact: RelationIn.optional(),
  parent_id: RelationIn.optional(),
  parent: RelationIn.optional(),
});
export type MessageInput = z.output<typeof MessageInput>;

/** What somebody who answered may still say about it: try again, or do not send it after all. */
export const MessageChange = z.object({ status: z.enum(['pending', 'expired', 'cancelled']).optional() });

const idParams = z.object({ id: Id });
const messageNeeds = ['Manage Posts'] as const;

export const listMessages = defineEndpoint({
  name: 'listMessages',
  method: 'GET',
  path: '/messages',
  summary: 'Messages from and to contacts, such as the thread of one contact',
  scope: 'messages',
  token: 'required',
  needs: messageNeeds,
  query: listQuery(['id', 'created', 'datetime', 'status', 'type']).extend({
    /** `inbox` is what came in, `outbox` what goes out. */
    box: z.enum(['inbox', 'outbox', 'archived']).optional(),
    /** Everything but what is archived unless said otherwise. */
    status: z.enum([...messageStatuses, 'all']).optional(),
    contact: Id.optional(),
    parent: Id.optional(),
    post: Id.optional(),
    type: MessageType.optional(),
    data_source: z.string().optional(),
    /** Part of the text, the title, or the contact's address. */
    q: z.string().trim().optional(),
  }),
  response: listResponse(Message),
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
  summary: 'Answer somebody; e-mail leaves at once, other kinds wait for a data source that sends them',
  scope: 'messages',
  needs: messageNeeds,
  body: MessageInput,
  response: Message,
});

export const updateMessage = defineEndpoint({
  name: 'updateMessage',
  method: 'PUT',
  path: '/messages/{id}',
  summary: 'Take back an answer that has not left, or try one again that failed',
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

/** Everything written from and to one contact, as a line of a list. Answers to targeted surveys ask for no answer. */
export const Thread = z.object({
  contact_id: IdOut,
  contact: z.string(),
  contact_type: ContactType,
  /** They asked to hear nothing more. */
  is_stopped: z.boolean(),
  /** Messages that nobody of the team has seen. */
  unread: z.int(),
  /** Their last message was not answered. */
  is_waiting: z.boolean(),
  /** The newest message, whichever way it went. */
  message_id: IdOut,
  message: z.string(),
  message_type: MessageType,
  direction: MessageDirection,
  status: MessageStatus,
  created: ApiDate,
  /** The post that the conversation came to last. */
  post_id: IdOut.nullable(),
});
export type Thread = z.infer<typeof Thread>;

export const listThreads = defineEndpoint({
  name: 'listThreads',
  method: 'GET',
  path: '/messages/threads',
  summary: 'Extension: conversations with contacts, the latest first',
  scope: 'messages',
  token: 'required',
  needs: messageNeeds,
  query: z.object({
    state: z.enum(threadStates).optional(),
    /** Part of a message or of the contact's address. */
    q: z.string().trim().optional(),
    limit: z.coerce.number().int().min(1).optional(),
    offset: z.coerce.number().int().min(0).optional(),
  }),
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

export const markThreadSeen = defineEndpoint({
  name: 'markThreadSeen',
  method: 'PUT',
  path: '/messages/threads/{contact}',
  summary: 'Extension: say that the team has seen a conversation up to a message',
  scope: 'messages',
  needs: messageNeeds,
  params: z.object({ contact: Id }),
  body: z.object({ seen: Id }),
  response: Thread,
});
