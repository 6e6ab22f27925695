/**
 * Accepting messages of gateways: they are stored in a queue and committed before the gateway gets its response. Contacts and posts
 * are created by a job afterwards, so that bursts of messages are accepted quickly. Messages that arrive during a write are batched
 * into the next one.
 */
import { createHash } from 'node:crypto';
import { z } from 'zod';
import { Batcher } from '../../kernel/batching/batcher.ts';
import type { Db } from '../../kernel/db/database.ts';
import type { SecretBox } from '../../kernel/security/secret-box.ts';
import type { ActiveProvider } from '../../settings/settings.public.ts';
import type { IncomingMessage } from '../provider.ts';
import { enqueueMessages, type NewQueuedMessage } from './incoming-queue.sql.ts';
import { normalizeMessage } from './normalize-message.ts';

/** Window in which equal texts of a sender are duplicates, for sources without message ids. */
const defaultDedupWindowSeconds = 600;

/** A queued message. It has no attachments: only polled messages have any. */
const QueuedPayload = z.object({
  type: z.enum(['sms', 'email', 'twitter']),
  from: z.string(),
  message: z.string(),
  quotedText: z.string().optional(),
  title: z.string().nullish(),
  datetime: z.coerce.date().optional(),
  id: z.string().nullable(),
  location: z.object({ lat: z.number(), lon: z.number() }).optional(),
  /** Absent from those of earlier versions. */
  isAuthenticated: z.boolean().optional(),
});

/**
 * Parses the payload of a queued message, which an earlier version may have stored.
 * @returns the message, and whether its source was authenticated when it was accepted; undefined: an earlier version accepted it
 * @throws ZodError
 */
export const parseQueuedPayload = (
  payload: unknown,
): { message: IncomingMessage; isAuthenticated: boolean | undefined } => {
  const { title, datetime, location, quotedText, isAuthenticated, ...message } = QueuedPayload.parse(payload);
  return {
    message: normalizeMessage({
      ...message,
      title: title ?? null,
      ...(datetime && { datetime }),
      ...(location && { location }),
      ...(quotedText !== undefined && { quotedText }),
    }),
    isAuthenticated,
  };
};

/** The source of accepted messages. */
type AcceptingSource = Pick<ActiveProvider, 'id' | 'isAuthenticated'>;

/**
 * What tells messages of a source apart. Phones number their text messages by themselves, so that two of them may use one number: the
 * sender is part of the key. It stays when the sender is erased, and must not reveal the number then: it is a MAC with the key of the
 * server (docs/decisions/0013).
 */
function dedupKeyOf({ type, id, from, message, title }: IncomingMessage, secretBox: SecretBox): string {
  if (id === null) {
    const text = JSON.stringify([from, title ?? null, message]);
    return `text:${createHash('sha256').update(text).digest('base64url')}`;
  }
  if (type !== 'sms') return id;
  return `sms:${secretBox.computeMac(JSON.stringify([id, from]), 'received-message').toString('base64url')}`;
}

const toQueuedMessage = (
  { id, isAuthenticated }: AcceptingSource,
  incoming: IncomingMessage,
  secretBox: SecretBox,
): NewQueuedMessage => {
  const { attachments: _, dedupWindowSeconds = defaultDedupWindowSeconds, ...message } = incoming;
  const payload = normalizeMessage(message);
  return {
    source: id,
    key: dedupKeyOf(payload, secretBox),
    externalId: payload.id,
    payload: JSON.stringify({ ...payload, isAuthenticated }),
    dedupWindowSeconds: payload.id === null ? dedupWindowSeconds : null,
  };
};

/** Enqueues messages without duplicates; the first of equal ones is used. */
async function insertUniqueMessages(db: Db, messages: readonly NewQueuedMessage[]): Promise<void> {
  const uniqueByKey = new Map<string, NewQueuedMessage>();
  for (const message of messages) {
    const key = JSON.stringify([message.source, message.key]);
    if (!uniqueByKey.has(key)) uniqueByKey.set(key, message);
  }
  const unique = [...uniqueByKey.values()];
  for (const dedupWindowSeconds of new Set(unique.map((message) => message.dedupWindowSeconds)))
    await enqueueMessages(
      db,
      unique.filter((message) => message.dedupWindowSeconds === dedupWindowSeconds),
      dedupWindowSeconds,
    );
}

/** Accepts messages. They are committed when it resolves. */
export type MessageAcceptor = (
  source: AcceptingSource,
  messages: readonly IncomingMessage[],
) => Promise<void>;

/** Accepts messages of a poll. */
export const acceptMessages = (
  { db, secretBox }: { db: Db; secretBox: SecretBox },
  source: AcceptingSource,
  messages: readonly IncomingMessage[],
): Promise<void> =>
  insertUniqueMessages(
    db,
    messages.map((message) => toQueuedMessage(source, message, secretBox)),
  );

/** Creates an acceptor that batches concurrent calls. */
export function createBatchingAcceptor(db: Db, secretBox: SecretBox): MessageAcceptor {
  const batcher = new Batcher<readonly NewQueuedMessage[], undefined>(async (requests) => {
    await insertUniqueMessages(db, requests.flat());
    return [];
  });
  return async (source, messages) => {
    await batcher.enqueue(messages.map((message) => toQueuedMessage(source, message, secretBox)));
  };
}
