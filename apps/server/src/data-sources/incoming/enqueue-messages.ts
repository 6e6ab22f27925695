/**
 * Taking messages from gateways: one write that is committed before the gateway is answered. What it becomes, contact and post,
 * is made by a job right after, so that a gateway that pours out a whole network's messages waits for nothing. Messages that
 * come while others are written share the next write.
 */
import { createHash } from 'node:crypto';
import type { ProviderId } from '@waypost/contract/data-sources/data-providers';
import { z } from 'zod';
import { Batcher } from '../../kernel/batching/batcher.ts';
import type { Db } from '../../kernel/db/database.ts';
import type { IncomingMessage } from '../provider.ts';
import { enqueueMessages, type NewQueuedMessage } from './incoming-queue.sql.ts';

/** Seconds. */
const defaultDedupWindowSeconds = 600;

/** A message as it waits: no files, which only fetched messages have. */
const QueuedPayload = z.object({
  type: z.enum(['sms', 'email', 'twitter']),
  from: z.string(),
  message: z.string(),
  title: z.string().nullish(),
  datetime: z.coerce.date().optional(),
  id: z.string().nullable(),
  location: z.object({ lat: z.number(), lon: z.number() }).optional(),
});

export const parseQueuedPayload = (payload: unknown): IncomingMessage => {
  const { title, datetime, location, ...message } = QueuedPayload.parse(payload);
  return { ...message, title: title ?? null, ...(datetime && { datetime }), ...(location && { location }) };
};

const toStorableText = (text: string) => text.replaceAll('\0', '').replace(/\p{Surrogate}/gu, '\ufffd');

/** The database stores no zero bytes and no halves of characters; no gateway means to send one. */
export const toStorableMessage = <M extends IncomingMessage>(message: M): M => ({
  ...message,
  from: toStorableText(message.from),
  message: toStorableText(message.message),
  title: message.title ? toStorableText(message.title) : null,
  id: message.id === null ? null : toStorableText(message.id),
});

const dedupKeyOf = ({ id, from, message, title }: IncomingMessage): string =>
  id ??
  `text:${createHash('sha256')
    .update(JSON.stringify([from, title ?? null, message]))
    .digest('base64url')}`;

const toQueuedMessage = (source: ProviderId, incoming: IncomingMessage): NewQueuedMessage => {
  const { attachments: _, dedupWindowSeconds = defaultDedupWindowSeconds, ...message } = incoming;
  const payload = toStorableMessage(message);
  return {
    source,
    key: dedupKeyOf(payload),
    externalId: payload.id,
    payload: JSON.stringify(payload),
    dedupWindowSeconds: payload.id === null ? dedupWindowSeconds : null,
  };
};

/** Each message once: of those that are the same, the first. */
async function insertUniqueMessages(db: Db, arrivals: readonly NewQueuedMessage[]): Promise<void> {
  const uniqueByKey = new Map<string, NewQueuedMessage>();
  for (const it of arrivals) {
    const name = JSON.stringify([it.source, it.key]);
    if (!uniqueByKey.has(name)) uniqueByKey.set(name, it);
  }
  const all = [...uniqueByKey.values()];
  for (const dedupWindowSeconds of new Set(all.map((it) => it.dedupWindowSeconds)))
    await enqueueMessages(
      db,
      all.filter((it) => it.dedupWindowSeconds === dedupWindowSeconds),
      dedupWindowSeconds,
    );
}

/** Takes messages. When it resolves they are safe. */
export type MessageAcceptor = (source: ProviderId, messages: readonly IncomingMessage[]) => Promise<void>;

/** Takes messages of one poll. */
export const acceptMessages = (
  db: Db,
  source: ProviderId,
  messages: readonly IncomingMessage[],
): Promise<void> =>
  insertUniqueMessages(
    db,
    messages.map((it) => toQueuedMessage(source, it)),
  );

/** Takes messages of many callers at a time. */
export function createBatchingAcceptor(db: Db): MessageAcceptor {
  const batcher = new Batcher<readonly NewQueuedMessage[], undefined>(async (requests) => {
    await insertUniqueMessages(db, requests.flat());
    return [];
  });
  return async (source, messages) => {
    await batcher.enqueue(messages.map((it) => toQueuedMessage(source, it)));
  };
}
