/** Messages: what people sent in, and what the team answers (wire 2.10 and 5.2; ruling 16: Manage Posts reads and answers). */
import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { listOfEntities, listQuery } from './envelope.ts';
import { limits } from './limits.ts';
import { Post } from './posts.ts';
import { Privileges } from './privileges.ts';
import { Id, IdOut, OptionalText, Relation, RelationIn, Text, WireDate } from './scalars.ts';

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

/** `2019-11-30 09:15:00.000000` and its zone, which is always UTC (wire 1.8). */
const MessageTime = z.object({ date: z.string(), timezone_type: z.literal(3), timezone: z.literal('UTC') });

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
  datetime: MessageTime.nullable(),
  type: MessageType,
  /** Of what goes out: `pending` until it is handed over, then `sent` or `failed`. */
  status: MessageStatus,
  direction: MessageDirection,
  created: WireDate,
  additional_data: z.record(z.string(), z.unknown()).nullable(),
  notification_post_id: IdOut.nullable(),
  /** The address or number of the contact. Other servers leave it null. */
  contact: z.string().nullable(),
  allowed_privileges: Privileges,
});
export type Message = z.infer<typeof Message>;

/** Pictures that came with a message and that no field of its post shows, by their ids. */
export function picturesOf({ additional_data: more }: Pick<Message, 'additional_data'>): number[] {
  const media: unknown = more?.['media'];
  return Array.isArray(media) ? media.filter((id) => typeof id === 'number') : [];
}

/** An answer to somebody. Whom it goes to is said by the contact, or by the message it answers. */
export const MessageInput = z.object({
  message: Text.pipe(z.string().min(limits.reply.min).max(limits.reply.max)),
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

const one = z.object({ id: Id });
const needs = ['Manage Posts'] as const;

export const listMessages = endpoint({
  name: 'listMessages',
  method: 'GET',
  path: '/messages',
  summary: 'Messages from and to contacts, such as the thread of one contact',
  scope: 'messages',
  token: 'required',
  needs,
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
  answer: listOfEntities(Message),
});

export const readMessage = endpoint({
  name: 'readMessage',
  method: 'GET',
  path: '/messages/{id}',
  summary: 'One message',
  scope: 'messages',
  token: 'required',
  needs,
  params: one,
  answer: Message,
});

export const createMessage = endpoint({
  name: 'createMessage',
  method: 'POST',
  path: '/messages',
  summary: 'Answer somebody; e-mail leaves at once, other kinds wait for a data source that sends them',
  scope: 'messages',
  needs,
  body: MessageInput,
  answer: Message,
});

export const updateMessage = endpoint({
  name: 'updateMessage',
  method: 'PUT',
  path: '/messages/{id}',
  summary: 'Take back an answer that has not left, or try one again that failed',
  scope: 'messages',
  needs,
  params: one,
  body: MessageChange,
  answer: Message,
});

export const readPostOfMessage = endpoint({
  name: 'readPostOfMessage',
  method: 'GET',
  path: '/messages/{id}/post',
  summary: 'The post that a message is about; 404 when there is none',
  scope: 'messages',
  token: 'required',
  needs,
  params: one,
  answer: Post,
});
